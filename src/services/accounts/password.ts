import type { PasswordChange } from '../../contract/accounts/newCredentials.ts';
import { ask } from './auth.ts';

/** Changes the password of the signed-in user; their other sessions end. */
export async function changePassword({ password, currentPassword, nonce }: PasswordChange): Promise<void> {
  await ask((client) =>
    client.updateUser({
      password,
      ...(currentPassword !== undefined && { current_password: currentPassword }),
      ...(nonce !== undefined && { nonce }),
    }),
  );
}

/** Has an email sent with a code that confirms a new password. */
export async function requestPasswordCode(): Promise<void> {
  await ask((client) => client.reauthenticate());
}
