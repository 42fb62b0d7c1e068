import { randomUUID } from 'node:crypto';
import { sql, type Selectable } from 'kysely';
import { errorCode } from '../common/errorCode.ts';
import { AuthError } from './auth.errors.ts';
import type { AuthDatabase, IdentitiesTable, UsersTable } from './auth.tables.ts';

export type User = Selectable<UsersTable>;
type Identity = Selectable<IdentitiesTable>;
type Metadata = Readonly<Record<string, unknown>>;

/** The identifier of a user. Exactly one of the two, except for anonymous users, who have neither. */
export type Address = { kind: 'email'; email: string } | { kind: 'phone'; phone: string };

export const findUserById = (db: AuthDatabase, id: string): Promise<User | undefined> =>
  db.selectFrom('users').selectAll().where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst();

export const findUserByAddress = (db: AuthDatabase, address: Address, aud: string): Promise<User | undefined> =>
  db
    .selectFrom('users')
    .selectAll()
    .where('aud', '=', aud)
    .where('deleted_at', 'is', null)
    .where((where) =>
      address.kind === 'email'
        ? where.and([where(where.fn<string>('lower', ['email']), '=', address.email), where('is_sso_user', '=', false)])
        : where('phone', '=', address.phone),
    )
    .executeTakeFirst();

export const isBanned = ({ banned_until: until }: Pick<User, 'banned_until'>, now: Date): boolean =>
  until !== null && until > now;

export interface NewUser {
  /** Null for an anonymous user. */
  address: Address | null;
  passwordHash: string | null;
  data: Metadata;
  aud: string;
  now: Date;
}

