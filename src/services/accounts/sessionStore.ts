import { userIdOf, type Session } from '../../contract/accounts/session.ts';
import { clearStored, isLasting, readStored, removeStored, writeStored } from '../browser/storage.ts';
import { forgetTrace } from '../browser/traceShelf.ts';
import { announce } from './sessionTabs.ts';

/** A session that the browser has no room for, or may not keep: it lasts as long as this page. */
let unkept: Session | null = null;

const listeners = new Set<() => void>();

/** Calls back when a session is not kept beyond this page, once for each; returns the way to stop. */
export function watchUnkept(told: () => void): () => void {
  listeners.add(told);
  return () => listeners.delete(told);
}

/** The session of this browser, or of this page alone. */
export const heldSession = (): Session | null => readStored('session') ?? unkept;

function isKept(session: Session): boolean {
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
    forgetTrace();
  }
  if (before !== owner) writeStored('owner', owner);
  const isNews = unkept === null;
  unkept = isKept(session) ? null : session;
  if (unkept !== null && isNews) for (const told of listeners) told();
}

/** Follows what another tab says the session is, where storage does not tell. */
export function followSession(session: Session | null): void {
  unkept = session !== null && readStored('session') === null ? session : null;
}

/** Removes the session from this browser, and nothing else. */
export function dropSession(): void {
  unkept = null;
  removeStored('session');
}

/** Removes the session and tells other tabs; with `everything`, all that a sign-out clears (specification, section 4). */
export async function forgetSession({ everything }: { everything: boolean }): Promise<void> {
  dropSession();
  if (everything) {
    clearStored();
    forgetTrace();
  }
  announce('SIGNED_OUT', null);
}
