import * as v from 'valibot';
import { sessionSchema, type Session } from '../contract/session.ts';
import { storageEntries } from './storage.ts';

/** What tabs tell one another, in the auth client's own form, because its channel is the one that is used. */
const tabMessageSchema = v.object({ event: v.string(), session: v.nullable(sessionSchema) });

export interface SessionNews { session: Session | null }

/** Tells every other listener of this origin what the session is now. */
export function announce(event: 'TOKEN_REFRESHED' | 'SIGNED_OUT', session: Session | null): void {
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(storageEntries.session.key);
  channel.postMessage({ event, session });
  channel.close();
}

/** Calls back with what other tabs, and this tab's auth client, say the session is; returns the way to stop. */
export function listenToTabs(heard: (news: SessionNews) => void): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => undefined;
  const channel = new BroadcastChannel(storageEntries.session.key);
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const message = v.safeParse(tabMessageSchema, data);
    if (message.success) heard({ session: message.output.session });
  });
  return () => channel.close();
}