/** Adds a user whose address counts as confirmed, with its identity. */
export async function insertConfirmedUser(
  db: AuthDatabase,
  { address, passwordHash, data, aud, now }: NewUser,
): Promise<User> {
  const id = randomUUID();
  const claims = address === null ? {} : identityClaims(id, address);
  try {
    const user = await db
      .insertInto('users')
      .values({
        id,
        aud,
        role: 'authenticated',
        email: address?.kind === 'email' ? address.email : null,
        phone: address?.kind === 'phone' ? address.phone : null,
        encrypted_password: passwordHash,
        email_confirmed_at: address?.kind === 'email' ? now : null,
        phone_confirmed_at: address?.kind === 'phone' ? now : null,
        last_sign_in_at: null,
        raw_app_meta_data: JSON.stringify(
          address === null ? {} : { provider: address.kind, providers: [address.kind] },
        ),
        raw_user_meta_data: JSON.stringify({ ...data, ...claims }),
        is_anonymous: address === null,
        created_at: now,
        updated_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    if (address !== null) await insertIdentity(db, { id, address, data, now });
    return user;
  } catch (error) {
    if (errorCode(error) === '23505')
      throw new AuthError(422, 'user_already_exists', 'User already registered', { cause: error });
    throw error;
  }
}

/** Identity data of an address; copied into the user's metadata at self sign-up. */
const identityClaims = (userId: string, address: Address) => ({
  sub: userId,
  ...(address.kind === 'email' ? { email: address.email } : { phone: address.phone }),
  email_verified: address.kind === 'email',
  phone_verified: address.kind === 'phone',
});

async function insertIdentity(
  db: AuthDatabase,
  { id, address, data, now }: { id: string; address: Address; data: Metadata; now: Date },
): Promise<void> {
  await db
    .insertInto('identities')
    .values({
      id: randomUUID(),
      user_id: id,
      provider: address.kind,
      provider_id: id,
      identity_data: JSON.stringify({ ...data, ...identityClaims(id, address) }),
      email: address.kind === 'email' ? address.email : null,
      last_sign_in_at: now,
      created_at: now,
      updated_at: now,
    })
    .execute();
}

export interface UserChanges {
  email?: string;
  phone?: string;
  passwordHash?: string;
  data?: Metadata;
}

/**
 * Changes what users may change about themselves; new addresses count as confirmed. Metadata merge at the top level,
 * null deletes a key.
 */
export async function updateUser(db: AuthDatabase, user: User, changes: UserChanges, now: Date): Promise<User> {
  const addresses: Address[] = [
    ...(changes.email === undefined ? [] : [{ kind: 'email', email: changes.email } as const]),
    ...(changes.phone === undefined ? [] : [{ kind: 'phone', phone: changes.phone } as const]),
  ];
  const providers = new Set([...providersOf(user), ...addresses.map(({ kind }) => kind)]);
  let metadata = mergeMetadata(user.raw_user_meta_data, changes.data ?? {});
  for (const address of addresses) {
    const verified = `${address.kind}_verified`;
    metadata = {
      ...metadata,
      sub: user.id,
      ...(address.kind === 'email' ? { email: address.email } : { phone: address.phone }),
      [verified]: true,
    };
    await putIdentity(db, user.id, address, now);
  }
  try {
    return await db
      .updateTable('users')
      .set({
        raw_user_meta_data: JSON.stringify(metadata),
        updated_at: now,
        ...(changes.email === undefined ? {} : { email: changes.email, email_confirmed_at: now }),
        ...(changes.phone === undefined ? {} : { phone: changes.phone, phone_confirmed_at: now }),
        ...(addresses.length === 0
          ? {}
          : {
              is_anonymous: false,
              raw_app_meta_data: JSON.stringify({
                ...user.raw_app_meta_data,
                provider: user.raw_app_meta_data.provider ?? addresses[0]?.kind,
                providers: [...providers],
              }),
            }),
        ...(changes.passwordHash === undefined ? {} : { encrypted_password: changes.passwordHash }),
      })
      .where('id', '=', user.id)
      .returningAll()
      .executeTakeFirstOrThrow();
  } catch (error) {
    if (errorCode(error) !== '23505') throw error;
    throw changes.email === undefined ? phoneTaken() : emailTaken();
  }
}

export const emailTaken = () =>
  new AuthError(422, 'email_exists', 'A user with this email address has already been registered');
export const phoneTaken = () =>
  new AuthError(422, 'phone_exists', 'A user with this phone number has already been registered');

const providersOf = ({ raw_app_meta_data: { providers } }: User): string[] =>
  Array.isArray(providers) ? providers.filter((provider) => typeof provider === 'string') : [];

function mergeMetadata(old: Metadata, changes: Metadata): Metadata {
  return Object.fromEntries(Object.entries({ ...old, ...changes }).filter(([, value]) => value !== null));
}

async function putIdentity(db: AuthDatabase, id: string, address: Address, now: Date): Promise<void> {
  const existing = await db
    .selectFrom('identities')
    .select(['id', 'identity_data'])
    .where('user_id', '=', id)
    .where('provider', '=', address.kind)
    .executeTakeFirst();
  if (existing === undefined) {
    await insertIdentity(db, { id, address, data: {}, now });
    return;
  }
  await db
    .updateTable('identities')
    .set({
      identity_data: JSON.stringify({ ...existing.identity_data, ...identityClaims(id, address) }),
      email: address.kind === 'email' ? address.email : null,
      updated_at: now,
    })
    .where('id', '=', existing.id)
    .execute();
}

/** A user as clients see one: never a hash, absent rather than null, `email` and `phone` always text. */
export async function describeUser(db: AuthDatabase, user: User): Promise<Record<string, unknown>> {
  const identities = await db
    .selectFrom('identities')
    .selectAll()
    .where('user_id', '=', user.id)
    .orderBy('created_at')
    .execute();
  const confirmed = [user.email_confirmed_at, user.phone_confirmed_at]
    .filter((moment) => moment !== null)
    .toSorted((a, b) => a.getTime() - b.getTime());
  return {
    id: user.id,
    aud: user.aud,
    role: user.role,
    email: user.email ?? '',
    phone: user.phone ?? '',
    ...present({
      email_confirmed_at: user.email_confirmed_at,
      phone_confirmed_at: user.phone_confirmed_at,
      confirmed_at: confirmed[0] ?? null,
      last_sign_in_at: user.last_sign_in_at,
      banned_until: user.banned_until,
    }),
    app_metadata: user.raw_app_meta_data,
    user_metadata: user.raw_user_meta_data,
    identities: identities.map(describeIdentity),
    created_at: user.created_at,
    updated_at: user.updated_at,
    is_anonymous: user.is_anonymous,
  };
}

const describeIdentity = (identity: Identity) => ({
  identity_id: identity.id,
  id: identity.provider_id,
  user_id: identity.user_id,
  identity_data: identity.identity_data,
  provider: identity.provider,
  ...present({ last_sign_in_at: identity.last_sign_in_at, email: identity.email }),
  created_at: identity.created_at,
  updated_at: identity.updated_at,
});

const present = (fields: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));

/** Checks only for any row, without counting. */
export async function hasUsers(db: AuthDatabase): Promise<boolean> {
  return (
    (await db
      .selectFrom('users')
      .select(sql`1`.as('one'))
      .limit(1)
      .executeTakeFirst()) !== undefined
  );
}
