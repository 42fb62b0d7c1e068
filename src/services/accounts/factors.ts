import type { Factor, FactorEnrollment, FactorList, NewFactor } from '../../contract/accounts/factor.ts';
import type { OneTimeCode } from '../../contract/accounts/oneTimeCode.ts';
import { ask, refreshSession } from './auth.ts';
import { renewSession } from './renewSession.ts';
import { heldSession } from './sessionStore.ts';

interface ListedFactor {
  id: string;
  friendly_name?: string | undefined;
  created_at: string;
}

const factorOf = ({ id, friendly_name: name, created_at: addedAt }: ListedFactor): Factor => ({
  id,
  name: name ?? 'Authenticator app',
  addedAt,
});

/** The authenticator apps of the signed-in user that are verified, the oldest first. */
export async function listFactors(): Promise<readonly Factor[]> {
  const { totp } = await ask((client) => client.mfa.listFactors());
  return totp.map(factorOf);
}

/** As `listFactors`, with the app that was begun last and is not verified. */
export async function listAllFactors(): Promise<FactorList> {
  const { all, totp } = await ask((client) => client.mfa.listFactors());
  const begun = all.findLast(({ factor_type: type, status }) => type === 'totp' && status === 'unverified');
  return { verified: totp.map(factorOf), begun: begun === undefined ? null : factorOf(begun) };
}

/** As `listFactors`. Without any, the session is refreshed: it no longer awaits one. */
export async function listAwaitedFactors(signal: AbortSignal): Promise<readonly Factor[]> {
  const factors = await listFactors();
  if (factors.length === 0) await refreshSession({ session: heldSession() }, signal);
  return factors;
}

/** Verifies the session with a code; `watchClient` reports the verified session before this resolves. */
export async function verifyFactor({ id, code }: Pick<Factor, 'id'> & OneTimeCode): Promise<void> {
  await ask((client) => client.mfa.challengeAndVerify({ factorId: id, code }));
}

/**
 * Begins to add an authenticator app: it counts once its first code was verified. One of this name that was begun on a
 * page that has been left makes way.
 */
export async function enrollFactor({ name }: NewFactor): Promise<FactorEnrollment> {
  const { all } = await ask((client) => client.mfa.listFactors());
  for (const { id, friendly_name: begun, status } of all)
    if (status === 'unverified' && begun === name) await discardFactor({ id });
  const { id, totp } = await ask((client) =>
    client.mfa.enroll({ factorType: 'totp', friendlyName: name, issuer: 'Basechart' }),
  );
  return { id, secret: totp.secret, secretImage: totp.qr_code };
}

/** Removes an authenticator app. A session that it verified falls back, which its next token says. */
export async function removeFactor({ id }: Pick<Factor, 'id'>, signal: AbortSignal): Promise<void> {
  await discardFactor({ id });
  await renewSession(signal);
}

/** Removes an authenticator app whose first code was never verified; otherwise the server does so after minutes. */
export async function discardFactor({ id }: Pick<Factor, 'id'>): Promise<void> {
  await ask((client) => client.mfa.unenroll({ factorId: id }));
}
