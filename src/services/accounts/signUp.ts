import type { Credentials } from '../../contract/accounts/credentials.ts';
import { ask } from './auth.ts';
import { linkedAddress } from './linkedAddress.ts';
import { keepSentCode } from './pendingCodes.ts';

/** Signs up: `signedIn` if the server confirms at once; otherwise it has sent an email whose link leads to a page. */
export async function signUp({
  email,
  password,
  linkTo,
}: Credentials & { linkTo: string }): Promise<'signedIn' | 'mailSent'> {
  const { session } = await ask(async (client, solve) =>
    client.signUp({ email, password, options: { ...(await solve()), emailRedirectTo: linkedAddress(linkTo) } }),
  );
  if (session) return 'signedIn';
  keepSentCode('signup', email);
  return 'mailSent';
}
