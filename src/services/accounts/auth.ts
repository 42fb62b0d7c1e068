import type { Credentials } from '../../contract/accounts/credentials.ts';
import { writeStored } from '../browser/storage.ts';
import { networkFailure } from '../http/apiFailure.ts';
import type { ask as askClient, refreshSession as refresh, revokeSessions as revoke } from './authClient.ts';
import { RefreshError } from './refreshError.ts';

const client = () => import('./authClient.ts');

/** Fetches the auth client early, for example when the user first changes a form. */
export async function prepareAuth(): Promise<void> {
  await client();
}

/** Sends a request to the auth service; throws what it refused. */
export const ask: typeof askClient = async (request) => (await client()).ask(request);

/** Signs in; `watchClient` reports the session before this resolves. */
export async function signIn({ email, password }: Credentials): Promise<void> {
  await ask(async (auth, solve) => auth.signInWithPassword({ email, password, options: await solve() }));
  writeStored('lastSignInMethod', 'password');
}

/** Ends sessions on the server; this browser's storage stays unchanged. */
export const revokeSessions: typeof revoke = async (input) => (await client()).revokeSessions(input);

/**
 * A newer session than the given one: from this call, or from another tab. Without the network, not even the client can
 * be fetched: the session survives that.
 */
export const refreshSession: typeof refresh = async (input, signal) => {
  const loaded = await client().catch((cause: unknown) => {
    throw new RefreshError(networkFailure(String(cause)), { status: 0, cause });
  });
  return loaded.refreshSession(input, signal);
};
