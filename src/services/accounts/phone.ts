import {
  begunPhoneSignInSchema,
  type BegunPhoneSignIn,
  type PhoneChangeOutcome,
  type PhoneCredentials,
  type PhoneRequest,
} from '../../contract/accounts/phone.ts';
import { failureOf } from '../../contract/common/apiError.ts';
import { entry, readStored, removeStored, writeStored } from '../browser/storage.ts';
import { ask } from './auth.ts';

const begun = entry('phone-sign-in', begunPhoneSignInSchema, { ofTab: true });

/** The sign-in by SMS that this tab has begun. */
export const readBegunPhoneSignIn = (): BegunPhoneSignIn | null => readStored(begun);

/** Stores it in this tab; without room, only a reload loses it. */
export const keepBegunPhoneSignIn = (signIn: BegunPhoneSignIn): void => void writeStored(begun, signIn);

/** The session has begun. */
export const forgetBegunPhoneSignIn = (): void => removeStored(begun);

/** Signs in; `watchClient` reports the session before this resolves. */
export async function signInWithPhone({ phone, password }: PhoneCredentials): Promise<void> {
  await ask(async (client, solve) => client.signInWithPassword({ phone, password, options: await solve() }));
  forgetBegunPhoneSignIn();
  writeStored('lastSignInMethod', 'phone');
}

/** Has an SMS sent with a code that signs in; resolves whether or not the account exists. */
export async function requestPhoneCode({ phone }: PhoneRequest): Promise<void> {
  try {
    await ask(async (client, solve) =>
      client.signInWithOtp({ phone, options: { ...(await solve()), shouldCreateUser: false } }),
    );
  } catch (error) {
    // The page must not tell a visitor which numbers have an account.
    if (failureOf(error).code !== 'otp_disabled') throw error;
  }
  keepBegunPhoneSignIn({ phone, sentAt: Date.now() });
}

/** The number of the signed-in user; null without one. */
export async function readPhone(): Promise<string | null> {
  const { user } = await ask((client) => client.getUser());
  return user.phone ? `+${user.phone}` : null;
}

/** Gives the signed-in user another number, which a code from an SMS confirms where the server wants that. */
export async function requestPhoneChange({ phone }: PhoneRequest): Promise<PhoneChangeOutcome> {
  const { user } = await ask((client) => client.updateUser({ phone }));
  return user.phone === phone.replace('+', '') ? 'changed' : 'codeSent';
}
