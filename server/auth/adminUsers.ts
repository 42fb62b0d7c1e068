import { sql } from 'kysely';
import { escapeLike } from '../common/escapeLike.ts';
import { recordEvent } from './audit.ts';
import { AuthError } from './auth.errors.ts';
import type { AuthDatabase } from './auth.tables.ts';
import type { AuthContext } from './authContext.ts';
import { isUuid } from './authenticate.ts';
import type { ClientInfo } from './clientInfo.ts';
import { clearTokens } from './oneTimeTokens.ts';
import {
  emailTaken,
  insertUser,
  lockUser,
  mergeMetadata,
  phoneTaken,
  providersWith,
  putIdentity,
  rethrowTaken,
  type Address,
  type Metadata,
  type User,
} from './users.ts';

export interface UserQuery {
  aud: string;
  /** Part of an email address or a name, the beginning of a phone number, an id, or a provider. */
  filter: string;
  isAscending: boolean;
  page: number;
  perPage: number;
  /** The last user of the page before, from which the next is found without counting; otherwise `page` counts. */
  after: string | null;
}

export interface UserPage {
  users: User[];
  /** Exact up to 50,000; above that as Postgres estimates it. */
  total: number;
}

/** Counting more rows would make a page slower the more users there are. */
const countedMax = 50_000;

/** A page of users, the newest first unless ascending. */
export async function listUsers(
  db: AuthDatabase,
  { aud, filter, isAscending, page, perPage, after }: UserQuery,
): Promise<UserPage> {
  const direction = isAscending ? 'asc' : 'desc';
  const matching = () =>
    db
      .selectFrom('users')
      .where('aud', '=', aud)
      .$if(filter !== '', (query) =>
        query.where((where) =>
          where.or([
            where(where.fn<string>('lower', ['email']), 'like', `%${escapeLike(filter.toLowerCase())}%`),
            where('phone', 'like', `${escapeLike(filter.replace(/^\+/, ''))}%`),
            ...['name', 'full_name'].map((key) =>
              where(sql<string>`raw_user_meta_data ->> ${key}`, 'ilike', `%${escapeLike(filter)}%`),
            ),
            ...(isUuid(filter) ? [where('id', '=', filter)] : []),
            where.exists(
              where
                .selectFrom('identities')
                .select(sql`1`.as('one'))
                .whereRef('user_id', '=', 'users.id')
                .where((identity) =>
                  identity.or([
                    identity('provider', '=', filter.toLowerCase()),
                    // A provider of SAML has its id in the name.
                    ...(/^(?:sso|saml)$/i.test(filter) ? [identity('provider', 'like', 'sso:%')] : []),
                  ]),
                ),
            ),
          ]),
        ),
      );
  const isAfter = sql<boolean>`(created_at, id) ${sql.raw(isAscending ? '>' : '<')} (select created_at, id from ${sql.table('users')} where id = ${after})`;
  const knowsAfter = after !== null && (await existsUser(db, after));
  // The ids first, from the index alone: skipping whole rows would read them.
  const ids = matching()
    .select('id')
    .$if(knowsAfter, (query) => query.where(isAfter))
    .orderBy('created_at', direction)
    .orderBy('id', direction)
    .limit(perPage)
    .offset(knowsAfter ? 0 : (page - 1) * perPage);
  const users = await db
    .selectFrom('users')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('created_at', direction)
    .orderBy('id', direction)
    .execute();
  const counted = await db
    .selectFrom(
      matching()
        .select(sql`1`.as('one'))
        .limit(countedMax + 1)
        .as('some'),
    )
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  const total = Number(counted.count);
  return { users, total: total <= countedMax || filter !== '' ? total : Math.max(total, await estimateUsers(db)) };
}

