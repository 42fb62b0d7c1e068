/** A table of a project that has been altered or emptied. */
interface ChangedTable {
  ref: string;
  id: number;
}

const openChannel = (): BroadcastChannel | null =>
  typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('basechart-tables');

/** Tells the pages that show the table, here and in other tabs. */
export function publishTableChange(table: ChangedTable): void {
  const channel = openChannel();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target: it never leaves the origin
  channel?.postMessage(table);
  channel?.close();
}

/** Calls back when the table has changed; returns a function that stops it. */
export function watchTableChanges({ ref, id }: ChangedTable, changed: () => void): () => void {
  const channel = openChannel();
  channel?.addEventListener('message', ({ data }: MessageEvent<ChangedTable>) => {
    if (data.ref === ref && data.id === id) changed();
  });
  return () => channel?.close();
}
