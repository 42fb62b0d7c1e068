import { recordEvent } from './audit.ts';
import { AuthError } from './auth.errors.ts';
import type { AuthDatabase, AuthMethod, TokenKind } from './auth.tables.ts';
import type { AuthContext } from './authContext.ts';
import type { ClientInfo } from './clientInfo.ts';
import { createAuthCode } from './flowState.ts';
import { clearTokens, consumeToken, emailChangeKinds, type OneTimeToken } from './oneTimeTokens.ts';
import { beginSession, type NewSession } from './sessions.ts';
import { confirmEmail, confirmPhone, isBanned, lockUser, updateUser, type User } from './users.ts';

export const verificationTypes = [
  'signup',
  'invite',
  'recovery',
  'magiclink',
  'email_change',
  'email',
  'sms',
  'phone_change',
] as const;
export type VerificationType = (typeof verificationTypes)[number];

/** The kinds of token that each type of request accepts. */
export const acceptedKinds: Readonly<Record<VerificationType, readonly TokenKind[]>> = {
  signup: ['confirmation'],
  invite: ['invite'],
  recovery: ['recovery'],
  magiclink: ['magic_link'],
  email_change: emailChangeKinds,
  email: ['confirmation', 'magic_link'],
  sms: ['phone_confirmation', 'sms'],
  phone_change: ['phone_change'],
};

/** How a session of a code exchange names the proof. */
const methods: Readonly<Record<TokenKind, AuthMethod>> = {
  confirmation: 'email/signup',
  invite: 'invite',
  recovery: 'recovery',
  magic_link: 'magiclink',
  email_change_current: 'email_change',
  email_change_new: 'email_change',
  reauthentication: 'otp',
  phone_confirmation: 'otp',
  sms: 'otp',
  phone_change: 'otp',
};

/** The client has to confirm the other address too. */
export const halfConfirmed = 'Confirmation link accepted. Please proceed to confirm link sent to the other email';

type Verified =
  /** With the user as before where the token changed their phone number. */
  | { outcome: 'session'; begun: NewSession; phoneOwner: User | null }
  /** For the client that has the verifier. */
  | { outcome: 'code'; authCode: string }
  | { outcome: 'halfConfirmed' };

interface VerifyOptions {
  client: ClientInfo;
  /** A link that was followed gives out a code, where the client asked for one. */
  exchangesCode: boolean;
  /** The refusal if the token was used or replaced in the meantime. */
  expired: () => AuthError;
}

/** Uses up a token, does what it allows, and begins a session or a code exchange, all or nothing. */
export const verifyToken = (
  context: AuthContext,
  token: OneTimeToken,
  { client, exchangesCode, expired }: VerifyOptions,
): Promise<Verified> =>
  context.db.transaction().execute(async (tx): Promise<Verified> => {
    const moment = context.now();
    // The user first, as wherever tokens change, so that two transactions never wait for each other.
    const user = await lockUser(tx, token.user_id);
    if (user === undefined || !(await consumeToken(tx, token))) throw expired();
    if (isBanned(user, moment)) throw new AuthError(403, 'user_banned', 'User is banned');
    if (token.awaits_other) {
      await tx
        .updateTable('one_time_tokens')
        .set({ awaits_other: false })
        .where('user_id', '=', user.id)
        .where('kind', 'in', emailChangeKinds)
        .execute();
      return { outcome: 'halfConfirmed' };
    }
    const changed = await applyToken(tx, user, { kind: token.kind, client, now: moment });
    await clearTokens(tx, user.id);
    const { code_challenge: challenge, code_challenge_method: method } = token;
    if (exchangesCode && challenge !== null && method !== null) {
      const authCode = await createAuthCode(
        context,
        tx,
        changed,
        { pkce: { challenge, method }, amr: methods[token.kind] },
        moment,
      );
      return { outcome: 'code', authCode };
    }
    const begun = await beginSession(tx, { ...changed, new_email: null, new_phone: null }, 'otp', client, moment);
    if (token.kind === 'recovery') {
      // A password change of this session needs no current password: its user has forgotten it.
      await tx
        .insertInto('mfa_amr_claims')
        .values({ session_id: begun.session.id, method: 'recovery', updated_at: moment })
        .execute();
    }
    return { outcome: 'session', begun, phoneOwner: changed.phone === user.phone ? null : user };
  });

async function applyToken(
  tx: AuthDatabase,
  user: User,
  { kind, client, now }: { kind: TokenKind; client: ClientInfo; now: Date },
): Promise<User> {
  switch (kind) {
    case 'confirmation':
      return await confirmEmail(tx, user, { now, dropsPassword: false });
    case 'invite':
    case 'recovery':
    case 'magic_link':
      return await confirmEmail(tx, user, { now, dropsPassword: true });
    case 'email_change_current':
    case 'email_change_new':
      if (user.new_email === null) return user;
      await recordEvent(tx, { userId: user.id, action: 'user_email_changed', client }, now);
      return await updateUser(tx, user, { email: user.new_email }, now);
    case 'phone_confirmation':
      return await confirmPhone(tx, user, { now, dropsPassword: false });
    case 'sms':
      return await confirmPhone(tx, user, { now, dropsPassword: true });
    case 'phone_change':
      if (user.new_phone === null) return user;
      await recordEvent(tx, { userId: user.id, action: 'user_modified', client }, now);
      return await updateUser(tx, user, { phone: user.new_phone }, now);
    case 'reauthentication':
      return user;
  }
}
