import { randomBytes, randomUUID } from 'node:crypto';
import { sql, type Selectable } from 'kysely';
import {
  accessTokenPrefix,
  accessTokenScopes,
  type AccessToken,
  type AccessTokenScope,
  type CreatedAccessToken,
  type NewAccessToken,
} from '../../src/contract/accounts/accessToken.ts';
import { isUuid } from '../auth/authenticate.ts';
import { hashToken } from '../auth/hashToken.ts';
import type { ControlDatabase } from '../database/database.ts';
import type { AccessTokensTable } from '../database/tables/accessToken.tables.ts';
import { ApiError } from '../http/errors.ts';

const maxPerUser = 50;
const dayMs = 24 * 60 * 60_000;
const hintLength = 4;
/** A token that is used all the time costs one write in this time. */
const usedEveryMs = 60_000;

const describe = (row: Omit<Selectable<AccessTokensTable>, 'user_id' | 'token_hash'>): AccessToken => ({
  id: row.id,
  name: row.name,
  hint: row.hint,
  scopes: accessTokenScopes.filter((scope) => row.scopes.includes(scope)),
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at?.toISOString() ?? null,
  last_used_at: row.last_used_at?.toISOString() ?? null,
});

/** A user's tokens, the newest first. */
export async function listAccessTokens(db: ControlDatabase, userId: string): Promise<AccessToken[]> {
  const rows = await db
    .selectFrom('access_tokens')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map(describe);
}

/** Creates a token, which is in this answer and nowhere else. */
export const createAccessToken = (
  db: ControlDatabase,
  userId: string,
  { name, scopes, expires_in_days: days }: NewAccessToken,
  now = new Date(),
): Promise<CreatedAccessToken> =>
  db.transaction().execute(async (tx) => {
    // Locked, so that concurrent requests count each other's tokens.
    await tx.selectFrom('profiles').select('id').where('gotrue_id', '=', userId).forUpdate().executeTakeFirst();
    const { count } = await tx
      .selectFrom('access_tokens')
      .select(sql<string>`count(*)`.as('count'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    if (Number(count) >= maxPerUser)
      throw new ApiError(422, 'too_many_access_tokens', `You have ${maxPerUser} access tokens. Revoke one first.`);
    const token = accessTokenPrefix + randomBytes(32).toString('base64url');
    const row = await tx
      .insertInto('access_tokens')
      .values({
        id: randomUUID(),
        user_id: userId,
        name,
        token_hash: hashToken(token),
        hint: token.slice(-hintLength),
        scopes: [...new Set(scopes)],
        created_at: now,
        expires_at: days === null ? null : new Date(now.getTime() + days * dayMs),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    return { ...describe(row), token };
  });

/** Revokes a token at once; null if the user has no such token. */
export async function revokeAccessToken(
  db: ControlDatabase,
  userId: string,
  id: string,
): Promise<Pick<AccessToken, 'name'> | null> {
  if (!isUuid(id)) return null;
  const row = await db
    .deleteFrom('access_tokens')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('name')
    .executeTakeFirst();
  return row ?? null;
}

const refused = (code: string, message: string) => new ApiError(401, code, message);

/** The user and the scopes of a token that is still valid. */
export async function findAccessToken(
  db: ControlDatabase,
  token: string,
  now = new Date(),
): Promise<{ userId: string; scopes: readonly AccessTokenScope[] }> {
  const row = await db
    .selectFrom('access_tokens')
    .selectAll()
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst();
  if (row === undefined) throw refused('access_token_invalid', 'This access token does not exist or was revoked.');
  if (row.expires_at !== null && row.expires_at <= now)
    throw refused('access_token_expired', 'This access token has expired.');
  if (row.last_used_at === null || now.getTime() - row.last_used_at.getTime() >= usedEveryMs)
    await db.updateTable('access_tokens').set({ last_used_at: now }).where('id', '=', row.id).execute();
  return { userId: row.user_id, scopes: describe(row).scopes };
}
