import type { ChosenTab } from '../../contract/sql/resultsTab.ts';
import type { SqlCursor } from '../../contract/sql/sqlEditor.ts';
import { readStored, writeStored } from '../browser/storage.ts';
import { sqlEntries } from './sqlEntries.ts';

/** Number of queries whose cursor and tab are kept. */
const keptQueries = 20;

/** What is kept of queries, with that of one query first. */
const withFirst = <Kept extends { id: string }>(kept: readonly Kept[] | null, first: Kept): Kept[] =>
  [first, ...(kept ?? []).filter(({ id }) => id !== first.id)].slice(0, keptQueries);

/** Where the cursor of a query was in this tab. */
export function cursorOf(id: string): SqlCursor | null {
  const found = readStored(sqlEntries.cursors)?.find((one) => one.id === id);
  return found ? { anchor: found.anchor, head: found.head } : null;
}

/** Stores it for a reload, and for the way back from another query. */
export function keepCursor(id: string, cursor: SqlCursor): void {
  writeStored(sqlEntries.cursors, withFirst(readStored(sqlEntries.cursors), { id, ...cursor }));
}

/** The tab of results that was chosen for a query in this tab. */
export function chosenTabOf(id: string): ChosenTab | null {
  const found = readStored(sqlEntries.tabs)?.find((one) => one.id === id);
  return found ? { run: found.run, tab: found.tab } : null;
}

/** Stores the chosen tab as the cursor is stored. */
export function keepChosenTab(id: string, chosen: ChosenTab): void {
  writeStored(sqlEntries.tabs, withFirst(readStored(sqlEntries.tabs), { id, ...chosen }));
}
