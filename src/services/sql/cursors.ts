import type { SqlCursor } from '../../contract/sql/sqlEditor.ts';
import { readStored, writeStored } from '../browser/storage.ts';
import { sqlEntries } from './sqlEntries.ts';

/** Number of queries whose cursor is kept. */
const keptCursors = 20;

/** Where the cursor of a query was in this tab. */
export function cursorOf(id: string): SqlCursor | null {
  const found = readStored(sqlEntries.cursors)?.find((one) => one.id === id);
  return found ? { anchor: found.anchor, head: found.head } : null;
}

/** Stores it for a reload, and for the way back from another query. */
export function keepCursor(id: string, cursor: SqlCursor): void {
  const others = (readStored(sqlEntries.cursors) ?? []).filter((one) => one.id !== id);
  writeStored(sqlEntries.cursors, [{ id, ...cursor }, ...others].slice(0, keptCursors));
}
