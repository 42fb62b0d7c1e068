import { passwordCheckSchema, type PasswordCheck } from '../../contract/accounts/passwordCheck.ts';
import { post } from '../http/http.ts';

/**
 * The server's score of a password, available without a session, as at sign-up. It is a read, so it waits for the
 * connection.
 */
export async function checkPassword({ password }: { password: string }, signal: AbortSignal): Promise<PasswordCheck> {
  const { result } = await post('/profile/password-check', { password }, passwordCheckSchema, {
    base: 'api',
    signal,
    waits: true,
  });
  return result;
}
