import {
  noTables,
  withOpened,
  withoutTable,
  withStaged,
  type KeptTable,
  type TabsAndFavorites,
} from '../../contract/tables/tabsAndFavorites.ts';
import { readStored, removeStored, writeStored } from '../browser/storage.ts';
import { listen, publish } from '../browser/tabChannel.ts';
import { tableEntries } from './tableEntries.ts';

const changesName = 'basechart-tabs-and-favorites';
const missingName = 'basechart-tables-missing';

const watch = (name: string, ref: string, told: () => void): (() => void) =>
  listen<string>(name, (project) => {
    if (project === ref) told();
  });

export const readTabsAndFavorites = (ref: string): TabsAndFavorites =>
  readStored(tableEntries.tabsAndFavorites, ref) ?? noTables;

/** Stores them, and tells the lists of the project, here and in other tabs of the browser. */
export function storeTabsAndFavorites(ref: string, tables: TabsAndFavorites): void {
  writeStored(tableEntries.tabsAndFavorites, tables, ref);
  publish(changesName, ref);
}

/** Gives a table that was opened its tab. */
export const noteOpenedTable = (ref: string, table: KeptTable): void =>
  storeTabsAndFavorites(ref, withOpened(readTabsAndFavorites(ref), table));

/** Says at a table how many changes wait there: they stay when it is left, and when it is dropped. */
export function noteStagedChanges(ref: string, id: number, staged: number): void {
  const tables = readTabsAndFavorites(ref);
  const noted = withStaged(tables, id, staged);
  if (JSON.stringify(noted) !== JSON.stringify(tables)) storeTabsAndFavorites(ref, noted);
}

/** Forgets a table that was opened and does not exist: nothing leads to it again, but to what is staged of it. */
export function noteMissingTable(ref: string, id: number): void {
  if (readStored(tableEntries.table, ref)?.id === id) removeStored(tableEntries.table, ref);
  storeTabsAndFavorites(ref, withoutTable(readTabsAndFavorites(ref), id));
  publish(missingName, ref);
}

/** Calls back when they have changed; returns a function that stops it. */
export const watchTabsAndFavorites = (ref: string, changed: () => void): (() => void) =>
  watch(changesName, ref, changed);

/** Calls back when a table of the project was opened that does not exist; returns a function that stops it. */
export const watchMissingTables = (ref: string, missed: () => void): (() => void) => watch(missingName, ref, missed);
