import type { DBSchema } from 'idb';
import * as v from 'valibot';
import { ownValue } from '../../contract/common/ownValue.ts';
import {
  sentCommitSchema,
  sharedChangeSchema,
  sharedRowsSchema,
  stagedDatabase,
  stagedRowSchema,
  type SentCommit,
  type StagedChange,
  type StagedRow,
} from '../../contract/tables/stagedRow.ts';
import { databaseOpener } from '../browser/database.ts';
import { readStored } from '../browser/storage.ts';
import { openTabChannel } from '../browser/tabChannel.ts';
import { readCommitted } from './committedRows.ts';
import { keepInJournal, takeFromJournal } from './stagedJournal.ts';
import type { ById } from './tablePaths.ts';

const storeName = 'rows';
const commitStore = 'commits';

interface StagedDatabase extends DBSchema {
  [storeName]: { key: [string, string, number, string]; value: StagedRow };
  [commitStore]: { key: [string, string, number, string]; value: SentCommit };
}

const open = databaseOpener<StagedDatabase>(stagedDatabase, 2, (database, before) => {
  if (before < 1) database.createObjectStore(storeName, { keyPath: ['owner', 'ref', 'id', 'row'] });
  database.createObjectStore(commitStore, { keyPath: ['owner', 'ref', 'id', 'commit'] });
});

const ownerOf = (): string => readStored('owner') ?? '';

/** All records of a table: every text comes before every list. */
const rangeOf = ({ ref, id }: ById): IDBKeyRange => IDBKeyRange.bound([ownerOf(), ref, id], [ownerOf(), ref, id, []]);

/** Changes by row; null for a row without a change. */
type Delta = Readonly<Record<string, StagedChange | null>>;

type RowKey = [owner: string, ref: string, id: number, row: string];

const nameOf = (...key: RowKey): string => key.join(' ');

/** When the change of a row started: the time of its step, and its place among the rows of that step. */
type Start = Pick<StagedRow, 'begunAt' | 'place'>;

/** When the change of each row started, as far as this page knows; by the row's name. */
const starts = new Map<string, Start>();
/** The latest time in `starts`: steps within a millisecond, or after the clock was set back, still have an order. */
let latestStep = 0;
/** Rows whose change the browser refused to store, by their names: only this page has it. */
const unstored = new Set<string>();
/** For each recall that is reading the storage, the names of the rows that were removed meanwhile. */
const removedDuringRecalls = new Set<Set<string>>();

const byStart = (one: Start, other: Start): number => one.begunAt - other.begunAt || one.place - other.place;

/** Two tabs may start the same row before either hears of the other: both keep the earlier start. */
const earlier = (heard: Start, known: Start | undefined): Start =>
  known !== undefined && byStart(known, heard) < 0 ? known : heard;

function noteStart(name: string, start: Start): void {
  starts.set(name, start);
  latestStep = Math.max(latestStep, start.begunAt);
}

function forgetStart(name: string): void {
  starts.delete(name);
  for (const removed of removedDuringRecalls) removed.add(name);
}

/** What is staged for a table, in the order in which it started. */
export async function recallStaged(target: ById): Promise<Readonly<Record<string, StagedChange>>> {
  const removed = new Set<string>();
  removedDuringRecalls.add(removed);
  try {
    const found: unknown[] = await (await open()).getAll(storeName, rangeOf(target));
    const rows = found.flatMap((record) => {
      const parsed = v.safeParse(stagedRowSchema, record);
      return parsed.success ? [parsed.output] : [];
    });
    for (const { owner, ref, id, row, begunAt, place } of rows) {
      const name = nameOf(owner, ref, id, row);
      if (!removed.has(name)) noteStart(name, { begunAt, place });
    }
    return Object.fromEntries(rows.toSorted(byStart).map(({ row, change }) => [row, change]));
  } finally {
    removedDuringRecalls.delete(removed);
  }
}

/**
 * Stores or removes the changes of some rows. Resolves when they are written. Nothing is read before, and the end is
 * not waited for: what is typed while the page is being closed is stored as well.
 */
export async function storeStaged({ ref, id }: ById, rows: Delta, now: number): Promise<void> {
  const owner = ownerOf();
  const names = Object.keys(rows).map((row) => nameOf(owner, ref, id, row));
  const noteWritten = keepInJournal({ owner, ref, id }, { madeAt: now, rows });
  try {
    await writeStaged({ owner, ref, id }, rows, now);
    noteWritten();
    for (const name of names) unstored.delete(name);
  } catch (error) {
    for (const name of names) unstored.add(name);
    throw error;
  }
}

/**
 * What this tab staged before a reload and could not write, and when it is written. Another tab may have read it from
 * the database, and committed it meanwhile.
 */
export function restoreStaged(target: ById): { rows: Delta; written: Promise<unknown> } {
  const committed = readCommitted();
  const steps = takeFromJournal({ owner: ownerOf(), ...target }).map(({ madeAt, rows }) => ({
    madeAt,
    rows: Object.fromEntries(Object.entries(rows).filter(([row]) => !committed.has(row))),
  }));
  return {
    rows: Object.fromEntries(steps.flatMap(({ rows }) => Object.entries(rows))),
    written: Promise.all(steps.map(({ rows, madeAt }) => storeStaged(target, rows, madeAt))),
  };
}

