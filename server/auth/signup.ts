import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { recordEvent } from './audit.ts';
import { AuthError } from './auth.errors.ts';
import type { AuthDatabase } from './auth.tables.ts';
import type { AuthContext } from './authContext.ts';
import type { ClientInfo } from './clientInfo.ts';
import { describeUser } from './describeUser.ts';
import { limitMail, mailToken } from './mailTokens.ts';
import type { LinkRequest } from './oneTimeTokens.ts';
import { hashPassword } from './passwords.ts';
import { beginSession, type NewSession } from './sessions.ts';
import { limitSms, requireSmsSender, sendCode } from './smsCodes.ts';
import {
  findUserByAddress,
  hasUsers,
  identityClaims,
  insertUser,
  isAddressConfirmed,
  type Address,
  type User,
} from './users.ts';

const signupDisabled = () => new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance');

/** Whether a new user may sign up now. */
export const isSignupOpen = async ({ db, settings }: Pick<AuthContext, 'db' | 'settings'>): Promise<boolean> =>
  settings.signup === 'open' || (settings.signup === 'firstOnly' && !(await hasUsers(db)));

export async function requireOpenSignup(context: Pick<AuthContext, 'db' | 'settings'>): Promise<void> {
  if (!(await isSignupOpen(context))) throw signupDisabled();
}

type Metadata = Readonly<Record<string, unknown>>;

interface SignupRequest {
  address: Address | null;
  password: string | null;
  data: Metadata;
  aud: string;
  client: ClientInfo;
}

/** Creates a confirmed user with a first session. The password is hashed before the transaction, to keep that short. */
export async function signUp(
  context: AuthContext,
  { address, password, data, aud, client }: SignupRequest,
): Promise<NewSession> {
  const { db, now } = context;
  if (address !== null && (await findUserByAddress(db, address, aud)) !== undefined) {
    throw new AuthError(422, 'user_already_exists', 'User already registered');
  }
  const passwordHash = password === null ? null : await hashPassword(password);
  return await db.transaction().execute(async (tx) => {
    await admitFirstOnly(context, tx);
    const moment = now();
    const user = await insertUser(tx, { address, passwordHash, data, aud, isConfirmed: true, now: moment });
    await recordEvent(tx, { userId: user.id, action: 'user_signedup', client }, moment);
    return await beginSession(tx, user, address === null ? 'anonymous' : 'password', client, moment);
  });
}

interface UnconfirmedSignup {
  address: Address;
  /** Null for a user who signs in by mail. */
  password: string | null;
  data: Metadata;
  aud: string;
  link: LinkRequest;
}

/**
 * Creates a user who has to confirm the address, and mails the link or sends the code. For an address that already has
 * a confirmed user the answer describes a user who does not exist, so that it does not tell; an unconfirmed one gets
 * another message.
 */
export async function signUpUnconfirmed(
  context: AuthContext,
  { address, password, data, aud, link }: UnconfirmedSignup,
): Promise<Record<string, unknown>> {
  const { db, now } = context;
  if (address.kind === 'email') {
    await limitMail(context, 'confirmation', address.email);
  } else {
    requireSmsSender(context);
    await limitSms(context, 'phone_confirmation', address.phone);
  }
  const passwordHash = password === null ? null : await hashPassword(password);
  const known = await findUserByAddress(db, address, aud);
  const isTaken = known !== undefined && isAddressConfirmed(known, address.kind);
  const user = isTaken
    ? undefined
    : (known ?? (await createUnconfirmed(context, { address, passwordHash, data, aud, client: link.client })));
  try {
    if (address.kind === 'email')
      await mailToken(context, { mail: 'confirmation', kind: 'confirmation', sentTo: address.email, user, ...link });
    else await sendCode(context, { kind: 'phone_confirmation', phone: address.phone, user, client: link.client });
  } catch (error) {
    // A user without a message could never be confirmed, and would keep the first password.
    if (known === undefined && user !== undefined) await db.deleteFrom('users').where('id', '=', user.id).execute();
    throw error;
  }
  if (user === undefined) return madeUpUser({ address, data, aud }, now());
  return await describeSignup(db, { ...user, confirmation_sent_at: now() }, { address, data });
}

interface UnconfirmedUser {
  address: Address;
  passwordHash: string | null;
  data: Metadata;
  aud: string;
  client: ClientInfo;
}

/** Adds a user whose address is not confirmed, where sign-ups are open. */
export const createUnconfirmed = (
  context: AuthContext,
  { address, passwordHash, data, aud, client }: UnconfirmedUser,
): Promise<User> =>
  context.db.transaction().execute(async (tx) => {
    await admitFirstOnly(context, tx);
    const now = context.now();
    const user = await insertUser(tx, { address, passwordHash, data, aud, isConfirmed: false, now });
    await recordEvent(tx, { userId: user.id, action: 'user_signedup', client }, now);
    return user;
  });

/** What the caller sent, and nothing of what an earlier caller sent for the same address. */
async function describeSignup(
  db: AuthDatabase,
  user: User,
  { address, data }: { address: Address; data: Metadata },
): Promise<Record<string, unknown>> {
  const claims = { ...data, ...identityClaims(user.id, address, false) };
  const described = await describeUser(db, { ...user, raw_user_meta_data: claims });
  return {
    ...described,
    identities: described.identities.map((identity) => ({ ...identity, identity_data: claims })),
  };
}

const madeUpUser = ({ address, data, aud }: { address: Address; data: Metadata; aud: string }, now: Date) => ({
  id: randomUUID(),
  aud,
  role: 'authenticated',
  email: address.kind === 'email' ? address.email : '',
  phone: address.kind === 'phone' ? address.phone : '',
  confirmation_sent_at: now,
  app_metadata: { provider: address.kind, providers: [address.kind] },
  user_metadata: data,
  identities: [],
  created_at: now,
  updated_at: now,
  is_anonymous: false,
});

/** When only the first user may sign up, one of two concurrent sign-ups is refused. */
export async function admitFirstOnly({ settings }: Pick<AuthContext, 'settings'>, tx: AuthDatabase): Promise<void> {
  if (settings.signup !== 'firstOnly') return;
  await sql`select pg_advisory_xact_lock(hashtextextended('first user', 0))`.execute(tx);
  if (await hasUsers(tx)) throw signupDisabled();
}
