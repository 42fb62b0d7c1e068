import * as v from 'valibot';
import { failureOf } from '../../contract/common/apiError.ts';
import { ownValue } from '../../contract/common/ownValue.ts';
import { rowChangeSchema, type CommitOutcome, type RowChange, type RowsTaken } from '../../contract/tables/changes.ts';
import { byNumber, columnsOf, withoutColumns } from '../../contract/tables/columnNumbers.ts';
import type { StagedChange } from '../../contract/tables/stagedRow.ts';
import type { ViewAs } from '../../contract/tables/viewAs.ts';
import { inTurn } from '../browser/locks.ts';
import { noteCommitted } from './committedRows.ts';
import { settleCommit } from './settleCommit.ts';
import { claimCommit, deleteSentCommit, recallSentCommits, recallStaged, storeStaged } from './stagedStore.ts';
import type { ById } from './tablePaths.ts';
import { commitChanges } from './tableRows.ts';

/** A commit whose outcome is not known. */
interface Sent {
  commit: string;
  rows: readonly string[];
}

/** What a browser that stores nothing knows, as long as the page lasts; by table. */
const remembered = new Map<string, Sent[]>();
const nameOf = ({ ref, id }: ById): string => `${ref} ${id}`;
const rememberedOf = (target: ById): readonly Sent[] => remembered.get(nameOf(target)) ?? [];

const remember = (target: ById, sent: Sent): void => {
  remembered.set(nameOf(target), [...rememberedOf(target), sent]);
};

async function forget(target: ById, commit: string): Promise<void> {
  remembered.set(
    nameOf(target),
    rememberedOf(target).filter((sent) => sent.commit !== commit),
  );
  await deleteSentCommit(target, commit).catch(() => undefined);
}

/** The server refused it before anything was committed. */
const isRefusal = (error: unknown): boolean => {
  const { code } = failureOf(error);
  return typeof code === 'number' && code < 500;
};

/** The commits of a table whose outcome is not known. */
export async function undecidedCommits(target: ById): Promise<readonly Sent[]> {
  const known = rememberedOf(target);
  const stored = await recallSentCommits(target).catch(() => []);
  return [...known, ...stored.filter(({ commit }) => known.every((sent) => sent.commit !== commit))];
}

type Changes = Readonly<Record<string, StagedChange>>;

/** Only one tab of a browser commits changes of a table, or asks what became of them, at a time. */
const alone = <Result>({ ref, id }: ById, signal: AbortSignal, work: () => Promise<Result>): Promise<Result> =>
  inTurn(`basechart-commit ${ref} ${id}`, signal, work);

/** Committed rows leave the storage before another tab may commit: it sends none that is no longer there. */
async function unstage(target: ById, rows: readonly string[]): Promise<void> {
  noteCommitted(rows);
  const taken = Object.fromEntries(rows.map((row) => [row, null]));
  await storeStaged(target, taken, Date.now()).catch(() => undefined);
}

/**
 * A stored change as this version sends it: without what an older version, which stored no numbers of columns, compared
 * of a row to delete and what was dropped since.
 */
function asSent(stored: RowChange, sent: RowChange): RowChange {
  if (stored.type !== 'delete') return stored;
  const kept = new Set([...Object.keys(stored.columns ?? {}), ...columnsOf(sent)]);
  const dropped = columnsOf(stored).filter((name) => !kept.has(name));
  return withoutColumns(stored, dropped) ?? stored;
}

/** The rows whose stored change is still the one that was sent. */
async function unchangedSince(target: ById, changes: Changes): Promise<readonly string[]> {
  const stored = await recallStaged(target).catch((): Changes => ({}));
  // In the order of the schema, as the storage gives them. Another tab may not know yet that a column was renamed.
  const textOf = (change: RowChange) => JSON.stringify(byNumber(v.parse(rowChangeSchema, change)));
  return Object.entries(changes).flatMap(([row, change]) => {
    const found = ownValue(stored, row);
    return found && textOf(asSent(found, change)) === textOf(change) ? [row] : [];
  });
}

/** Asks what became of the commits without an answer. Gives them, and the ids of the rows that were committed. */
async function settleAlone(target: ById, signal: AbortSignal): Promise<{ commits: string[]; rows: string[] }> {
  const settled: { commits: string[]; rows: string[] } = { commits: [], rows: [] };
  for (const { commit, rows } of await undecidedCommits(target)) {
    const { outcome } = await settleCommit({ ref: target.ref, commit }, signal);
    settled.commits.push(commit);
    if (outcome === 'committed') {
      settled.rows.push(...rows);
      await unstage(target, rows);
    }
    await forget(target, commit);
  }
  return settled;
}

/** Stores the commit as the only one that is undecided, or gives the rows that another tab has taken away. */
async function claim(target: ById, sent: Sent, signal: AbortSignal): Promise<readonly string[]> {
  const settled = new Set<string>();
  const committed = new Set<string>();
  for (;;) {
    // Another tab may not have had its answer, and may have committed or discarded while this one was in the queue.
    const { commits, rows } = await settleAlone(target, signal);
    for (const commit of commits) settled.add(commit);
    for (const row of rows) committed.add(row);
    // Without a storage, no other tab knows of the rows.
    const { isStored, taken } = await claimCommit(target, { ...sent, settled }).catch(() => ({
      isStored: true,
      taken: [] as readonly string[],
    }));
    const gone = sent.rows.filter((row) => committed.has(row) || taken.includes(row));
    if (gone.length > 0) {
      if (isStored) await forget(target, sent.commit);
      return gone;
    }
    if (isStored) return [];
  }
}

/** The server is told whose rights hold, not whom a change was staged as. */
function sentChange(change: StagedChange): RowChange {
  const { stagedAs: _, ...sent } = change;
  return sent;
}

async function commitAlone(
  { changes, viewAs, ...target }: ById & { changes: Changes; viewAs: ViewAs | null },
  signal: AbortSignal,
): Promise<CommitOutcome | RowsTaken> {
  const commit = crypto.randomUUID();
  const sent: Sent = { commit, rows: Object.keys(changes) };
  const taken = await claim(target, sent, signal);
  if (taken.length > 0) return { outcome: 'taken', rows: taken };
  remember(target, sent);
  try {
    const rows = Object.values(changes).map(sentChange);
    const outcome = await commitChanges({ ...target, commit, viewAs, rows }, signal);
    if (outcome.outcome === 'committed') await unstage(target, await unchangedSince(target, changes));
    await forget(target, commit);
    return outcome;
  } catch (error) {
    if (isRefusal(error)) await forget(target, commit);
    throw error;
  }
}

/**
 * Makes all changes, or none. The commit is stored until its outcome is known. Nothing is sent that another tab has
 * committed or discarded.
 */
export const commitStaged = (
  input: ById & { changes: Changes; viewAs: ViewAs | null },
  signal: AbortSignal,
): Promise<CommitOutcome | RowsTaken> => alone(input, signal, () => commitAlone(input, signal));

/** Asks what became of the commits of a table without an answer. Gives the ids of the rows that were committed. */
export const settleStaged = (target: ById, signal: AbortSignal): Promise<readonly string[]> =>
  alone(target, signal, async () => (await settleAlone(target, signal)).rows);
