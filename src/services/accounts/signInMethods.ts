import type { Provider, UserIdentity } from '@supabase/auth-js';
import type { AccountIdentity } from '../../contract/accounts/accountIdentity.ts';
import { refusalIn } from '../../contract/accounts/emailLink.ts';
import { providerNameOf, type ExternalProvider } from '../../contract/accounts/externalProvider.ts';
import { FailureError } from '../../contract/common/failureError.ts';
import { runtime } from '../browser/runtime.ts';
import { ask } from './auth.ts';
import { linkedAddress } from './linkedAddress.ts';
import { renewSession } from './renewSession.ts';

function providerOf(id: string): ExternalProvider {
  const known = runtime().config.auth.providers?.find((provider) => provider.id === id);
  return known ?? { id, name: id.startsWith('sso:') ? 'Single sign-on' : providerNameOf(id) };
}

const textIn = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** The ways to sign in that the account has, the oldest first. */
export async function listSignInMethods(): Promise<readonly AccountIdentity[]> {
  const { identities } = await ask((client) => client.getUserIdentities());
  return identities.map(({ identity_id: id, provider, identity_data: data, created_at, last_sign_in_at }) => ({
    id,
    provider: providerOf(provider),
    account: textIn(data?.['email']) ?? textIn(data?.['phone']) ?? textIn(data?.['name']),
    addedAt: created_at ?? null,
    usedAt: last_sign_in_at ?? null,
  }));
}

/**
 * Sends the browser to a provider, whose account is added, and which leads back to the page. Settles if the browser
 * stays, or comes back to this page as it was.
 */
export async function leaveToAdd(
  { id, returnTo }: { id: string; returnTo: string },
  signal: AbortSignal,
): Promise<void> {
  const { url } = await ask((client) =>
    client.linkIdentity({
      // The library's type lists the providers of the hosted service; a server may have any.
      provider: id as Provider,
      options: { redirectTo: linkedAddress(returnTo), skipBrowserRedirect: true },
    }),
  );
  // The user may have opened another page meanwhile.
  signal.throwIfAborted();
  location.assign(url);
  return new Promise((resolve) => {
    addEventListener('pageshow', () => resolve(), { once: true, signal });
  });
}

/**
 * The id of the provider that has led the browser back to the page; null for an address without its answer. The account
 * has been added by then, which the session learns with its next token. Throws what was refused.
 */
export async function takeAddition(
  query: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<string | null> {
  const refusal = refusalIn(query);
  if (refusal) throw new FailureError(refusal);
  const { added, code } = query;
  if (added === undefined || code === undefined) return null;
  await renewSession(signal);
  return added;
}

/** Removes a way to sign in. The account may have another email address after it, which its next token says. */
export async function removeSignInMethod({ id }: Pick<AccountIdentity, 'id'>, signal: AbortSignal): Promise<void> {
  await ask((client) => client.unlinkIdentity({ identity_id: id } as UserIdentity));
  await renewSession(signal);
}
