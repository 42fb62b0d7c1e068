import type { Session } from '../../contract/accounts/session.ts';

const listeners = new Set<(session: Session | null) => void>();

/**
 * Calls back with every session that the auth client gets, in this tab or from another; returns a function that stops
 * it.
 */
export function watchClient(changed: (session: Session | null) => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

/** What the auth client got, for those who watch it. */
export function reportSession(session: Session | null): void {
  for (const changed of listeners) changed(session);
}
