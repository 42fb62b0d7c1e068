import { sql } from 'kysely';
import { AuthError } from './auth.errors.ts';
import type { AuthDatabase } from './auth.tables.ts';
import type { AuthContext } from './authContext.ts';
import { hashPassword } from './passwords.ts';
import { beginSession, type NewSession, type ClientInfo } from './sessions.ts';
import { findUserByAddress, hasUsers, insertConfirmedUser, type Address } from './users.ts';

const signupDisabled = () => new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance');

/** Whether a new user may sign up now. */
export const isSignupOpen = async ({ db, settings }: Pick<AuthContext, 'db' | 'settings'>): Promise<boolean> =>
  settings.signup === 'open' || (settings.signup === 'firstOnly' && !(await hasUsers(db)));

export async function requireOpenSignup(context: AuthContext): Promise<void> {
  if (!(await isSignupOpen(context))) throw signupDisabled();
}

export interface SignupRequest {
  address: Address | null;
  password: string | null;
  data: Readonly<Record<string, unknown>>;
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
    const user = await insertConfirmedUser(tx, { address, passwordHash, data, aud, now: moment });
    return await beginSession(tx, user, address === null ? 'anonymous' : 'password', client, moment);
  });
}

/** When only the first user may sign up, one of two concurrent sign-ups is refused. */
async function admitFirstOnly({ settings }: AuthContext, tx: AuthDatabase): Promise<void> {
  if (settings.signup !== 'firstOnly') return;
  await sql`select pg_advisory_xact_lock(hashtextextended('first user', 0))`.execute(tx);
  if (await hasUsers(tx)) throw signupDisabled();
}