const existsUser = async (db: AuthDatabase, id: string): Promise<boolean> =>
  (await db.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;

async function estimateUsers(db: AuthDatabase): Promise<number> {
  const found = await db
    .selectFrom('users')
    .select(sql<number>`(select reltuples from pg_catalog.pg_class where oid = users.tableoid)`.as('estimate'))
    .limit(1)
    .executeTakeFirst();
  return Number(found?.estimate ?? 0);
}

/** Any user, deleted ones included. */
export const findAnyUser = (db: AuthDatabase, id: string): Promise<User | undefined> =>
  db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();

export interface AdminChanges {
  email?: string;
  phone?: string;
  passwordHash?: string;
  isEmailConfirmed: boolean;
  isPhoneConfirmed: boolean;
  userMetadata: Metadata;
  appMetadata: Metadata;
  role?: string;
  /** Null ends a ban. */
  bannedUntil?: Date | null;
}

export interface NewAdminUser extends AdminChanges {
  id?: string;
  aud: string;
}

/** Adds a user with exactly these metadata. Nothing is confirmed and no mail is sent unless asked for. */
export const createUser = ({ db, now }: AuthContext, user: NewAdminUser, client: ClientInfo): Promise<User> =>
  db.transaction().execute(async (tx) => {
    const moment = now();
    const { email, phone, isEmailConfirmed, isPhoneConfirmed } = user;
    const address: Address = email === undefined ? { kind: 'phone', phone: phone ?? '' } : { kind: 'email', email };
    const created = await insertUser(tx, {
      ...(user.id !== undefined && { id: user.id }),
      address,
      passwordHash: user.passwordHash ?? null,
      data: user.userMetadata,
      copiesClaims: false,
      aud: user.aud,
      isConfirmed: email === undefined ? isPhoneConfirmed : isEmailConfirmed,
      now: moment,
    }).catch((error: unknown) => rethrowTaken(error, address.kind));
    await recordEvent(tx, { userId: created.id, action: 'user_signedup', client, details: { by: 'admin' } }, moment);
    const { email: _taken, phone: _other, passwordHash: _hash, ...rest } = user;
    return await applyChanges(
      tx,
      created,
      {
        ...rest,
        ...(email !== undefined && phone !== undefined && { phone }),
        userMetadata: email !== undefined && isEmailConfirmed ? { email_verified: true } : {},
      },
      moment,
    );
  });

/** Changes a user at once, without mails. A new password ends all sessions. */
export const changeUser = (
  { db, now }: AuthContext,
  id: string,
  changes: AdminChanges,
  client: ClientInfo,
): Promise<User> =>
  db.transaction().execute(async (tx) => {
    const user = await requireLocked(tx, id);
    const moment = now();
    await refuseTaken(tx, user, changes);
    if (changes.passwordHash !== undefined) {
      await tx.deleteFrom('sessions').where('user_id', '=', id).execute();
      await clearTokens(tx, id);
    }
    const action = changes.passwordHash === undefined ? 'user_modified' : 'user_updated_password';
    await recordEvent(tx, { userId: id, action, client, details: { by: 'admin' } }, moment);
    return await applyChanges(tx, user, changes, moment);
  });

async function requireLocked(tx: AuthDatabase, id: string): Promise<User> {
  const user = await lockUser(tx, id);
  if (user === undefined) throw userNotFound();
  return user;
}

export const userNotFound = () => new AuthError(404, 'user_not_found', 'User not found');

async function refuseTaken(tx: AuthDatabase, user: User, { email, phone }: AdminChanges): Promise<void> {
  const taken = async (column: 'email' | 'phone', value: string) =>
    (await tx
      .selectFrom('users')
      .select('id')
      .where(column === 'email' ? sql<string>`lower(email)` : 'phone', '=', value)
      .where('is_sso_user', '=', false)
      .where('id', '!=', user.id)
      .executeTakeFirst()) !== undefined;
  if (email !== undefined && (await taken('email', email))) throw emailTaken();
  if (phone !== undefined && (await taken('phone', phone))) throw phoneTaken();
}

async function applyChanges(tx: AuthDatabase, user: User, changes: AdminChanges, now: Date): Promise<User> {
  const { email, phone, isEmailConfirmed, isPhoneConfirmed } = changes;
  const emailConfirmedAt = isEmailConfirmed ? (user.email_confirmed_at ?? now) : user.email_confirmed_at;
  const phoneConfirmedAt = isPhoneConfirmed ? (user.phone_confirmed_at ?? now) : user.phone_confirmed_at;
  const [newEmail, newPhone] = [email ?? user.email, phone ?? user.phone];
  if (newEmail !== null && (email !== undefined || isEmailConfirmed))
    await putIdentity(tx, user.id, { kind: 'email', email: newEmail }, { isConfirmed: emailConfirmedAt !== null, now });
  if (newPhone !== null && (phone !== undefined || isPhoneConfirmed))
    await putIdentity(tx, user.id, { kind: 'phone', phone: newPhone }, { isConfirmed: phoneConfirmedAt !== null, now });
  const verified = {
    ...(isEmailConfirmed && newEmail !== null && { email_verified: true }),
    ...(isPhoneConfirmed && newPhone !== null && { phone_verified: true }),
  };
  return await tx
    .updateTable('users')
    .set({
      updated_at: now,
      raw_user_meta_data: JSON.stringify(
        mergeMetadata(user.raw_user_meta_data, { ...changes.userMetadata, ...verified }),
      ),
      raw_app_meta_data: JSON.stringify(
        mergeMetadata(
          {
            ...user.raw_app_meta_data,
            ...((email !== undefined || phone !== undefined) &&
              providersWith(user, [
                ...(email === undefined ? [] : ['email']),
                ...(phone === undefined ? [] : ['phone']),
              ])),
          },
          changes.appMetadata,
        ),
      ),
      ...(email !== undefined && { email, is_anonymous: false }),
      ...(phone !== undefined && { phone, is_anonymous: false }),
      email_confirmed_at: newEmail === null ? null : emailConfirmedAt,
      phone_confirmed_at: newPhone === null ? null : phoneConfirmedAt,
      ...(changes.passwordHash !== undefined && { encrypted_password: changes.passwordHash }),
      ...(changes.role !== undefined && { role: changes.role }),
      ...(changes.bannedUntil !== undefined && { banned_until: changes.bannedUntil }),
    })
    .where('id', '=', user.id)
    .returningAll()
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => rethrowTaken(error, email === undefined ? 'phone' : 'email'));
}

