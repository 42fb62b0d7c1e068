import type { SnapshotFrom } from 'xstate';
import { remainingMs } from '../../../contract/accounts/session.ts';
import type { sessionMachine } from './session.machine.ts';

type SessionSnapshot = SnapshotFrom<typeof sessionMachine>;

/** The signed-in user; null without a session. */
export const selectUser = ({ context }: SessionSnapshot) => context.session?.user ?? null;

/** Why the stored session could not be read; the error screen is for that. */
export const selectReadingFailure = (snapshot: SessionSnapshot) =>
  snapshot.matches('unreadable') ? snapshot.context.failure : null;

/** What a request can do about its token now. */
type TokenState =
  | { state: 'usable'; token: string }
  /** A refresh is running, or starts as soon as the session receives `token.needed`. */
  | { state: 'awaited' }
  /** The last refresh failed for a temporary reason, and the old token has expired. */
  | { state: 'unreachable' }
  | { state: 'none' };

/**
 * While a refresh runs or backs off, the old token serves as long as it lasts. While the session ends, requests wait;
 * most are abandoned with it.
 */
export function tokenOf(snapshot: SessionSnapshot): TokenState {
  const { session, marginMs, now } = snapshot.context;
  if (snapshot.matches('loading') || snapshot.matches({ restoring: 'refreshing' })) return { state: 'awaited' };
  if (snapshot.matches('revoking') || snapshot.matches('leaving') || snapshot.matches('refused'))
    return { state: 'awaited' };
  if (snapshot.matches({ restoring: 'backingOff' })) return { state: 'unreachable' };
  if (!snapshot.matches('present') || !session) return { state: 'none' };
  const remaining = remainingMs(session, now());
  const usable: TokenState = { state: 'usable', token: session.access_token };
  if (snapshot.matches({ present: { token: 'backingOff' } })) return remaining <= 0 ? { state: 'unreachable' } : usable;
  return remaining < marginMs ? { state: 'awaited' } : usable;
}
