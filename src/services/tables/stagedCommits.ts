import * as v from 'valibot';
import { failureOf } from '../../contract/common/apiError.ts';
import { rowChangeSchema, type CommitOutcome, type RowChange, type RowsTaken } from '../../contract/tables/changes.ts';
import type { ViewAs } from '../../contract/tables/viewAs.ts';
import { inTurn } from '../browser/locks.ts';
import {
  deleteSentCommit,
  recallSentCommits,
  recallStaged,
  rowsTakenAway,
  storeSentCommit,
  storeStaged,
} from './stagedStore.ts';
import { commitChanges, settleCommit } from './tables.ts';

/** A table of a project. */
interface Target {
  ref: string;
  id: number;
}

/** A commit whose outcome is not known. */
interface Sent {
  commit: string;
  rows: readonly string[];
}

/** What a browser that stores nothing knows, as long as the page lasts; by table. */
const remembered = new Map<string, Sent[]>();
const nameOf = ({ ref, id }: Target): string => `${ref} ${id}`;
const rememberedOf = (target: Target): readonly Sent[] => remembered.get(nameOf(target)) ?? [];

async function remember(target: Target, sent: Sent): Promise<void> {
  remembered.set(nameOf(target), [...rememberedOf(target), sent]);
  await storeSentCommit(target, sent.commit, sent.rows).catch(() => undefined);
}

async function forget(target: Target, commit: string): Promise<void> {
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
export async function undecidedCommits(target: Target): Promise<readonly Sent[]> {
  const known = rememberedOf(target);
  const stored = await recallSentCommits(target).catch(() => []);
  return [...known, ...stored.filter(({ commit }) => known.every((sent) => sent.commit !== commit))];
}

type Changes = Readonly<Record<string, RowChange>>;

/** Only one tab of a browser commits changes of a table, or asks what became of them, at a time. */
const alone = <Result>({ ref, id }: Target, signal: AbortSignal, work: () => Promise<Result>): Promise<Result> =>
  inTurn(`basechart-commit ${ref} ${id}`, signal, work);

/** Committed rows leave the storage before another tab may commit: it sends none that is no longer there. */
async function unstage(target: Target, rows: readonly string[]): Promise<void> {
  const taken = Object.fromEntries(rows.map((row) => [row, null]));
  await storeStaged(target, taken, Date.now()).catch(() => undefined);
}

/** The rows whose stored change is still the one that was sent. */
async function unchangedSince(target: Target, changes: Changes): Promise<readonly string[]> {
  const stored = await recallStaged(target).catch((): Changes => ({}));
  // In the order of the schema, as the storage gives them.
  const textOf = (change: RowChange | undefined) => change && JSON.stringify(v.parse(rowChangeSchema, change));
  return Object.keys(changes).filter(
    (row) => Object.hasOwn(stored, row) && textOf(stored[row]) === textOf(changes[row]),
  );
}

async function settleAlone(target: Target, signal: AbortSignal): Promise<readonly string[]> {
  const committed: string[] = [];
  for (const { commit, rows } of await undecidedCommits(target)) {
    const { outcome } = await settleCommit({ ref: target.ref, commit }, signal);
    if (outcome === 'committed') {
      committed.push(...rows);
      await unstage(target, rows);
    }
    await forget(target, commit);
  }
  return committed;
}

async function commitAlone(
  { changes, viewAs, ...target }: Target & { changes: Changes; viewAs: ViewAs | null },
  signal: AbortSignal,
): Promise<CommitOutcome | RowsTaken> {
  // Another tab may not have had its answer, and may have committed or discarded while this one was in the queue.
  const settled = await settleAlone(target, signal);
  const gone = new Set([...settled, ...(await rowsTakenAway(target, Object.keys(changes)))]);
  const rows = Object.keys(changes).filter((row) => gone.has(row));
  if (rows.length > 0) return { outcome: 'taken', rows };
  const commit = crypto.randomUUID();
  await remember(target, { commit, rows: Object.keys(changes) });
  try {
    const outcome = await commitChanges({ ...target, commit, viewAs, rows: Object.values(changes) }, signal);
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
  input: Target & { changes: Changes; viewAs: ViewAs | null },
  signal: AbortSignal,
): Promise<CommitOutcome | RowsTaken> => alone(input, signal, () => commitAlone(input, signal));

/** Asks what became of the commits of a table without an answer. Gives the ids of the rows that were committed. */
export const settleStaged = (target: Target, signal: AbortSignal): Promise<readonly string[]> =>
  alone(target, signal, () => settleAlone(target, signal));
