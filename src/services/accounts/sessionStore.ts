import { userIdOf, type Session } from '../../contract/accounts/session.ts';
import { deleteConversations } from '../browser/conversationDatabase.ts';
import { clearStored, clearTab, isLasting, readStored, removeStored, writeStored } from '../browser/storage.ts';
import { deleteTrace } from '../browser/traceStore.ts';
import { announce } from './sessionTabs.ts';

/** A session that the browser refuses to store: it lasts as long as this page. */
let unpersisted: Session | null = null;

const listeners = new Set<() => void>();

/** Calls back when a session is not stored, once for each; returns a function that stops it. */
export function watchUnpersisted(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The stored session, or the one that only this page has. */
export const heldSession = (): Session | null => readStored('session') ?? unpersisted;

function persists(session: Session): boolean {
  if (!isLasting) return false;
  if (writeStored('session', session)) return true;
  // The stored session was replaced by this one, or is another user's: it must not be restored, and frees space.
  removeStored('session');
  return writeStored('session', session);
}

/** Gives what this tab stores for itself to the user, and clears what another one has left there. */
function claimTab(owner: string | null): void {
  const before = readStored('tabOwner');
  if (before === owner) return;
  if (before !== null) clearTab();
  if (owner !== null) writeStored('tabOwner', owner);
}

/** The stored session, for a page that begins. */
export function openSession(): Session | null {
  const session = readStored('session');
  if (session) claimTab(userIdOf(session));
  return session;
}

/** Stores the session in this browser. Data of another user is cleared first. */
export function keepSession(session: Session): void {
  const owner = userIdOf(session);
  const before = readStored('owner');
  if (before !== null && before !== owner) {
    deleteConversations(before);
    clearStored();
    deleteTrace();
  }
  if (before !== owner) writeStored('owner', owner);
  claimTab(owner);
  const isNew = unpersisted === null;
  unpersisted = persists(session) ? null : session;
  if (unpersisted !== null && isNew) for (const listener of listeners) listener();
}

/**
 * A session from the auth service with its expiry by the browser's clock, which may be hours from the server's. A token
 * that is held already comes from the client's storage or another tab, and is as old as before.
 */
export function byOwnClock(session: Session): Session {
  const held = heldSession();
  if (held?.access_token === session.access_token) return { ...session, expires_at: held.expires_at };
  const { expires_in: lifetime } = session;
  return lifetime === undefined ? session : { ...session, expires_at: Math.floor(Date.now() / 1000) + lifetime };
}

/** Applies another tab's report of the session, where storage does not have it; returns what it reported. */
export function followSession(reported: Session | null): Session | null {
  // The other tab cannot clear this one's storage. A sign-out, unlike a session that ended, leaves no owner.
  claimTab(reported ? userIdOf(reported) : readStored('owner'));
  const session = reported && byOwnClock(reported);
  unpersisted = session !== null && readStored('session') === null ? session : null;
  return session;
}

/** Removes only the session from this browser. */
export function dropSession(): void {
  unpersisted = null;
  removeStored('session');
}

/**
 * Removes the session and notifies other tabs; with `everything`, clears all that a sign-out clears (specification,
 * section 4).
 */
export async function clearSession({ everything }: { everything: boolean }): Promise<void> {
  dropSession();
  if (everything) {
    deleteConversations(readStored('owner'));
    clearStored();
    deleteTrace();
  }
  announce('SIGNED_OUT', null);
}
