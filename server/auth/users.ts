import { randomUUID } from 'node:crypto';
import { sql, type Selectable } from 'kysely';
import { errorCode } from '../common/errorCode.ts';
import { AuthError } from './auth.errors.ts';
import type { AuthDatabase, UsersTable } from './auth.tables.ts';

export type User = Selectable<UsersTable>;
export type Metadata = Readonly<Record<string, unknown>>;

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

/**
 * The user to whom a code for a new phone number was sent: clients name the current number or the new one. The latest
 * request wins where several users want the same number.
 */
export const findUserByNewPhone = (db: AuthDatabase, phone: string, aud: string): Promise<User | undefined> =>
  db
    .selectFrom('users')
    .selectAll()
    .where('aud', '=', aud)
    .where('deleted_at', 'is', null)
    .where('new_phone', 'is not', null)
    .where((where) => where.or([where('new_phone', '=', phone), where('phone', '=', phone)]))
    .orderBy('phone_change_sent_at', (order) => order.desc().nullsLast())
    .limit(1)
    .executeTakeFirst();

export const isAddressConfirmed = (user: User, kind: Address['kind']): boolean =>
  (kind === 'email' ? user.email_confirmed_at : user.phone_confirmed_at) !== null;

export const isBanned = ({ banned_until: until }: Pick<User, 'banned_until'>, now: Date): boolean =>
  until !== null && until > now;

interface NewUser {
  /** Random unless given. */
  id?: string;
  /** Null for an anonymous user. */
  address: Address | null;
  passwordHash: string | null;
  data: Metadata;
  /** Metadata get the claims of the identity too, as those of a user who signs up. */
  copiesClaims?: boolean;
  aud: string;
  /** The address counts as confirmed. */
  isConfirmed: boolean;
  now: Date;
}

/** Adds a user with the identity of the address. */
export async function insertUser(
  db: AuthDatabase,
  { id = randomUUID(), address, passwordHash, data, copiesClaims = true, aud, isConfirmed, now }: NewUser,
): Promise<User> {
  const claims = address === null ? {} : identityClaims(id, address, isConfirmed);
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
        email_confirmed_at: isConfirmed && address?.kind === 'email' ? now : null,
        phone_confirmed_at: isConfirmed && address?.kind === 'phone' ? now : null,
        last_sign_in_at: null,
        raw_app_meta_data: JSON.stringify(
          address === null ? {} : { provider: address.kind, providers: [address.kind] },
        ),
        raw_user_meta_data: JSON.stringify(copiesClaims ? { ...data, ...claims } : data),
        is_anonymous: address === null,
        created_at: now,
        updated_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    if (address !== null) await insertIdentity(db, { id, address, data: { ...data, ...claims }, now });
    return user;
  } catch (error) {
    if (errorCode(error) === '23505')
      throw new AuthError(422, 'user_already_exists', 'User already registered', { cause: error });
    throw error;
  }
}

/** Identity data of an address; copied into the user's metadata at self sign-up. */
export const identityClaims = (userId: string, address: Address, isConfirmed: boolean) => ({
  sub: userId,
  ...(address.kind === 'email' ? { email: address.email } : { phone: address.phone }),
  email_verified: isConfirmed && address.kind === 'email',
  phone_verified: isConfirmed && address.kind === 'phone',
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
      identity_data: JSON.stringify(data),
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
  let metadata = mergeMetadata(user.raw_user_meta_data, changes.data ?? {});
  for (const address of addresses) {
    const verified = `${address.kind}_verified`;
    metadata = {
      ...metadata,
      sub: user.id,
      ...(address.kind === 'email' ? { email: address.email } : { phone: address.phone }),
      [verified]: true,
    };
    await putIdentity(db, user.id, address, { isConfirmed: true, now });
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
                ...providersWith(
                  user,
                  addresses.map(({ kind }) => kind),
                ),
              }),
            }),
        ...(changes.passwordHash === undefined ? {} : { encrypted_password: changes.passwordHash }),
      })
      .where('id', '=', user.id)
      .returningAll()
      .executeTakeFirstOrThrow();
  } catch (error) {
    return rethrowTaken(error, changes.email === undefined ? 'phone' : 'email');
  }
}

