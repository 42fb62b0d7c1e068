import { AuthError } from './auth.errors.ts';
import { hourlyLimit } from './auth.http.ts';
import type { AuthContext } from './authContext.ts';
import { hashToken } from './hashToken.ts';

interface SendingLimits {
  /** Names messages of one kind. */
  kind: string;
  recipient: string;
  /** Between two messages of a kind to one recipient, in seconds; 0 for no limit. */
  frequency: number;
  /** All messages of this way of sending; null for no limit. */
  all: { name: string; perHour: number } | null;
  /** What a refusal says. */
  refusal: { code: string; ofAll: string };
}

/**
 * Refuses a message that follows the last one of its kind too soon. Counted by recipient, whether or not a user has the
 * address or number, so that a refusal tells nothing.
 */
export async function limitSending(
  { rateLimiter }: Pick<AuthContext, 'rateLimiter'>,
  { kind, recipient, frequency, all, refusal }: SendingLimits,
): Promise<void> {
  const refuse = (message: string, retryAfter: number) => new AuthError(429, refusal.code, message, { retryAfter });
  const wait = await rateLimiter.take(`auth:${kind}:${hashToken(recipient)}`, {
    limit: frequency === 0 ? 0 : 1,
    windowMs: frequency * 1000,
    burst: 1,
  });
  if (wait > 0) throw refuse(`For security purposes, you can only request this after ${wait} seconds.`, wait);
  const waitOfAll = all === null ? 0 : await rateLimiter.take(`auth:${all.name}`, hourlyLimit(all.perHour));
  if (waitOfAll > 0) throw refuse(refusal.ofAll, waitOfAll);
}
