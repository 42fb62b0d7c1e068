import { userIdOf, type Session } from '../../contract/accounts/session.ts';
import { clearStored, isLasting, readStored, removeStored, writeStored } from '../browser/storage.ts';
import { deleteTrace } from '../browser/traceStore.ts';
import { announce } from './sessionTabs.ts';

/** A session that the browser has no room for, or may not keep: it lasts as long as this page. */
let unpersisted: Session | null = null;

const listeners = new Set<() => void>();

/** Calls back when a session is not kept beyond this page, once for each; returns the way to stop. */
export function watchUnpersisted(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The session of this browser, or of this page alone. */
export const heldSession = (): Session | null => readStored('session') ?? unpersisted;

function persists(session: Session): boolean {
  if (!isLasting) return false;
  if (writeStored('session', session)) return true;
  // The one before is spent, or somebody else's: it must not be taken up again, and makes room.
  removeStored('session');
  return writeStored('session', session);
}

/** Keeps the session for this browser. What another user left here is forgotten first. */
export function keepSession(session: Session): void {
  const owner = userIdOf(session);
  const before = readStored('owner');
  if (before !== null && before !== owner) {
    clearStored();
    deleteTrace();
  }
  if (before !== owner) writeStored('owner', owner);
  const isNew = unpersisted === null;
  unpersisted = persists(session) ? null : session;
  if (unpersisted !== null && isNew) for (const listener of listeners) listener();
}

/** Follows what another tab says the session is, where storage does not tell. */
export function followSession(session: Session | null): void {
  unpersisted = session !== null && readStored('session') === null ? session : null;
}

/** Removes the session from this browser, and nothing else. */
export function dropSession(): void {
  unpersisted = null;
  removeStored('session');
}

/** Removes the session and tells other tabs; with `everything`, all that a sign-out clears (specification, section 4). */
export async function clearSession({ everything }: { everything: boolean }): Promise<void> {
  dropSession();
  if (everything) {
    clearStored();
    deleteTrace();
  }
  announce('SIGNED_OUT', null);
}