/** The refusal of an address that another user took at the same moment; other errors as they are. */
export function rethrowTaken(error: unknown, kind: Address['kind']): never {
  const isTaken = errorCode(error) === '23505' || (error instanceof AuthError && error.code === 'user_already_exists');
  if (!isTaken) throw error;
  throw kind === 'email' ? emailTaken() : phoneTaken();
}

/**
 * Confirms the email address of a user who proved that it is theirs. With `dropsPassword`, a password from before that
 * proof is void: another person may have signed up with the address.
 */
export const confirmEmail = async (db: AuthDatabase, user: User, proof: AddressProof): Promise<User> =>
  user.email === null || user.email_confirmed_at !== null
    ? user
    : await confirmAddress(db, user, { kind: 'email', email: user.email }, proof);

/** The same for the phone number. */
export const confirmPhone = async (db: AuthDatabase, user: User, proof: AddressProof): Promise<User> =>
  user.phone === null || user.phone_confirmed_at !== null
    ? user
    : await confirmAddress(db, user, { kind: 'phone', phone: user.phone }, proof);

interface AddressProof {
  now: Date;
  dropsPassword: boolean;
}

async function confirmAddress(
  db: AuthDatabase,
  user: User,
  address: Address,
  { now, dropsPassword }: AddressProof,
): Promise<User> {
  await putIdentity(db, user.id, address, { isConfirmed: true, now });
  return await db
    .updateTable('users')
    .set({
      ...(address.kind === 'email' ? { email_confirmed_at: now } : { phone_confirmed_at: now }),
      raw_user_meta_data: JSON.stringify({ ...user.raw_user_meta_data, [`${address.kind}_verified`]: true }),
      updated_at: now,
      ...(dropsPassword && { encrypted_password: null }),
    })
    .where('id', '=', user.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The user, locked until the end of the transaction; undefined if deleted meanwhile. */
export async function lockUser(tx: AuthDatabase, id: string): Promise<User | undefined> {
  await tx.selectFrom('users').select('id').where('id', '=', id).forUpdate().execute();
  return await findUserById(tx, id);
}

/** The user of a live session was deleted meanwhile. */
export const userGone = () => new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist');
export const emailTaken = () =>
  new AuthError(422, 'email_exists', 'A user with this email address has already been registered');
export const phoneTaken = () =>
  new AuthError(422, 'phone_exists', 'A user with this phone number has already been registered');

/** The part of a user's metadata that names the ways to sign in, with more of them. */
export function providersWith(user: User, added: readonly string[]): { provider: unknown; providers: string[] } {
  return {
    provider: user.raw_app_meta_data.provider ?? added[0],
    providers: [...new Set([...providersOf(user), ...added])],
  };
}

const providersOf = ({ raw_app_meta_data: { providers } }: User): string[] =>
  Array.isArray(providers) ? providers.filter((provider) => typeof provider === 'string') : [];

/** Merges at the top level; null deletes a key. */
export function mergeMetadata(old: Metadata, changes: Metadata): Metadata {
  return Object.fromEntries(Object.entries({ ...old, ...changes }).filter(([, value]) => value !== null));
}

/** Adds the identity of an address, or changes the address of the user's identity of that kind. */
export async function putIdentity(
  db: AuthDatabase,
  id: string,
  address: Address,
  { isConfirmed, now }: { isConfirmed: boolean; now: Date },
): Promise<void> {
  const claims = identityClaims(id, address, isConfirmed);
  const existing = await db
    .selectFrom('identities')
    .select(['id', 'identity_data'])
    .where('user_id', '=', id)
    .where('provider', '=', address.kind)
    .executeTakeFirst();
  if (existing === undefined) {
    await insertIdentity(db, { id, address, data: claims, now });
    return;
  }
  await db
    .updateTable('identities')
    .set({
      identity_data: JSON.stringify({ ...existing.identity_data, ...claims }),
      email: address.kind === 'email' ? address.email : null,
      updated_at: now,
    })
    .where('id', '=', existing.id)
    .execute();
}

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
