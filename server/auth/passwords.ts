import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { createBoundedQueue } from '../common/boundedQueue.ts';
import { AuthError } from './auth.errors.ts';
import { passwordCost, type PasswordCost } from './passwordCost.ts';

const saltLength = 16;
const tagLength = 32;

/** One core stays free for everything else. */
const inTurn = createBoundedQueue({
  concurrency: Math.max(1, Math.min(availableParallelism() - 1, 3)),
  maxWaitMs: 2_000,
  expectedMs: 100,
  refusal: (retryAfter) => new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached', { retryAfter }),
});

// Node runs it on its thread pool.
const deriveNow = promisify(argon2);
const derive: typeof deriveNow = (...parameters) => inTurn(() => deriveNow(...parameters));
const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

/** A password hash as a PHC string, with all parameters for later verification. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltLength);
  const tag = await derive('argon2id', { message: password, nonce: salt, tagLength, ...passwordCost });
  return `$argon2id$v=19$m=${passwordCost.memory},t=${passwordCost.passes},p=${passwordCost.parallelism}$${base64(salt)}$${base64(tag)}`;
}

/** The hash for unknown users, so that their refusal takes as long as that of known ones. */
const nobody: StoredPassword = { cost: passwordCost, salt: randomBytes(saltLength), tag: randomBytes(tagLength) };

const bcryptHash = /^\$2[abxy]\$(\d\d)\$[./A-Za-z\d]{53}$/;
/** An imported hash that takes longer would keep others waiting. */
const limits = { bcryptCost: 14, memory: 256 * 1024, passes: 16, parallelism: 16 } as const;

/** A hash from another service that can be verified here: bcrypt, or argon2id. */
export function isSupportedHash(stored: string): boolean {
  const bcryptCost = bcryptHash.exec(stored)?.[1];
  if (bcryptCost !== undefined) return Number(bcryptCost) >= 4 && Number(bcryptCost) <= limits.bcryptCost;
  const parsed = parse(stored);
  if (parsed === null || parsed.salt.length < 8 || parsed.tag.length < 16 || parsed.tag.length > 64) return false;
  const { memory, passes, parallelism } = parsed.cost;
  return (
    memory >= 8 * parallelism &&
    memory <= limits.memory &&
    passes >= 1 &&
    passes <= limits.passes &&
    parallelism >= 1 &&
    parallelism <= limits.parallelism
  );
}

async function verifyBcrypt(password: string, stored: string): Promise<boolean> {
  const { verify } = await import('@node-rs/bcrypt');
  return await inTurn(() => verify(password, stored));
}

/** Whether the password matches the stored hash. Without a stored hash the result is false, after the same work. */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  if (stored !== null && bcryptHash.test(stored)) return await verifyBcrypt(password, stored);
  const { cost: storedCost, salt, tag } = (stored === null ? null : parse(stored)) ?? nobody;
  const derived = await derive('argon2id', { message: password, nonce: salt, tagLength: tag.length, ...storedCost });
  return timingSafeEqual(derived, tag) && stored !== null;
}

/** The stored hash uses weaker parameters than the current ones. */
export function isOutdatedHash(stored: string): boolean {
  const parsed = parse(stored);
  return parsed === null || parsed.cost.memory < passwordCost.memory || parsed.cost.passes < passwordCost.passes;
}

interface StoredPassword {
  cost: Readonly<PasswordCost>;
  salt: Buffer;
  tag: Buffer;
}

function parse(stored: string): StoredPassword | null {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(stored);
  if (match === null) return null;
  const [, memory, passes, parallelism, salt = '', tag = ''] = match;
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  };
}