/** Changes by row with others, which are newer. */
export const withRestored = (
  staged: Readonly<Record<string, StagedChange>>,
  restored: Delta,
): Readonly<Record<string, StagedChange>> =>
  Object.fromEntries(
    Object.entries({ ...staged, ...restored }).filter((entry): entry is [string, StagedChange] => entry[1] !== null),
  );

async function writeStaged({ owner, ref, id }: ById & { owner: string }, rows: Delta, now: number): Promise<void> {
  const transaction = (await open()).transaction(storeName, 'readwrite');
  const begunAt = Math.max(now, latestStep + 1);
  const write = async (row: string, change: StagedChange | null, place: number): Promise<void> => {
    const key: RowKey = [owner, ref, id, row];
    const name = nameOf(...key);
    if (change === null) {
      forgetStart(name);
      return await transaction.store.delete(key);
    }
    const start = starts.get(name) ?? { begunAt, place };
    noteStart(name, start);
    await transaction.store.put({ owner, ref, id, row, change, ...start });
  };
  const writing = Object.entries(rows).map(([row, change], place) => write(row, change, place));
  transaction.commit();
  await Promise.all([...writing, transaction.done]);
}

/** The changes of a message that this version of the app knows. */
const knownChanges = (rows: Readonly<Record<string, unknown>>): [row: string, change: StagedChange | null][] =>
  Object.entries(rows).flatMap(([row, change]) => {
    const parsed = v.safeParse(sharedChangeSchema, change);
    return parsed.success ? [[row, parsed.output]] : [];
  });

const numberAt = (numbers: Readonly<Record<string, unknown>>, row: string): number | undefined => {
  const found = ownValue(numbers, row);
  return typeof found === 'number' ? found : undefined;
};

/** Sends what is staged here to the other tabs that show the table, and receives what is staged there. */
export function shareStaged(
  { ref, id }: ById,
  heard: (rows: Delta) => void,
): { tell: (rows: Delta) => void; close: () => void } {
  const channel = openTabChannel<unknown>(stagedDatabase, (message) => {
    // It may come from a tab with another version of the app.
    const told = v.safeParse(sharedRowsSchema, message);
    if (!told.success) return;
    const { owner, begunAt, places } = told.output;
    if (owner !== ownerOf() || told.output.ref !== ref || told.output.id !== id) return;
    const rows = knownChanges(told.output.rows);
    for (const [row, change] of rows) {
      const name = nameOf(owner, ref, id, row);
      const startedAt = numberAt(begunAt, row);
      if (change === null) forgetStart(name);
      else if (startedAt !== undefined)
        noteStart(name, earlier({ begunAt: startedAt, place: numberAt(places, row) ?? 0 }, starts.get(name)));
    }
    if (rows.length > 0) heard(Object.fromEntries(rows));
  });
  const tell = (rows: Delta): void => {
    if (Object.keys(rows).length === 0) return;
    const owner = ownerOf();
    const known = Object.keys(rows).flatMap((row) => {
      const start = starts.get(nameOf(owner, ref, id, row));
      return start === undefined ? [] : [{ row, ...start }];
    });
    channel.tell({
      owner,
      ref,
      id,
      rows,
      begunAt: Object.fromEntries(known.map(({ row, begunAt }) => [row, begunAt])),
      places: Object.fromEntries(known.map(({ row, place }) => [row, place])),
    });
  };
  return { tell, close: channel.close };
}

/** How many rows of a table have a change that is staged. */
export const countStaged = async (target: ById): Promise<number> =>
  await (await open()).count(storeName, rangeOf(target));

const sentCommits = (records: readonly unknown[]): SentCommit[] =>
  records.flatMap((record) => {
    const parsed = v.safeParse(sentCommitSchema, record);
    return parsed.success ? [parsed.output] : [];
  });

interface CommitClaim {
  commit: string;
  rows: readonly string[];
  /** Commits whose outcome is known, although they may still be stored. */
  settled: ReadonlySet<string>;
}

/**
 * Stores a commit that is about to be sent, so that its outcome can be asked for after a reload. It is not stored while
 * that of another tab is undecided, nor once another tab has committed or discarded rows of it. Both are found out in
 * the same transaction, because browsers without locks let two tabs commit at the same time.
 */
export async function claimCommit(
  target: ById,
  { commit, rows, settled }: CommitClaim,
): Promise<{ isStored: boolean; taken: readonly string[] }> {
  const { ref, id } = target;
  const owner = ownerOf();
  const transaction = (await open()).transaction([storeName, commitStore], 'readwrite');
  const commits = transaction.objectStore(commitStore);
  const [keys, others] = await Promise.all([
    transaction.objectStore(storeName).getAllKeys(rangeOf(target)),
    commits.getAll(rangeOf(target)),
  ]);
  const known = new Set(keys.map(([, , , row]) => row));
  const taken = rows.filter((row) => !known.has(row) && !unstored.has(nameOf(owner, ref, id, row)));
  const isStored = taken.length === 0 && sentCommits(others).every((other) => settled.has(other.commit));
  const writing = isStored ? commits.put({ owner, ref, id, commit, rows: [...rows] }) : null;
  // Both fail where the storage is full.
  await Promise.all([writing, transaction.done]);
  return { isStored, taken };
}

/** The commits of a table whose outcome is not known. */
export const recallSentCommits = async (target: ById): Promise<readonly SentCommit[]> =>
  sentCommits(await (await open()).getAll(commitStore, rangeOf(target)));

export async function deleteSentCommit({ ref, id }: ById, commit: string): Promise<void> {
  await (await open()).delete(commitStore, [ownerOf(), ref, id, commit]);
}
