import * as v from 'valibot';
import { sessionSchema, type Session } from '../../contract/accounts/session.ts';
import { storageEntries } from '../browser/storage.ts';

/** Messages between tabs: the auth client's own format, because they share its channel. */
const tabMessageSchema = v.object({ event: v.string(), session: v.nullable(sessionSchema) });

const openChannel = (): BroadcastChannel | null =>
  typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(storageEntries.session.key);

/** Notifies every other listener of this origin about the session. */
export function announce(event: 'TOKEN_REFRESHED' | 'SIGNED_OUT', session: Session | null): void {
  const channel = openChannel();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin than its own
  channel?.postMessage({ event, session });
  channel?.close();
}

/** Calls back with the session that other tabs report, as they sent it; returns a function that stops it. */
export function watchTabs(changed: (session: Session | null) => void): () => void {
  const channel = openChannel();
  channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const message = v.safeParse(tabMessageSchema, data);
    if (message.success) changed(message.output.session);
  });
  return () => channel?.close();
}
