import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';
import type { SettledCommit } from '../../../src/contract/tables/settledCommit.ts';
import type { ControlDatabase } from '../../database/database.ts';
import { ApiError } from '../../http/errors.ts';

/** A commit of a user's staged rows. */
interface CommitOf {
  projectId: number;
  userId: string;
  /** Chosen by the browser: a UUID. */
  commit: string;
}

/** Of a user in a project. Older ones are forgotten. */
const commitsMax = 1_000;
const pollMs = 100;

const commitsOf = (db: ControlDatabase, { projectId, userId }: Omit<CommitOf, 'commit'>) =>
  db.selectFrom('table_commits').where('project_id', '=', projectId).where('user_id', '=', userId);

/** Stores a commit once. Returns whether it was new. */
async function note(
  db: ControlDatabase,
  { projectId, userId, commit }: CommitOf,
  transaction: { id: string | null; changes: number },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('table_commits')
    .values({
      project_id: projectId,
      user_id: userId,
      id: commit,
      transaction_id: transaction.id,
      changes: transaction.changes,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  await db
    .deleteFrom('table_commits')
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .where('id', 'in', (select) =>
      select
        .selectFrom('table_commits')
        .select('id')
        .where('project_id', '=', projectId)
        .where('user_id', '=', userId)
        .orderBy('noted_at', 'desc')
        .offset(commitsMax),
    )
    .execute();
  return numInsertedOrUpdatedRows > 0n;
}

/** Notes the transaction that is about to be committed. Refused for a commit that was settled as not made. */
export async function noteCommit(
  db: ControlDatabase,
  commit: CommitOf,
  client: Client,
  changes: number,
): Promise<void> {
  const {
    rows: [row],
  } = await client.query<{ id: string }>('select pg_current_xact_id()::text as id');
  if (!(await note(db, commit, { id: row?.id ?? null, changes })))
    throw new ApiError(
      409,
      'commit_settled',
      'Another tab took over these changes, so this one committed none. Commit again what is still staged.',
    );
}

/** What became of a transaction (Postgres, `pg_xact_status`). One that still runs is awaited. */
async function isCommitted(client: Client, transactionId: string, signal: AbortSignal): Promise<boolean> {
  for (;;) {
    const {
      rows: [row],
    } = await client.query<{ status: string | null }>('select pg_xact_status($1::xid8) as status', [transactionId]);
    if (row?.status !== 'in progress') return row?.status === 'committed';
    await wait(pollMs, undefined, { signal });
  }
}

/**
 * What became of a commit whose answer was lost. A commit that has not reached its end is given up, so that it is
 * never made afterwards.
 */
export async function settleCommit(
  db: ControlDatabase,
  commit: CommitOf,
  withClient: <Result>(use: (client: Client, signal: AbortSignal) => Promise<Result>) => Promise<Result>,
): Promise<SettledCommit> {
  await note(db, commit, { id: null, changes: 0 });
  const { transaction_id: transactionId, changes } = await commitsOf(db, commit)
    .select(['transaction_id', 'changes'])
    .where('id', '=', commit.commit)
    .executeTakeFirstOrThrow();
  if (transactionId === null) return { outcome: 'none' };
  const committed = await withClient((client, signal) => isCommitted(client, transactionId, signal));
  return committed ? { outcome: 'committed', count: changes } : { outcome: 'none' };
}
