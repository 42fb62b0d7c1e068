import { sql } from 'kysely';
import { recordEvent } from './audit.ts';
import { AuthError } from './auth.errors.ts';
import type { AuthDatabase } from './auth.tables.ts';
import type { AuthContext } from './authContext.ts';
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

interface NewAdminUser extends AdminChanges {
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
