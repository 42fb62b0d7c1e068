import { sql } from 'kysely';
import type { AuditAction, AuthDatabase } from './auth.tables.ts';
import { clientColumns, type ClientInfo, type EventDetails } from './clientInfo.ts';

export interface AuthEvent {
  /** Without such a user the same statements run and store nothing. */
  userId: string;
  action: AuditAction;
  client: ClientInfo;
  details?: EventDetails;
}

/**
 * Events of one kind that are kept for a user. Counted by kind, so that a stranger's failed sign-ins never push out
 * what they led to.
 */
const keptOfEachAction = 100;

/** Adds an event to the user's log, in the caller's transaction where there is one. */
export async function recordEvent(
  db: AuthDatabase,
  { userId, action, client, details = {} }: AuthEvent,
  now: Date,
): Promise<void> {
  const { ip, user_agent: userAgent } = clientColumns(client);
  const recorded = await db
    .insertInto('audit_log_entries')
    .columns(['user_id', 'action', 'details', 'ip', 'user_agent', 'created_at'])
    .expression((rows) =>
      rows
        .selectFrom('users')
        .select([
          'id',
          sql<AuditAction>`${action}::text`.as('action'),
          sql<string>`${JSON.stringify(details)}::jsonb`.as('details'),
          sql<string>`${ip}::text`.as('ip'),
          sql<string | null>`${userAgent}::text`.as('user_agent'),
          sql<Date>`${now}::timestamptz`.as('created_at'),
        ])
        .where('id', '=', userId),
    )
    .returning('id')
    .executeTakeFirst();
  if (recorded !== undefined) client.heard?.({ userId, action, details });
  await db
    .deleteFrom('audit_log_entries')
    .where('user_id', '=', userId)
    .where('action', '=', action)
    .where('id', '<=', (oldest) =>
      oldest
        .selectFrom('audit_log_entries')
        .select('id')
        .where('user_id', '=', userId)
        .where('action', '=', action)
        .orderBy('id', 'desc')
        .offset(keptOfEachAction)
        .limit(1),
    )
    .execute();
}

export interface AuditEntry {
  /** Grows with time; the `before` of the next page. */
  id: string;
  userId: string;
  action: AuditAction;
  details: Record<string, unknown>;
  ip: string;
  userAgent: string | null;
  createdAt: Date;
}

export interface AuditPage {
  /** Only entries older than this one. */
  before?: string;
  limit?: number;
}

const pageMaxLength = 100;

/** The newest events of one user, or of all, newest first. */
export async function listEvents(
  db: AuthDatabase,
  userId: string | null,
  { before, limit = pageMaxLength }: AuditPage = {},
): Promise<AuditEntry[]> {
  const rows = await db
    .selectFrom('audit_log_entries')
    .selectAll()
    .$if(userId !== null, (query) => query.where('user_id', '=', userId))
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(Math.min(limit, pageMaxLength))
    .execute();
  return rows.map(({ user_id, user_agent, created_at, ...row }) => ({
    ...row,
    userId: user_id,
    userAgent: user_agent,
    createdAt: created_at,
  }));
}
