import { ask } from './auth.ts';
import { linkedAddress } from './linkedAddress.ts';

/**
 * Sends the browser to the identity provider of the address's domain, which sends it back to the page with a code that
 * only this browser can use (RFC 7636). The promise settles only if the browser cannot leave.
 */
export async function leaveForIdentityProvider({
  email,
  returnTo,
}: {
  email: string;
  returnTo: string;
}): Promise<never> {
  const { url } = await ask(async (client, solve) =>
    client.signInWithSSO({
      domain: email.slice(email.lastIndexOf('@') + 1),
      options: { ...(await solve()), redirectTo: linkedAddress(returnTo), skipBrowserRedirect: true },
    }),
  );
  location.replace(url);
  return new Promise(() => {});
}
