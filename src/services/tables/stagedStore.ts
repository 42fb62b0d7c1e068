import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import * as v from 'valibot';
import type { RowChange } from '../../contract/tables/changes.ts';
import { stagedDatabase, stagedRowSchema, type StagedRow } from '../../contract/tables/stagedRow.ts';
import { readStored } from '../browser/storage.ts';

/** A table of a project. */
interface Target {
  ref: string;
  id: number;
}

const storeName = 'rows';

interface StagedDatabase extends DBSchema {
  [storeName]: { key: [string, string, number, string]; value: StagedRow };
}

let opened: Promise<IDBPDatabase<StagedDatabase>> | null = null;

function open(): Promise<IDBPDatabase<StagedDatabase>> {
  opened ??= openDB<StagedDatabase>(stagedDatabase, 1, {
    upgrade: (database) => void database.createObjectStore(storeName, { keyPath: ['owner', 'ref', 'id', 'row'] }),
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

/** What is staged for a table, in the order in which it began. */
export async function recallStaged({ ref, id }: Target): Promise<Readonly<Record<string, RowChange>>> {
  const place = [ownerOf(), ref, id] as const;
  // Every text comes before every list.
  const range = IDBKeyRange.bound([...place], [...place, []]);
  const found: unknown[] = await (await open()).getAll(storeName, range);
  const rows = found.flatMap((record) => {
    const parsed = v.safeParse(stagedRowSchema, record);
    return parsed.success ? [parsed.output] : [];
  });
  return Object.fromEntries(
    rows.toSorted((one, other) => one.begunAt - other.begunAt).map(({ row, change }) => [row, change]),
  );
}

/** Stores or removes the changes of some rows. Resolves when they are written. */
export async function storeStaged(
  { ref, id }: Target,
  rows: Readonly<Record<string, RowChange | null>>,
  now: number,
): Promise<void> {
  const owner = ownerOf();
  const transaction = (await open()).transaction(storeName, 'readwrite');
  const write = async (row: string, change: RowChange | null): Promise<void> => {
    const key: [string, string, number, string] = [owner, ref, id, row];
    if (change === null) return await transaction.store.delete(key);
    const begunAt = (await transaction.store.get(key))?.begunAt ?? now;
    await transaction.store.put({ owner, ref, id, row, change, begunAt });
  };
  await Promise.all([...Object.entries(rows).map(([row, change]) => write(row, change)), transaction.done]);
}
