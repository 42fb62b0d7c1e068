import type { EmailChangeOutcome } from '../../contract/accounts/emailChange.ts';
import { refusalIn, type LinkOutcome } from '../../contract/accounts/emailLink.ts';
import { isOfEmail, type EmailRequest } from '../../contract/accounts/emailRequest.ts';
import type { OneTimeCode } from '../../contract/accounts/oneTimeCode.ts';
import { isPhoneCode, type CodeKind, type CodeOutcome } from '../../contract/accounts/sentCode.ts';
import { failureOf } from '../../contract/common/apiError.ts';
import { FailureError } from '../../contract/common/failureError.ts';
import { writeStored } from '../browser/storage.ts';
import { ask } from './auth.ts';
import { linkedAddress } from './linkedAddress.ts';
import { deletePendingCodes, keepSentCode } from './pendingCodes.ts';
import { requestPhoneChange, requestPhoneCode } from './phone.ts';
import { heldSession } from './sessionStore.ts';

/** Has an email sent with a code and a link to the page; resolves whether or not the account exists. */
export async function requestRecovery(
  { email, linkTo }: EmailRequest & { linkTo: string },
  signal?: AbortSignal,
): Promise<void> {
  await ask(async (client, solve) =>
    client.resetPasswordForEmail(email, { ...(await solve()), redirectTo: linkedAddress(linkTo) }),
  );
  keepSentCode('recovery', email, signal);
}

/** Has an email sent with a code and a link that sign in; resolves whether or not the account exists. */
export async function requestSignIn(
  { email, linkTo }: EmailRequest & { linkTo: string },
  signal?: AbortSignal,
): Promise<void> {
  try {
    await ask(async (client, solve) =>
      client.signInWithOtp({
        email,
        options: { ...(await solve()), shouldCreateUser: false, emailRedirectTo: linkedAddress(linkTo) },
      }),
    );
  } catch (error) {
    // The page must not tell a visitor which addresses have an account.
    if (failureOf(error).code !== 'otp_disabled') throw error;
  }
  keepSentCode('email', email, signal);
}

/** Sends the message again. An answer that comes after its step was left changes nothing. */
export async function resendCode(
  {
    address,
    kind,
    linkTo,
  }: {
    address: string;
    kind: CodeKind;
    linkTo: string;
  },
  signal: AbortSignal,
): Promise<void> {
  switch (kind) {
    case 'recovery':
      return requestRecovery({ email: address, linkTo }, signal);
    case 'email':
      return requestSignIn({ email: address, linkTo }, signal);
    case 'sms':
      return requestPhoneCode({ phone: address }, signal);
    // A signed-in user solves no captcha, which the request for the same message again would want.
    case 'email_change':
      return requestEmailChange({ email: address, linkTo }, signal);
    case 'phone_change':
      return void (await requestPhoneChange({ phone: address }, signal));
    case 'signup':
      await ask(async (client, solve) =>
        client.resend({
          type: kind,
          email: address,
          options: { ...(await solve()), emailRedirectTo: linkedAddress(linkTo) },
        }),
      );
      keepSentCode('signup', address, signal);
  }
}

/** Has emails sent that confirm a new address of the signed-in user. */
export async function requestEmailChange(
  { email, linkTo }: EmailRequest & { linkTo: string },
  signal?: AbortSignal,
): Promise<void> {
  await ask((client) => client.updateUser({ email }, { emailRedirectTo: linkedAddress(linkTo) }));
  keepSentCode('email_change', email, signal);
}

/**
 * Begins a session with a code; `watchClient` reports it before this resolves. A change of an email address has two
 * emails with a code each: which one it is from is found out.
 */
export async function verifyCode({
  address,
  otherAddress,
  kind,
  code,
}: { address: string; otherAddress?: string; kind: CodeKind } & OneTimeCode): Promise<CodeOutcome> {
  const verify = (sentTo: string) =>
    ask((client) =>
      client.verifyOtp(
        isPhoneCode(kind) ? { phone: sentTo, token: code, type: kind } : { email: sentTo, token: code, type: kind },
      ),
    );
  const { session } = await verify(address).catch((error: unknown) => {
    if (otherAddress === undefined || failureOf(error).code !== 'otp_expired') throw error;
    return verify(otherAddress);
  });
  if (kind === 'email') writeStored('lastSignInMethod', 'email');
  if (kind === 'sms') writeStored('lastSignInMethod', 'phone');
  if (session === null) return 'half';
  deletePendingCodes(kind);
  return 'accepted';
}

/**
 * What the link of an email for a new address did; the auth service has acted before it led here. Where this browser
 * asked for the email, the session learns of the address. Throws what the auth service refused.
 */
export async function openEmailChange({
  query,
}: {
  query: Readonly<Record<string, string>>;
}): Promise<EmailChangeOutcome> {
  const refusal = refusalIn(query);
  if (refusal) throw new FailureError(refusal);
  const { code, message } = query;
  if (code === undefined) return message === undefined ? 'none' : 'half';
  try {
    await ask((client) => client.exchangeCodeForSession(code));
  } catch {
    // Another browser asked for the email, whose session learns of the address with its next token.
  }
  return 'changed';
}

/**
 * Begins a session with the code that a link has added to the address, in the browser that requested the email (RFC
 * 7636). An address without one has a session if the current one began with an email. Throws what the auth service
 * refused.
 */
export async function openLink({ query }: { query: Readonly<Record<string, string>> }): Promise<LinkOutcome> {
  const refusal = refusalIn(query);
  if (refusal) throw new FailureError(refusal);
  const session = heldSession();
  if (session && isOfEmail(session)) return { session: true };
  const { code } = query;
  if (code === undefined) return { session: false, failure: null };
  try {
    await ask((client) => client.exchangeCodeForSession(code));
    deletePendingCodes('email');
    return { session: true };
  } catch (error) {
    return { session: false, failure: failureOf(error) };
  }
}
