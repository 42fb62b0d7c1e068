import * as v from 'valibot';
import { relationKinds } from './table.ts';

/** An open table or a favorite. */
const keptTableSchema = v.object({
  /** Its oid. */
  id: v.number(),
  schema: v.string(),
  name: v.string(),
  kind: v.picklist(relationKinds),
});
export type KeptTable = v.InferOutput<typeof keptTableSchema>;

/** An open table, with how many changes of it wait to be committed. */
const tableTabSchema = v.object({ ...keptTableSchema.entries, staged: v.optional(v.number(), 0) });
export type TableTab = v.InferOutput<typeof tableTabSchema>;

/** What this browser keeps of a project. */
export const tabsAndFavoritesSchema = v.object({
  /** The tables that are open. */
  tabs: v.array(tableTabSchema),
  favorites: v.array(keptTableSchema),
  /** Tables whose changes wait to be committed, open or not; some may have been dropped. Older versions kept none. */
  staged: v.optional(v.array(tableTabSchema)),
});
export type TabsAndFavorites = v.InferOutput<typeof tabsAndFavoritesSchema>;

export const noTables: TabsAndFavorites = { tabs: [], favorites: [] };

/** Tabs at most: the one that was opened first makes room. */
export const tabsMax = 20;

const keptOf = ({ id, schema, name, kind }: KeptTable): KeptTable => ({ id, schema, name, kind });

/** After a table was opened: it has a tab, and is called as it is now, wherever it is kept. */
export function withOpened({ tabs, favorites, staged }: TabsAndFavorites, table: KeptTable): TabsAndFavorites {
  const now = keptOf(table);
  const renamed = <Kept extends KeptTable>(all: readonly Kept[]): Kept[] =>
    all.map((one) => (one.id === now.id ? { ...one, ...now } : one));
  const isOpen = tabs.some(({ id }) => id === now.id);
  return {
    tabs: isOpen ? renamed(tabs) : [...tabs, { ...now, staged: countStagedIn({ staged }, now.id) }].slice(-tabsMax),
    favorites: renamed(favorites),
    ...(staged && { staged: renamed(staged) }),
  };
}

/** How many changes of a table wait. */
export const countStagedIn = ({ staged }: Pick<TabsAndFavorites, 'staged'>, table: number): number =>
  staged?.find(({ id }) => id === table)?.staged ?? 0;

/** With the number of changes that wait in a table. */
export function withStaged(tables: TabsAndFavorites, table: number, count: number): TabsAndFavorites {
  const { tabs, favorites, staged = [] } = tables;
  const known = [...staged, ...tabs, ...favorites].find(({ id }) => id === table);
  const others = staged.filter(({ id }) => id !== table);
  const waiting = known && count > 0 ? [...others, { ...keptOf(known), staged: count }] : others;
  return {
    ...tables,
    tabs: tabs.map((tab) => (tab.id === table ? { ...tab, staged: count } : tab)),
    ...((tables.staged ?? waiting).length + waiting.length > 0 && {
      staged: waiting.toSorted((one, other) => one.name.localeCompare(other.name)),
    }),
  };
}

/** With or without a favorite, by name. */
export function withFavorite(tables: TabsAndFavorites, table: KeptTable): TabsAndFavorites {
  const others = tables.favorites.filter(({ id }) => id !== table.id);
  const next = others.length < tables.favorites.length ? others : [...others, keptOf(table)];
  return { ...tables, favorites: next.toSorted((one, other) => one.name.localeCompare(other.name)) };
}

const without = <Kept extends KeptTable>(all: readonly Kept[], gone: number): Kept[] =>
  all.filter(({ id }) => id !== gone);

export const withoutTab = (tables: TabsAndFavorites, id: number): TabsAndFavorites => ({
  ...tables,
  tabs: without(tables.tabs, id),
});

/** After a table was dropped: what is staged of it can still be looked at. */
export const withoutTable = (tables: TabsAndFavorites, id: number): TabsAndFavorites => ({
  ...withoutTab(tables, id),
  favorites: without(tables.favorites, id),
});

/** The tab that is shown when this one is closed: the next, or the one before; null for the last. */
export function neighborOf({ tabs }: TabsAndFavorites, id: number): KeptTable | null {
  const place = tabs.findIndex((one) => one.id === id);
  return tabs[place + 1] ?? tabs[place - 1] ?? null;
}
