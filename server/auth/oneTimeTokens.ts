import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { sql, type Selectable } from 'kysely';
import type { AuthDatabase, OneTimeTokensTable, PkceMethod, TokenKind } from './auth.tables.ts';
import type { AuthContext } from './authContext.ts';
import type { ClientInfo } from './clientInfo.ts';
import { hashToken } from './hashToken.ts';

export type OneTimeToken = Selectable<OneTimeTokensTable>;

/** The client's half of a code exchange. */
export interface Pkce {
  challenge: string;
  method: PkceMethod;
}

/** What a client says about the link: where it leads, whether it ends in a code exchange, and who asks. */
export interface LinkRequest {
  /** Checked against the allow list. */
  redirectTo: string;
  pkce: Pkce | null;
  client: ClientInfo;
}

/** What is mailed: both prove the same. */
export interface IssuedToken {
  code: string;
  /** The token of the link. */
  link: string;
}

interface TokenRequest {
  /** Without such a user the same statement runs and stores nothing. */
  userId: string;
  kind: TokenKind;
  sentTo: string;
  /** Codes in SMS have their own length and lifetime. */
  isSms?: boolean;
  pkce: Pkce | null;
  awaitsOther?: boolean;
}

/** Codes that may be compared with one token; after that only its link works. */
const attemptLimit = 5;

/** Clients recognize by the prefix that the link ends in a code exchange. */
export const pkcePrefix = 'pkce_';

/** Creates a token, which replaces the user's older one of the kind. */
export async function issueToken(
  { secretBox, settings, now }: Pick<AuthContext, 'secretBox' | 'settings' | 'now'>,
  tx: AuthDatabase,
  { userId, kind, sentTo, pkce, isSms = false, awaitsOther = false }: TokenRequest,
): Promise<IssuedToken> {
  const [length, lifetime] = isSms
    ? [settings.smsOtpLength, settings.smsOtpExpiry]
    : [settings.otpLength, settings.otpExpiry];
  const code = randomInt(10 ** length)
    .toString()
    .padStart(length, '0');
  const link = `${pkce === null ? '' : pkcePrefix}${randomBytes(28).toString('hex')}`;
  const moment = now();
  const expiresAt = new Date(moment.getTime() + lifetime * 1000);
  const text = (value: string | null) => sql<string>`${value}::text`;
  const replaced = [
    'sent_to',
    'code_hash',
    'link_hash',
    'awaits_other',
    'code_challenge',
    'code_challenge_method',
    'created_at',
    'expires_at',
  ] as const;
  await tx
    .insertInto('one_time_tokens')
    .columns(['user_id', 'kind', ...replaced])
    .expression((rows) =>
      rows
        .selectFrom('users')
        .select([
          'id',
          text(kind).as('kind'),
          text(sentTo).as('sent_to'),
          text(secretBox.digest(code, contextOf(userId, kind, sentTo))).as('code_hash'),
          text(hashToken(link)).as('link_hash'),
          sql<boolean>`${awaitsOther}::boolean`.as('awaits_other'),
          text(pkce?.challenge ?? null).as('code_challenge'),
          text(pkce?.method ?? null).as('code_challenge_method'),
          sql<Date>`${moment}::timestamptz`.as('created_at'),
          sql<Date>`${expiresAt}::timestamptz`.as('expires_at'),
        ])
        .where('id', '=', userId),
    )
    .onConflict((older) =>
      older.columns(['user_id', 'kind']).doUpdateSet((row) => ({
        ...Object.fromEntries(replaced.map((column) => [column, row.ref(`excluded.${column}`)])),
        attempts: 0,
      })),
    )
    .execute();
  return { code, link };
}

const contextOf = (userId: string, kind: TokenKind, sentTo: string): string => `${kind}/${userId}/${sentTo}`;

/** The live token with this link, if it is of one of the kinds. It is not used up yet. */
export const findTokenByLink = (
  { db, now }: AuthContext,
  link: string,
  kinds: readonly TokenKind[],
): Promise<OneTimeToken | undefined> =>
  kinds.length === 0
    ? Promise.resolve(undefined)
    : db
        .selectFrom('one_time_tokens')
        .selectAll()
        .where('link_hash', '=', hashToken(link))
        .where('kind', 'in', kinds)
        .where('expires_at', '>', now())
        .executeTakeFirst();

/**
 * The live token with this code that was sent to the address. Each comparison is counted before it is made, so that
 * concurrent guesses count too.
 */
export async function findTokenByCode(
  { db, secretBox, now }: AuthContext,
  code: string,
  { sentTo, aud, kinds }: { sentTo: string; aud: string; kinds: readonly TokenKind[] },
): Promise<OneTimeToken | undefined> {
  if (kinds.length === 0) return undefined;
  const candidates = await db
    .updateTable('one_time_tokens')
    .set(({ eb }) => ({ attempts: eb('attempts', '+', 1) }))
    .where('sent_to', '=', sentTo)
    .where('kind', 'in', kinds)
    .where('attempts', '<', attemptLimit)
    .where('expires_at', '>', now())
    .where('user_id', 'in', (users) => users.selectFrom('users').select('id').where('aud', '=', aud))
    .returningAll()
    .execute();
  return candidates.find(({ user_id: userId, kind, code_hash: expected }) =>
    timingSafeEqual(
      Buffer.from(secretBox.digest(code, contextOf(userId, kind, sentTo)), 'base64url'),
      Buffer.from(expected, 'base64url'),
    ),
  );
}

/** Uses up a token that was found; false if another request was faster or a newer token has replaced it. */
export async function consumeToken(
  tx: AuthDatabase,
  { user_id: userId, kind, link_hash: linkHash }: OneTimeToken,
): Promise<boolean> {
  const consumed = await tx
    .deleteFrom('one_time_tokens')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('link_hash', '=', linkHash)
    .returning('kind')
    .executeTakeFirst();
  return consumed !== undefined;
}

export const emailChangeKinds = ['email_change_current', 'email_change_new'] as const satisfies readonly TokenKind[];

/**
 * Voids the tokens of a user except those of the kinds to keep, and with them a change of address that was not
 * confirmed.
 */
export async function clearTokens(tx: AuthDatabase, userId: string, keep: readonly TokenKind[] = []): Promise<void> {
  await tx
    .deleteFrom('one_time_tokens')
    .where('user_id', '=', userId)
    .$if(keep.length > 0, (query) => query.where('kind', 'not in', keep))
    .execute();
  const dropped = {
    ...(!emailChangeKinds.some((kind) => keep.includes(kind)) && { new_email: null }),
    ...(!keep.includes('phone_change') && { new_phone: null }),
  };
  if (Object.keys(dropped).length > 0) await tx.updateTable('users').set(dropped).where('id', '=', userId).execute();
}
