import type { DBSchema } from 'idb';
import * as v from 'valibot';
import { draftSchema, type StoredDraft } from '../../contract/sql/draft.ts';
import { draftDatabase } from '../../contract/sql/draftDatabase.ts';
import { databaseOpener } from '../browser/database.ts';
import { readStored, removeStored, storedMembers, writeStored } from '../browser/storage.ts';
import { sqlEntries } from './sqlEntries.ts';

/** What a draft is found by. A `writer` is one tab's editor: two of them never write over each other. */
export type DraftKey = Pick<StoredDraft, 'owner' | 'ref' | 'id' | 'writer'>;

const storeName = 'sql-drafts';
const keyPath = ['owner', 'ref', 'id', 'writer'] as const;

const keyOf = (key: DraftKey): string[] => keyPath.map((part) => key[part]);

interface DraftDatabase extends DBSchema {
  [storeName]: { key: string[]; value: StoredDraft };
}

const open = databaseOpener<DraftDatabase>(draftDatabase, 1, (database) => {
  database.createObjectStore(storeName, { keyPath: [...keyPath] });
});

async function inDatabase(owner: string, ref: string): Promise<StoredDraft[]> {
  const found: unknown[] = await (await open()).getAll(storeName, IDBKeyRange.bound([owner, ref], [owner, ref, []]));
  return found.flatMap((record) => {
    const parsed = v.safeParse(draftSchema, record);
    return parsed.success ? [parsed.output] : [];
  });
}

/** Local storage is small, and is the only one that a closing page can still write to. */
const inStorage = (owner: string, ref: string): StoredDraft[] =>
  storedMembers(sqlEntries.draft)
    .map((member) => readStored(sqlEntries.draft, member))
    .filter((draft) => draft !== null && draft.owner === owner && draft.ref === ref) as StoredDraft[];

const memberOf = (key: DraftKey): string => keyOf(key).join('/');

/** Every text kept for a project by its owner, each writer's latest, the newest first. */
export async function keptDrafts(owner: string, ref: string): Promise<StoredDraft[]> {
  const latest = new Map<string, StoredDraft>();
  const all = [...(await inDatabase(owner, ref).catch(() => [])), ...inStorage(owner, ref)];
  for (const draft of all) {
    const key = memberOf(draft);
    const other = latest.get(key);
    if (!other || other.keptAt <= draft.keptAt) latest.set(key, draft);
  }
  return [...latest.values()].toSorted((a, b) => b.keptAt - a.keptAt);
}

/** Keeps a text where there is room for it: rejects when there is none anywhere. */
export async function putDraft(draft: StoredDraft): Promise<void> {
  try {
    // Resolves when the draft is in the database, and not only asked for.
    await (await open()).put(storeName, draft);
  } catch (error) {
    if (!putDraftNow(draft)) throw error;
    return;
  }
  // What the page wrote in a hurry is older now.
  removeStored(sqlEntries.draft, memberOf(draft));
}

/** The same at once, for a page that is about to go; false when local storage has no room. */
export const putDraftNow = (draft: StoredDraft): boolean => writeStored(sqlEntries.draft, draft, memberOf(draft));

export async function dropDraft(key: DraftKey): Promise<void> {
  removeStored(sqlEntries.draft, memberOf(key));
  try {
    await (await open()).delete(storeName, keyOf(key));
  } catch {
    // Without a database there is nothing to delete.
  }
}
