import { sql, type SqlBool } from 'kysely';
import type { AuthContext } from './authContext.ts';
import { externalFlowLifetimeMs } from './externalFlows.ts';
import { authCodeLifetimeMs } from './flowState.ts';
import { samlFlowLifetimeMs } from './samlSignIn.ts';

/** How long ended sessions and exchanged tokens are kept, to explain refusals and to detect reuse of a stolen token. */
const keptMs = 24 * 60 * 60_000;
/** Rows per batch, so that other transactions do not wait long for a locked row. */
const batch = 1_000;

export interface PurgeCounts {
  sessions: number;
  refreshTokens: number;
  /** Codes and links, and the codes that links gave out. */
  oneTimeTokens: number;
}

/**
 * Deletes expired one-time tokens, challenges and unverified factors, sessions that ended more than a day ago, and
 * refresh tokens that were exchanged more than a day ago and have a successor that was exchanged too. Servers that
 * share a database may run it concurrently: each skips sessions and refresh tokens that another one has locked.
 */
export async function purgeEnded({
  db,
  settings,
  now,
}: Pick<AuthContext, 'db' | 'settings' | 'now'>): Promise<PurgeCounts> {
  const before = (seconds: number) => new Date(now().getTime() - keptMs - seconds * 1000);
  const ended = [
    ...(settings.sessionTimebox > 0 ? [sql<SqlBool>`created_at < ${before(settings.sessionTimebox)}`] : []),
    ...(settings.sessionInactivity > 0
      ? [sql<SqlBool>`coalesce(refreshed_at, created_at) < ${before(settings.sessionInactivity)}`]
      : []),
    ...(settings.sessionSinglePerUser
      ? [
          sql<SqlBool>`exists (select from ${sql.table('sessions')} as newer where newer.user_id = sessions.user_id and newer.created_at > sessions.created_at and newer.created_at < ${before(0)})`,
        ]
      : []),
  ];
  // The parent of the current token always stays valid, for a client that never received the current one.
  const hasUsedSuccessor = sql<SqlBool>`exists (select from ${sql.table('refresh_tokens')} as next where next.session_id = refresh_tokens.session_id and next.id > refresh_tokens.id and next.used_at is not null)`;
  const sessions =
    ended.length === 0
      ? 0
      : await untilNone(() =>
          db
            .deleteFrom('sessions')
            .where('id', 'in', (some) =>
              some
                .selectFrom('sessions')
                .select('id')
                .where((is) => is.or(ended))
                .limit(batch)
                .forUpdate()
                .skipLocked(),
            )
            .executeTakeFirst(),
        );
  const refreshTokens = await untilNone(() =>
    db
      .deleteFrom('refresh_tokens')
      .where('id', 'in', (some) =>
        some
          .selectFrom('refresh_tokens')
          .select('id')
          .where('used_at', '<', before(0))
          .where(hasUsedSuccessor)
          .limit(batch)
          .forUpdate()
          .skipLocked(),
      )
      .executeTakeFirst(),
  );
  const secondsAgo = (seconds: number) => new Date(now().getTime() - seconds * 1000);
  const expired = secondsAgo(authCodeLifetimeMs / 1000);
  const tokens = await db.deleteFrom('one_time_tokens').where('expires_at', '<', now()).executeTakeFirst();
  await db.deleteFrom('mfa_challenges').where('created_at', '<', secondsAgo(settings.mfaChallengeExpiry)).execute();
  await db
    .deleteFrom('mfa_factors')
    .where('status', '=', 'unverified')
    .where('created_at', '<', secondsAgo(settings.mfaFactorExpiry))
    .execute();
  await db
    .deleteFrom('audit_log_entries')
    .where('created_at', '<', secondsAgo(settings.auditDays * 86_400))
    .execute();
  await db
    .deleteFrom('external_flows')
    .where('created_at', '<', secondsAgo(externalFlowLifetimeMs / 1000))
    .execute();
  await db
    .deleteFrom('saml_relay_states')
    .where('created_at', '<', secondsAgo(samlFlowLifetimeMs / 1000))
    .execute();
  const codes = await db.deleteFrom('flow_state').where('auth_code_issued_at', '<', expired).executeTakeFirst();
  return { sessions, refreshTokens, oneTimeTokens: Number(tokens.numDeletedRows + codes.numDeletedRows) };
}

async function untilNone(deleteSome: () => Promise<{ numDeletedRows: bigint }>): Promise<number> {
  let deleted = 0;
  for (;;) {
    const { numDeletedRows } = await deleteSome();
    deleted += Number(numDeletedRows);
    if (numDeletedRows < batch) return deleted;
  }
}
