import { passwordCheckSchema, type PasswordCheck } from '../../contract/accounts/passwordCheck.ts';
import { post } from '../http/http.ts';

/** The server's opinion of a password; asked for without a session too, as at sign-up. A question like any read, so it waits. */
export async function checkPassword({ password }: { password: string }, signal: AbortSignal): Promise<PasswordCheck> {
  const { result } = await post('/profile/password-check', { password }, passwordCheckSchema, {
    base: 'api',
    signal,
    waits: true,
  });
  return result;
}