/**
 * Deletes a user and what belongs to one. A soft deletion keeps the id, and nothing that tells whose it was; the
 * address is free again.
 */
export const deleteUser = (
  { db, secretBox, now }: AuthContext,
  id: string,
  { isSoft, by, client }: { isSoft: boolean; by: 'admin' | 'user'; client: ClientInfo },
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const user = await requireLocked(tx, id);
    const moment = now();
    // Where the user signed in from does not outlive the account; that it ended does.
    await tx.deleteFrom('audit_log_entries').where('user_id', '=', id).execute();
    await recordEvent(tx, { userId: id, action: 'user_deleted', client, details: { by } }, moment);
    if (!isSoft) {
      await tx.deleteFrom('users').where('id', '=', id).execute();
      return;
    }
    const obfuscate = (text: string | null) => (text === null ? null : secretBox.digest(text, `deleted/${id}`));
    await tx.deleteFrom('sessions').where('user_id', '=', id).execute();
    await tx.deleteFrom('mfa_factors').where('user_id', '=', id).execute();
    await clearTokens(tx, id);
    const identities = await tx.selectFrom('identities').selectAll().where('user_id', '=', id).execute();
    for (const identity of identities) {
      await tx
        .updateTable('identities')
        .set({
          provider_id: obfuscate(identity.provider_id) ?? '',
          email: obfuscate(identity.email),
          identity_data: '{}',
          updated_at: moment,
        })
        .where('id', '=', identity.id)
        .execute();
    }
    await tx
      .updateTable('users')
      .set({
        email: obfuscate(user.email),
        phone: obfuscate(user.phone),
        encrypted_password: null,
        raw_user_meta_data: '{}',
        raw_app_meta_data: '{}',
        deleted_at: moment,
        updated_at: moment,
      })
      .where('id', '=', id)
      .execute();
  });
