import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import * as v from 'valibot';
import type { RowChange } from '../../contract/tables/changes.ts';
import {
  sentCommitSchema,
  sharedRowsSchema,
  stagedDatabase,
  stagedRowSchema,
  type SentCommit,
  type StagedRow,
} from '../../contract/tables/stagedRow.ts';
import { readStored } from '../browser/storage.ts';
import { openTabChannel } from '../browser/tabChannel.ts';

/** A table of a project. */
interface Target {
  ref: string;
  id: number;
}

const storeName = 'rows';
const commitStore = 'commits';

interface StagedDatabase extends DBSchema {
  [storeName]: { key: [string, string, number, string]; value: StagedRow };
  [commitStore]: { key: [string, string, number, string]; value: SentCommit };
}

let opened: Promise<IDBPDatabase<StagedDatabase>> | null = null;

function open(): Promise<IDBPDatabase<StagedDatabase>> {
  opened ??= openDB<StagedDatabase>(stagedDatabase, 2, {
    upgrade: (database, before) => {
      if (before < 1) database.createObjectStore(storeName, { keyPath: ['owner', 'ref', 'id', 'row'] });
      database.createObjectStore(commitStore, { keyPath: ['owner', 'ref', 'id', 'commit'] });
    },
    // Another tab that wants a newer layout must not wait for this one.
    blocking: (_current, _blocked, event) => {
      (event.target as IDBDatabase).close();
      opened = null;
    },
  });
  opened.catch(() => {
    opened = null;
  });
  return opened;
}

const ownerOf = (): string => readStored('owner') ?? '';

/** All records of a table: every text comes before every list. */
const rangeOf = ({ ref, id }: Target): IDBKeyRange => IDBKeyRange.bound([ownerOf(), ref, id], [ownerOf(), ref, id, []]);

type RowKey = [owner: string, ref: string, id: number, row: string];

const nameOf = (...key: RowKey): string => key.join(' ');

/** When the change of each row began, as far as this page knows; by its name. */
const begun = new Map<string, number>();
/** Rows whose change the browser refused to store, by their names: this page alone has it. */
const unstored = new Set<string>();

/** What is staged for a table, in the order in which it began. */
export async function recallStaged(target: Target): Promise<Readonly<Record<string, RowChange>>> {
  const found: unknown[] = await (await open()).getAll(storeName, rangeOf(target));
  const rows = found.flatMap((record) => {
    const parsed = v.safeParse(stagedRowSchema, record);
    return parsed.success ? [parsed.output] : [];
  });
  for (const { owner, ref, id, row, begunAt } of rows) begun.set(nameOf(owner, ref, id, row), begunAt);
  return Object.fromEntries(
    rows.toSorted((one, other) => one.begunAt - other.begunAt).map(({ row, change }) => [row, change]),
  );
}

/**
 * Stores or removes the changes of some rows. Resolves when they are written. Nothing is read before, and the end is
 * not waited for: what is typed while the page is being closed is stored as well.
 */
export async function storeStaged(
  { ref, id }: Target,
  rows: Readonly<Record<string, RowChange | null>>,
  now: number,
): Promise<void> {
  const owner = ownerOf();
  const names = Object.keys(rows).map((row) => nameOf(owner, ref, id, row));
  try {
    await writeStaged({ owner, ref, id }, rows, now);
    for (const name of names) unstored.delete(name);
  } catch (error) {
    for (const name of names) unstored.add(name);
    throw error;
  }
}

async function writeStaged(
  { owner, ref, id }: Target & { owner: string },
  rows: Readonly<Record<string, RowChange | null>>,
  now: number,
): Promise<void> {
  const transaction = (await open()).transaction(storeName, 'readwrite');
  const write = async (row: string, change: RowChange | null): Promise<void> => {
    const key: RowKey = [owner, ref, id, row];
    const name = nameOf(...key);
    if (change === null) {
      begun.delete(name);
      return await transaction.store.delete(key);
    }
    const begunAt = begun.get(name) ?? now;
    begun.set(name, begunAt);
    await transaction.store.put({ owner, ref, id, row, change, begunAt });
  };
  const writing = Object.entries(rows).map(([row, change]) => write(row, change));
  transaction.commit();
  await Promise.all([...writing, transaction.done]);
}

/** Those of some staged rows that another tab has committed or discarded: they are no longer stored. */
export async function rowsTakenAway(target: Target, rows: readonly string[]): Promise<readonly string[]> {
  const { ref, id } = target;
  const stored = await open()
    .then((database) => database.getAllKeys(storeName, rangeOf(target)))
    .catch(() => null);
  // Without a storage, no other tab knows of them.
  if (stored === null) return [];
  const known = new Set(stored.map(([, , , row]) => row));
  return rows.filter((row) => !known.has(row) && !unstored.has(nameOf(ownerOf(), ref, id, row)));
}

type Delta = Readonly<Record<string, RowChange | null>>;

/** Tells the other tabs that show the table what is staged here, and hears it from them. */
export function shareStaged(
  { ref, id }: Target,
  heard: (rows: Delta) => void,
): { tell: (rows: Delta) => void; close: () => void } {
  const channel = openTabChannel<unknown>(stagedDatabase, (message) => {
    // It may come from a tab with another version of the app.
    const told = v.safeParse(sharedRowsSchema, message);
    if (!told.success) return;
    const { owner, rows, begunAt } = told.output;
    if (owner !== ownerOf() || told.output.ref !== ref || told.output.id !== id) return;
    for (const [row, change] of Object.entries(rows)) {
      const name = nameOf(owner, ref, id, row);
      if (change === null) begun.delete(name);
      else if (begunAt[row] !== undefined) begun.set(name, begunAt[row]);
    }
    heard(rows);
  });
  const tell = (rows: Delta): void => {
    const owner = ownerOf();
    const begunAt = Object.fromEntries(
      Object.keys(rows).flatMap((row) => {
        const at = begun.get(nameOf(owner, ref, id, row));
        return at === undefined ? [] : [[row, at]];
      }),
    );
    channel.tell({ owner, ref, id, rows, begunAt });
  };
  return { tell, close: channel.close };
}

/** How many rows of a table have a change that is staged. */
export const countStaged = async (target: Target): Promise<number> =>
  await (await open()).count(storeName, rangeOf(target));

/** Stores a commit that is about to be sent, so that its outcome can be asked for after a reload. */
export async function storeSentCommit({ ref, id }: Target, commit: string, rows: readonly string[]): Promise<void> {
  await (await open()).put(commitStore, { owner: ownerOf(), ref, id, commit, rows: [...rows] });
}

/** The commits of a table whose outcome is not known. */
export async function recallSentCommits(target: Target): Promise<readonly SentCommit[]> {
  const found: unknown[] = await (await open()).getAll(commitStore, rangeOf(target));
  return found.flatMap((record) => {
    const parsed = v.safeParse(sentCommitSchema, record);
    return parsed.success ? [parsed.output] : [];
  });
}

export async function deleteSentCommit({ ref, id }: Target, commit: string): Promise<void> {
  await (await open()).delete(commitStore, [ownerOf(), ref, id, commit]);
}
