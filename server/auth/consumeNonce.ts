import type { AuthContext } from './authContext.ts';
import { consumeToken, findTokenByCode } from './oneTimeTokens.ts';
import type { User } from './users.ts';

/** Uses up the code of a reauthentication; false if it is wrong, expired or used. */
export async function consumeNonce(context: AuthContext, user: User, nonce: string): Promise<boolean> {
  const sentTo = user.email ?? user.phone;
  if (sentTo === null) return false;
  const token = await findTokenByCode(context, nonce, {
    sentTo,
    aud: user.aud,
    kinds: ['reauthentication'],
  });
  return token !== undefined && (await consumeToken(context.db, token));
}
