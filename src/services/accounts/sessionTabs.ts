import * as v from 'valibot';
import { sessionSchema, type Session } from '../../contract/accounts/session.ts';
import { storageEntries } from '../browser/storage.ts';
import { listen, publish } from '../browser/tabChannel.ts';

/** Messages between tabs: the auth client's own format, because they share its channel. */
const tabMessageSchema = v.object({ event: v.string(), session: v.nullable(sessionSchema) });

/** Notifies every other listener of this origin about the session. */
export const announce = (event: 'TOKEN_REFRESHED' | 'SIGNED_OUT', session: Session | null): void =>
  publish(storageEntries.session.key, { event, session });

/** Calls back with the session that other tabs report, as they sent it; returns a function that stops it. */
export const watchTabs = (changed: (session: Session | null) => void): (() => void) =>
  listen<unknown>(storageEntries.session.key, (data) => {
    const message = v.safeParse(tabMessageSchema, data);
    if (message.success) changed(message.output.session);
  });
