import type { PhoneChangeOutcome, PhoneCredentials, PhoneRequest } from '../../contract/accounts/phone.ts';
import { failureOf } from '../../contract/common/apiError.ts';
import { writeStored } from '../browser/storage.ts';
import { ask } from './auth.ts';
import { deletePendingCodes, keepSentCode } from './pendingCodes.ts';

/** Signs in; `watchClient` reports the session before this resolves. */
export async function signInWithPhone({ phone, password }: PhoneCredentials): Promise<void> {
  await ask(async (client, solve) => client.signInWithPassword({ phone, password, options: await solve() }));
  deletePendingCodes('sms');
  writeStored('lastSignInMethod', 'phone');
}

/** Has an SMS sent with a code that signs in; resolves whether or not the account exists. */
export async function requestPhoneCode({ phone }: PhoneRequest, signal?: AbortSignal): Promise<void> {
  try {
    await ask(async (client, solve) =>
      client.signInWithOtp({ phone, options: { ...(await solve()), shouldCreateUser: false } }),
    );
  } catch (error) {
    // The page must not tell a visitor which numbers have an account.
    if (failureOf(error).code !== 'otp_disabled') throw error;
  }
  keepSentCode('sms', phone, signal);
}

/** The number of the signed-in user; null without one. */
export async function readPhone(): Promise<string | null> {
  const { user } = await ask((client) => client.getUser());
  return user.phone ? `+${user.phone}` : null;
}

/** Gives the signed-in user another number, which a code from an SMS confirms where the server wants that. */
export async function requestPhoneChange({ phone }: PhoneRequest, signal?: AbortSignal): Promise<PhoneChangeOutcome> {
  const { user } = await ask((client) => client.updateUser({ phone }));
  if (user.phone === phone.replace('+', '')) return 'changed';
  keepSentCode('phone_change', phone, signal);
  return 'codeSent';
}
