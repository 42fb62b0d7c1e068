import type { Provider } from '@supabase/auth-js';
import { FailureError } from '../../contract/common/failureError.ts';
import { runtime } from '../browser/runtime.ts';
import { ask } from './auth.ts';
import { linkedAddress } from './linkedAddress.ts';

/**
 * Sends the browser to a provider, which sends it back to the page with a code that only this browser can use (RFC
 * 7636). The page takes no place in the history: Back from the provider leads to the sign-in page. The promise settles
 * only if the browser cannot leave: it throws for a provider that the server does not have.
 */
export async function leaveForProvider({ provider, returnTo }: { provider: string; returnTo: string }): Promise<never> {
  // The server would answer the browser's next page with JSON.
  if (runtime().config.auth.providers?.some(({ id }) => id === provider) !== true)
    throw new FailureError({ code: 'provider_disabled', message: 'Sign in another way.' });
  const { url } = await ask((client) =>
    client.signInWithOAuth({
      // The library's type lists the providers of the hosted service; a server may have any.
      provider: provider as Provider,
      options: { redirectTo: linkedAddress(returnTo), skipBrowserRedirect: true },
    }),
  );
  location.replace(url);
  return new Promise(() => {});
}
