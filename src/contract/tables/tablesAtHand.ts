import * as v from 'valibot';
import { relationKinds } from './table.ts';

/** A table that the user keeps at hand. */
export const keptTableSchema = v.object({
  /** Its oid. */
  id: v.number(),
  schema: v.string(),
  name: v.string(),
  kind: v.picklist(relationKinds),
});
export type KeptTable = v.InferOutput<typeof keptTableSchema>;

/** An open table, with how many changes of it wait to be committed. */
export const tableTabSchema = v.object({ ...keptTableSchema.entries, staged: v.optional(v.number(), 0) });
export type TableTab = v.InferOutput<typeof tableTabSchema>;

/** What this browser keeps of a project: the tables that are open, as tabs, and the favorites. */
export const tablesAtHandSchema = v.object({ tabs: v.array(tableTabSchema), favorites: v.array(keptTableSchema) });
export type TablesAtHand = v.InferOutput<typeof tablesAtHandSchema>;

export const noTables: TablesAtHand = { tabs: [], favorites: [] };

/** Tabs at most: the one that was opened first makes room. */
export const tabsMax = 20;

const keptOf = ({ id, schema, name, kind }: KeptTable): KeptTable => ({ id, schema, name, kind });

/** After a table was opened: it has a tab, and is called as it is now, wherever it is kept. */
export function withOpened({ tabs, favorites }: TablesAtHand, table: KeptTable): TablesAtHand {
  const now = keptOf(table);
  const renamed = <Kept extends KeptTable>(all: readonly Kept[]): Kept[] =>
    all.map((one) => (one.id === now.id ? { ...one, ...now } : one));
  const isOpen = tabs.some(({ id }) => id === now.id);
  return {
    tabs: isOpen ? renamed(tabs) : [...tabs, { ...now, staged: 0 }].slice(-tabsMax),
    favorites: renamed(favorites),
  };
}

/** With the number of changes that wait in a tab. */
export const withStaged = ({ tabs, favorites }: TablesAtHand, id: number, staged: number): TablesAtHand => ({
  tabs: tabs.map((tab) => (tab.id === id ? { ...tab, staged } : tab)),
  favorites,
});

/** With or without a favorite, by name. */
export function withFavorite({ tabs, favorites }: TablesAtHand, table: KeptTable): TablesAtHand {
  const others = favorites.filter(({ id }) => id !== table.id);
  const next = others.length < favorites.length ? others : [...others, keptOf(table)];
  return { tabs, favorites: next.toSorted((one, other) => one.name.localeCompare(other.name)) };
}

const without = <Kept extends KeptTable>(all: readonly Kept[], gone: number): Kept[] =>
  all.filter(({ id }) => id !== gone);

export const withoutTab = ({ tabs, favorites }: TablesAtHand, id: number): TablesAtHand => ({
  tabs: without(tabs, id),
  favorites,
});

export const withoutTable = ({ tabs, favorites }: TablesAtHand, id: number): TablesAtHand => ({
  tabs: without(tabs, id),
  favorites: without(favorites, id),
});

/** The tab that is shown when this one is closed: the next, or the one before; null for the last. */
export function neighborOf({ tabs }: TablesAtHand, id: number): KeptTable | null {
  const place = tabs.findIndex((one) => one.id === id);
  return tabs[place + 1] ?? tabs[place - 1] ?? null;
}
