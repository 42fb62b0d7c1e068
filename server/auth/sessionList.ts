import { recordEvent } from './audit.ts';
import type { AuthContext } from './authContext.ts';
import type { ClientInfo } from './clientInfo.ts';
import { endSessions, passedLimitOf } from './sessions.ts';

/** A session as its user may see it. */
interface SessionEntry {
  id: string;
  aal: 'aal1' | 'aal2';
  /** Of the latest request for a token. */
  userAgent: string | null;
  ip: string | null;
  createdAt: Date;
  /** When its token was last refreshed, or the session began. */
  lastSeenAt: Date;
}

/** More than a user can look through. */
const listMaxLength = 200;

/** A user's sessions, for a page that lists them and ends them. Each function reaches that user's sessions only. */
export interface SessionList {
  /** The most recently used first. */
  list(userId: string): Promise<SessionEntry[]>;
  /** Ends one session; false if the user has no such session. */
  end(userId: string, sessionId: string, client: ClientInfo): Promise<boolean>;
  /** Ends all sessions; returns how many. */
  endAll(userId: string, client: ClientInfo): Promise<number>;
  /** Ends all sessions but this one; returns how many. */
  endOthers(userId: string, sessionId: string, client: ClientInfo): Promise<number>;
}

export const createSessionList = ({ db, settings, now }: AuthContext): SessionList => ({
  async list(userId) {
    const rows = await db
      .selectFrom('sessions')
      .select((row) => [
        'id',
        'aal',
        'user_agent',
        'ip',
        'created_at',
        'refreshed_at',
        row.fn.coalesce('refreshed_at', 'created_at').as('last_seen_at'),
      ])
      .where('user_id', '=', userId)
      .orderBy('last_seen_at', 'desc')
      .limit(listMaxLength)
      .execute();
    return rows
      .filter((row) => passedLimitOf(row, settings, now()) === null)
      .map(({ id, aal, user_agent, ip, created_at, last_seen_at }) => ({
        id,
        aal,
        userAgent: user_agent,
        ip,
        createdAt: created_at,
        lastSeenAt: last_seen_at,
      }));
  },
  end: (userId, sessionId, client) =>
    db.transaction().execute(async (tx) => {
      const ended = await endSessions(tx, userId, 'local', sessionId);
      if (ended > 0)
        await recordEvent(tx, { userId, action: 'session_ended', client, details: { sessions: 1 } }, now());
      return ended > 0;
    }),
  endAll: (userId, client) => endSeveral({ db, now }, { userId, client, kept: null }),
  endOthers: (userId, sessionId, client) => endSeveral({ db, now }, { userId, client, kept: sessionId }),
});

const endSeveral = (
  { db, now }: Pick<AuthContext, 'db' | 'now'>,
  { userId, client, kept }: { userId: string; client: ClientInfo; kept: string | null },
): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const ended = await endSessions(tx, userId, kept === null ? 'global' : 'others', kept ?? '');
    if (ended > 0)
      await recordEvent(tx, { userId, action: 'session_ended', client, details: { sessions: ended } }, now());
    return ended;
  });
