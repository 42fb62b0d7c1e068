import {
  noTables,
  withOpened,
  withStaged,
  type KeptTable,
  type TablesAtHand,
} from '../../contract/tables/tablesAtHand.ts';
import { readStored, writeStored } from '../browser/storage.ts';
import { tableEntries } from './tableEntries.ts';

const openChannel = (): BroadcastChannel | null =>
  typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('basechart-tables-at-hand');

export const readTablesAtHand = (ref: string): TablesAtHand => readStored(tableEntries.atHand, ref) ?? noTables;

/** Stores them, and tells the lists of the project, here and in other tabs of the browser. */
export function storeTablesAtHand(ref: string, hand: TablesAtHand): void {
  writeStored(tableEntries.atHand, hand, ref);
  const channel = openChannel();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target: it never leaves the origin
  channel?.postMessage(ref);
  channel?.close();
}

/** Gives a table that was opened its tab. */
export const noteOpenedTable = (ref: string, table: KeptTable): void =>
  storeTablesAtHand(ref, withOpened(readTablesAtHand(ref), table));

/** Says at a table how many changes wait there: they stay when it is left, and when it is dropped. */
export function noteStagedChanges(ref: string, id: number, staged: number): void {
  const hand = readTablesAtHand(ref);
  const noted = withStaged(hand, id, staged);
  if (JSON.stringify(noted) !== JSON.stringify(hand)) storeTablesAtHand(ref, noted);
}

/** Calls back when they have changed; returns a function that stops it. */
export function watchTablesAtHand(ref: string, changed: () => void): () => void {
  const channel = openChannel();
  channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (data === ref) changed();
  });
  return () => channel?.close();
}
