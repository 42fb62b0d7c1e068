/**
 * Argon2 with the least work, for tests that do not judge it: a hash takes 30 ms, and a run makes thousands. Only the
 * loaders of tests put this in the place of `server/auth/passwordCost.ts`.
 */
import { passwordCost as usual, type PasswordCost } from '../../server/auth/passwordCost.ts';

const least: PasswordCost = { memory: 64, passes: 1, parallelism: 1 };

export const passwordCost: PasswordCost = { ...least };

/** For a test of the hash itself: its work is what users get. */
export async function withUsualHashes(work: () => Promise<void>): Promise<void> {
  Object.assign(passwordCost, usual);
  await work().finally(() => Object.assign(passwordCost, least));
}
