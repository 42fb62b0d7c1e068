import type { Factor } from '../../contract/accounts/factor.ts';
import { proofStateSchema, type Proof, type ProofMethod } from '../../contract/accounts/verification.ts';
import { get, nothing, post } from '../http/http.ts';
import { listFactors, verifyFactor } from './factors.ts';

const path = '/profile/verification';

/** How the signed-in user proves who they are. */
export async function readProofRequest(
  signal: AbortSignal,
): Promise<{ method: ProofMethod; factors: readonly Factor[] }> {
  const { method } = await get(path, proofStateSchema, { signal });
  return { method, factors: method === 'totp' ? await listFactors() : [] };
}

/** Proves it. The code of an authenticator app goes to the auth service, which renews the session. */
export function giveProof(
  given: { method: ProofMethod; password: string; code: string; factorId: string },
  signal: AbortSignal,
): Promise<void> {
  if (given.method === 'totp') return verifyFactor({ id: given.factorId, code: given.code.replaceAll(/\D/g, '') });
  const proof: Proof =
    given.method === 'password'
      ? { method: 'password', password: given.password }
      : { method: 'email', code: given.code.trim() };
  return post(path, proof, nothing, { signal });
}
