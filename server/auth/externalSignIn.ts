import { randomUUID } from 'node:crypto';
import { errorCode } from '../common/errorCode.ts';
import { recordEvent } from './audit.ts';
import { AuthError } from './auth.errors.ts';
import type { AuthDatabase } from './auth.tables.ts';
import type { AuthContext } from './authContext.ts';
import type { ClientInfo } from './clientInfo.ts';
import type { Link } from './externalFlows.ts';
import type { ExternalIdentity } from './externalProviders.ts';
import { clearTokens } from './oneTimeTokens.ts';
import { admitFirstOnly, requireOpenSignup } from './signup.ts';
import { findUserByAddress, isBanned, lockUser, mergeMetadata, providersWith, type User } from './users.ts';

interface ExternalSignIn {
  provider: string;
  identity: ExternalIdentity;
  aud: string;
  client: ClientInfo;
  /** The session whose user adds this identity. */
  link: Link | null;
}

type SignedIn =
  /** `isAdded`: the identity is new to an account that was there before. */
  | { outcome: 'signedIn'; user: User; isAdded: boolean }
  /** The provider has not checked the address, so its owner has to confirm it. */
  | { outcome: 'unconfirmed'; user: User; email: string };

const identityTaken = () => new AuthError(422, 'identity_already_exists', 'Identity is already linked to another user');
const userBanned = () => new AuthError(403, 'user_banned', 'User is banned');
/** The provider has not checked an address that is needed here. */
export const needsVerification = (provider: string) =>
  new AuthError(422, 'provider_email_needs_verification', `Unverified email with ${provider}. Verify it there first.`);

/**
 * The user of an identity at a provider: the one who has it, or who has its verified address, or a new one. Only an
 * address that the provider has checked leads to a user who is already here.
 */
export async function findOrCreateUser(context: AuthContext, request: ExternalSignIn): Promise<SignedIn> {
  const { db, now } = context;
  const { provider, identity } = request;
  try {
    return await db.transaction().execute(async (tx) => {
      const moment = now();
      const known = await tx
        .selectFrom('identities')
        .select(['id', 'user_id'])
        .where('provider', '=', provider)
        .where('provider_id', '=', identity.subject)
        .executeTakeFirst();
      if (request.link !== null) {
        // The user before the session, in the order of a change of password.
        await lockUser(tx, request.link.userId);
        await requireSession(tx, request.link);
        if (known !== undefined) throw identityTaken();
        const user = await linkTo(tx, request.link.userId, request, moment);
        if (isBanned(user, moment)) throw userBanned();
        return { outcome: 'signedIn', user, isAdded: true };
      }
      const { user, isAdded } =
        known === undefined
          ? await adopt(context, tx, request, moment)
          : { user: await refreshIdentity(tx, known, request, moment), isAdded: false };
      if (isBanned(user, moment)) throw userBanned();
      return user.email_confirmed_at === null && user.email !== null
        ? { outcome: 'unconfirmed', user, email: user.email }
        : { outcome: 'signedIn', user, isAdded };
    });
  } catch (error) {
    // Another request added the identity or the address at the same moment.
    if (errorCode(error) === '23505') throw identityTaken();
    throw error;
  }
}

/** A session may end while its user is at the provider. */
async function requireSession(tx: AuthDatabase, { userId, sessionId }: Link): Promise<void> {
  const session = await tx
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .forShare()
    .executeTakeFirst();
  if (session === undefined) throw new AuthError(403, 'session_not_found', 'The session has ended. Sign in again.');
}

async function refreshIdentity(
  tx: AuthDatabase,
  { id, user_id: userId }: { id: string; user_id: string },
  { provider, identity }: ExternalSignIn,
  now: Date,
): Promise<User> {
  const user = await lockUser(tx, userId);
  if (user === undefined) throw new AuthError(403, 'user_not_found', 'User does not exist');
  await tx
    .updateTable('identities')
    .set({ identity_data: JSON.stringify(identity.claims), email: identity.email, updated_at: now })
    .where('id', '=', id)
    .execute();
  const isProof = identity.isEmailVerified && identity.email === user.email && user.email_confirmed_at === null;
  return isProof ? await takeOver(tx, user, { id, provider }, now) : user;
}

