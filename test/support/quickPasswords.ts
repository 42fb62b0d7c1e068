/**
 * Argon2 with the least work, for servers of tests that do not judge it: a hash takes 30 ms, and a run makes thousands. Only
 * this file can change the cost: a server has no setting for it.
 */
import { passwordCost } from '../../server/auth/passwords.ts';

const usual = { ...passwordCost };

export const hashQuickly = (): void => void Object.assign(passwordCost, { memory: 64, passes: 1 });

/** For a test of the hash itself: its work is what users get. */
export async function withUsualHashes(work: () => Promise<void>): Promise<void> {
  Object.assign(passwordCost, usual);
  await work().finally(hashQuickly);
}
