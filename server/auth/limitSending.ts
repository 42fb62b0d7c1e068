import { AuthError } from './auth.errors.ts';
import { hourlyLimit } from './auth.http.ts';
import type { AuthContext } from './authContext.ts';
import { hashToken } from './hashToken.ts';

/** Of one way of sending, such as email. */
export interface SendingLimits {
  /** Between two messages of a kind to one recipient, in seconds; 0 for no limit. */
  frequency: number;
  /** All messages together; null for no limit. */
  all: { name: string; perHour: number } | null;
  /** What a refusal says. */
  refusal: { code: string; ofAll: string };
}

interface Message {
  /** Names messages of one kind. */
  kind: string;
  recipient: string;
}

type Limiter = Pick<AuthContext, 'rateLimiter'>;

/**
 * Refuses a message that follows the last one of its kind too soon. Counted by recipient, whether or not a user has the
 * address or number, so that a refusal tells nothing.
 */
export async function limitRecipient(
  { rateLimiter }: Limiter,
  { frequency, refusal }: SendingLimits,
  { kind, recipient }: Message,
): Promise<void> {
  const wait = await rateLimiter.take(`auth:${kind}:${hashToken(recipient)}`, {
    limit: frequency === 0 ? 0 : 1,
    windowMs: frequency * 1000,
    burst: 1,
  });
  if (wait === 0) return;
  const message = `For security purposes, you can only request this after ${wait} seconds.`;
  throw new AuthError(429, refusal.code, message, { retryAfter: wait });
}

/** Refuses a message where too many were sent to all users together. */
export async function limitAll({ rateLimiter }: Limiter, { all, refusal }: SendingLimits): Promise<void> {
  const wait = all === null ? 0 : await rateLimiter.take(`auth:${all.name}`, hourlyLimit(all.perHour));
  if (wait > 0) throw new AuthError(429, refusal.code, refusal.ofAll, { retryAfter: wait });
}

export async function limitSending(limiter: Limiter, limits: SendingLimits, message: Message): Promise<void> {
  await limitRecipient(limiter, limits, message);
  await limitAll(limiter, limits);
}