/** The user who has the address already, or a new one. */
async function adopt(
  context: AuthContext,
  tx: AuthDatabase,
  request: ExternalSignIn,
  now: Date,
): Promise<{ user: User; isAdded: boolean }> {
  const { provider, identity, aud, client } = request;
  const { email, isEmailVerified } = identity;
  if (email === null) throw new AuthError(400, 'validation_failed', 'Error getting user email from external provider');
  const owner = await findUserByAddress(tx, { kind: 'email', email }, aud);
  if (owner !== undefined) {
    if (!isEmailVerified) throw needsVerification(provider);
    return { user: await linkTo(tx, owner.id, request, now), isAdded: true };
  }
  await requireOpenSignup({ ...context, db: tx });
  await admitFirstOnly(context, tx);
  const user = await tx
    .insertInto('users')
    .values({
      id: randomUUID(),
      aud,
      role: 'authenticated',
      email,
      phone: null,
      encrypted_password: null,
      email_confirmed_at: isEmailVerified || context.settings.autoconfirm ? now : null,
      phone_confirmed_at: null,
      last_sign_in_at: null,
      raw_app_meta_data: JSON.stringify({ provider, providers: [provider] }),
      raw_user_meta_data: JSON.stringify(identity.claims),
      is_anonymous: false,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await insertExternalIdentity(tx, user.id, request, now);
  await recordEvent(tx, { userId: user.id, action: 'user_signedup', client, details: { provider } }, now);
  return { user, isAdded: false };
}

async function linkTo(tx: AuthDatabase, userId: string, request: ExternalSignIn, now: Date): Promise<User> {
  const { provider, identity, client, aud } = request;
  const user = await lockUser(tx, userId);
  if (user === undefined) throw new AuthError(403, 'user_not_found', 'User does not exist');
  const id = await insertExternalIdentity(tx, user.id, request, now);
  await recordEvent(tx, { userId, action: 'identity_linked', client, details: { provider } }, now);
  const isOwner = identity.isEmailVerified && identity.email === user.email;
  const owned = isOwner && user.email_confirmed_at === null ? await takeOver(tx, user, { id, provider }, now) : user;
  const isFree =
    identity.email !== null &&
    (await findUserByAddress(tx, { kind: 'email', email: identity.email }, aud)) === undefined;
  const takesEmail = user.email === null && identity.isEmailVerified && isFree;
  return await tx
    .updateTable('users')
    .set({
      raw_app_meta_data: JSON.stringify({ ...owned.raw_app_meta_data, ...providersWith(owned, [provider]) }),
      raw_user_meta_data: JSON.stringify(mergeMetadata(identity.claims, owned.raw_user_meta_data)),
      is_anonymous: false,
      ...(takesEmail && { email: identity.email, email_confirmed_at: now }),
      updated_at: now,
    })
    .where('id', '=', user.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Confirms a user by the provider's word. Another person may have signed up with the address before, so every other way
 * into the account ends.
 */
async function takeOver(
  tx: AuthDatabase,
  user: User,
  { id, provider }: { id: string; provider: string },
  now: Date,
): Promise<User> {
  await tx.deleteFrom('identities').where('user_id', '=', user.id).where('id', '!=', id).execute();
  await tx.deleteFrom('sessions').where('user_id', '=', user.id).execute();
  await tx.deleteFrom('mfa_factors').where('user_id', '=', user.id).execute();
  await clearTokens(tx, user.id);
  return await tx
    .updateTable('users')
    .set({
      encrypted_password: null,
      phone: null,
      phone_confirmed_at: null,
      email_confirmed_at: now,
      raw_app_meta_data: JSON.stringify({ ...user.raw_app_meta_data, provider, providers: [provider] }),
      raw_user_meta_data: JSON.stringify({ email_verified: true }),
      updated_at: now,
    })
    .where('id', '=', user.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

async function insertExternalIdentity(
  tx: AuthDatabase,
  userId: string,
  { provider, identity }: ExternalSignIn,
  now: Date,
): Promise<string> {
  const id = randomUUID();
  await tx
    .insertInto('identities')
    .values({
      id,
      user_id: userId,
      provider,
      provider_id: identity.subject,
      identity_data: JSON.stringify(identity.claims),
      email: identity.email,
      last_sign_in_at: now,
      created_at: now,
      updated_at: now,
    })
    .execute();
  return id;
}
