import { openTabChannel } from '../browser/tabChannel.ts';
import type { DraftKey } from './draftStore.ts';

/** What tabs tell each other about a query. */
export type TabMessage = Pick<DraftKey, 'ref' | 'id' | 'writer'> &
  /** Who has unsaved text of this query? */
  (
    | { type: 'asked' }
    | { type: 'edited' }
    | { type: 'settled' }
    | { type: 'saved'; version: number }
    | { type: 'deleted' }
  );

const channelName = 'basechart-sql-drafts';

/** A writer holds its lock as long as its tab lives, however the tab dies. */
const lockOf = (writer: string): string => `${channelName}:${writer}`;

/** Writers of this page that have stopped, although their locks may be freed a moment later. */
const stopped = new Set<string>();
const ownWriters = new Set<string>();

export const isOwnWriter = (writer: string): boolean => ownWriters.has(writer);

/** Speaks with the other tabs, and with the rest of this page. */
export const openChannel = (heard: (message: TabMessage) => void) => openTabChannel(channelName, heard);

/** Sends one message to the other tabs. */
export function notifyTabs(message: TabMessage): void {
  const channel = openChannel(() => undefined);
  channel.tell(message);
  channel.close();
}

/** Shows the other tabs that this writer lives; returns the way to stop. */
export function holdWriter(writer: string): () => void {
  ownWriters.add(writer);
  const ending = Promise.withResolvers<void>();
  navigator.locks?.request(lockOf(writer), () => ending.promise).catch(() => undefined);
  return () => {
    ownWriters.delete(writer);
    stopped.add(writer);
    ending.resolve();
  };
}

/** The writers that live, in any tab. Where the browser has no locks, only this page's are known. */
export async function livingWriters(): Promise<Set<string>> {
  const prefix = lockOf('');
  const held = (await navigator.locks?.query())?.held ?? [];
  const names = held.flatMap(({ name }) => (name?.startsWith(prefix) ? [name.slice(prefix.length)] : []));
  return new Set([...names, ...ownWriters].filter((writer) => !stopped.has(writer)));
}

/** Calls back when a writer's tab is gone, unless stopped before. */
export function whenGone(writer: string, gone: () => void): () => void {
  const waiting = new AbortController();
  navigator.locks?.request(lockOf(writer), { signal: waiting.signal }, gone).catch(() => undefined);
  return () => waiting.abort();
}
