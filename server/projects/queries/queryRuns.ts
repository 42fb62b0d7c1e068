import { sql, type Selectable } from 'kysely';
import { statementTimeoutMaxMs } from '../../../src/contract/sql/queryLimits.ts';
import type { QueryHistoryEntry } from '../../../src/contract/sql/snippet.ts';
import type { ControlDatabase } from '../../database/database.ts';
import type { QueryRunsTable } from '../../database/tables/queryRun.tables.ts';
import { ApiError } from '../../http/errors.ts';
import { interruptedMessage, type QueryOutcome } from './runQuery.ts';

/** Identifies a run by user, project and id. */
export interface RunKey {
  userId: string;
  projectId: number;
  id: string;
}

/** Limits per user and project: number of runs, and characters of each, because the whole history is read often. */
const historyLength = 100;
const sqlKept = 10_000;
const errorKept = 1_000;
/** Characters of each that the list of running ones shows. */
const runningSqlShown = 100;

/** The beginning of a text, without half a surrogate pair at its end. */
const beginningOf = (text: string, length: number): string => text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');

const runOf = (db: ControlDatabase, { userId, projectId }: Omit<RunKey, 'id'>) =>
  db.selectFrom('query_runs').where('user_id', '=', userId).where('project_id', '=', projectId);

/** 410 where the run itself was begun by an earlier request, 409 where another text has its id. */
export const idTaken = (status: 409 | 410) =>
  new ApiError(status, 'query_id_taken', 'A query with this ID was already run.');

/** Adds a run to the history before it starts; deletes the oldest entries above the limit. */
export async function beginRun(db: ControlDatabase, { userId, projectId, id }: RunKey, text: string): Promise<void> {
  const begun = await db
    .insertInto('query_runs')
    .values({
      id,
      project_id: projectId,
      user_id: userId,
      sql: beginningOf(text, sqlKept),
      cut: text.length > sqlKept,
      duration_ms: null,
      outcome: 'running',
      error: null,
      backend_pid: null,
    })
    .onConflict((target) => target.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (begun === undefined) throw idTaken(410);
  await db
    .deleteFrom('query_runs')
    .where('user_id', '=', userId)
    .where('project_id', '=', projectId)
    .where('outcome', '!=', 'running')
    .where(
      'id',
      'in',
      runOf(db, { userId, projectId }).select('id').orderBy('started_at', 'desc').offset(historyLength),
    )
    .execute();
}

const updateRun = (db: ControlDatabase, { userId, projectId, id }: RunKey) =>
  db.updateTable('query_runs').where('user_id', '=', userId).where('project_id', '=', projectId).where('id', '=', id);

export async function recordBackend(db: ControlDatabase, key: RunKey, backendPid: number | null): Promise<void> {
  if (backendPid !== null) await updateRun(db, key).set({ backend_pid: backendPid }).execute();
}

export async function endRun(
  db: ControlDatabase,
  key: RunKey,
  { outcome, error, durationMs }: QueryOutcome,
): Promise<void> {
  await updateRun(db, key)
    .set({ outcome, error: error && beginningOf(error, errorKept), duration_ms: durationMs, backend_pid: null })
    .execute();
}

/** The run if it has not ended, with its backend. */
export const findRunning = (db: ControlDatabase, key: RunKey): Promise<{ backend_pid: number | null } | undefined> =>
  runOf(db, key).select('backend_pid').where('id', '=', key.id).where('outcome', '=', 'running').executeTakeFirst();

/** Records, for the server that runs it, that its user cancels the run; returns false where it is not running. */
export async function requestCancel(db: ControlDatabase, key: RunKey): Promise<boolean> {
  const { numUpdatedRows } = await updateRun(db, key)
    .where('outcome', '=', 'running')
    .set({ cancel_requested: true })
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function isCancelRequested(db: ControlDatabase, { id, ...owner }: RunKey): Promise<boolean> {
  const run = await runOf(db, owner).select('cancel_requested').where('id', '=', id).executeTakeFirst();
  return run?.cancel_requested === true;
}

/** A server that died could not store how its runs ended; after the longest time limit, none can still be running. */
const oldestPossibleStart = (): Date => new Date(Date.now() - 2 * statementTimeoutMaxMs);

type Listed = Omit<Selectable<QueryRunsTable>, 'project_id' | 'user_id' | 'backend_pid' | 'cancel_requested'>;
const listed = [
  'id',
  'sql',
  'cut',
  'started_at',
  'duration_ms',
  'outcome',
  'error',
] as const satisfies (keyof Listed)[];

const describe = (row: Listed): QueryHistoryEntry => ({ ...row, started_at: row.started_at.toISOString() });

/** The latest runs of a user on a project, the newest first. */
export async function listRuns(db: ControlDatabase, owner: Omit<RunKey, 'id'>): Promise<QueryHistoryEntry[]> {
  const rows = await runOf(db, owner).select(listed).orderBy('started_at', 'desc').limit(historyLength).execute();
  const oldest = oldestPossibleStart();
  return rows.map((row) => {
    const isLost = row.outcome === 'running' && row.started_at < oldest;
    return describe(isLost ? { ...row, outcome: 'failed', error: interruptedMessage } : row);
  });
}

/** Those that have not ended, with the beginning of their text: the dashboard asks every few seconds. */
export async function listRunning(db: ControlDatabase, owner: Omit<RunKey, 'id'>): Promise<QueryHistoryEntry[]> {
  const rows = await runOf(db, owner)
    .select(['id', 'started_at', 'duration_ms', 'outcome', 'error'])
    .select([
      sql<string>`left(sql, ${runningSqlShown}::int)`.as('sql'),
      sql<boolean>`cut or length(sql) > ${runningSqlShown}::int`.as('cut'),
    ])
    .where('outcome', '=', 'running')
    .where('started_at', '>=', oldestPossibleStart())
    .orderBy('started_at', 'desc')
    .limit(historyLength)
    .execute();
  return rows.map(describe);
}

/** For the start of a server whose database no other server uses: earlier runs cannot be running. */
export async function endInterruptedRuns(db: ControlDatabase): Promise<void> {
  await db
    .updateTable('query_runs')
    .set({ outcome: 'failed', error: interruptedMessage })
    .where('outcome', '=', 'running')
    .execute();
}
