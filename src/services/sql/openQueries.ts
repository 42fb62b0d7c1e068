import type { ChosenTab } from '../../contract/sql/resultsTab.ts';
import type { SqlCursor, SqlSettings, ViewStateCommand } from '../../contract/sql/sqlEditor.ts';
import { watchLeaving } from '../browser/pageLeaving.ts';
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
function keepCursor(id: string, cursor: SqlCursor): void {
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

/**
 * Stores the editor's settings and the cursor of a query when told, when the page goes, and when it is stopped; after
 * a sign-out no more.
 */
export function storeViewState(id: string): { receive(command: ViewStateCommand): void; stop(): void } {
  const owner = readStored('owner');
  let settings: SqlSettings | null = null;
  let cursor: SqlCursor | null = null;
  const write = () => {
    if (readStored('owner') === owner) {
      if (settings) writeStored(sqlEntries.settings, settings);
      if (cursor) keepCursor(id, cursor);
    }
    settings = null;
    cursor = null;
  };
  const stopWatching = watchLeaving(write);
  return {
    receive(command) {
      if (command.type === 'settings.changed') ({ settings } = command);
      else if (command.type === 'cursor.moved') ({ cursor } = command);
      else write();
    },
    stop() {
      write();
      stopWatching();
    },
  };
}
