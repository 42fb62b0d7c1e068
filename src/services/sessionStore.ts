import type { Session } from '../contract/session.ts';
import { announce } from './sessionTabs.ts';
import { forgetTrace } from './traceShelf.ts';
import { clearStored, readStored, removeStored, writeStored } from './storage.ts';

/** Keeps the session for this browser. What another user left here is forgotten first. */
export function keepSession(session: Session): void {
  const owner = session.user?.id;
  if (owner !== undefined) {
    const before = readStored('owner');
    if (before !== null && before !== owner) clearStored();
    if (before !== owner) writeStored('owner', owner);
  }
  writeStored('session', session);
}

/** Removes the session and tells other tabs; with `everything`, all that a sign-out clears (specification, section 4). */
export async function forgetSession({ everything }: { everything: boolean }): Promise<void> {
  if (everything) {
    clearStored();
    forgetTrace();
  } else {
    removeStored('session');
  }
  announce('SIGNED_OUT', null);
}
