import { assign, setup } from 'xstate';
import { failureOf, type Failure } from '../../contract/apiError.ts';
import { assuranceOf, type Session, type SignOutScope } from '../../contract/session.ts';
import { timing } from '../../contract/timing.ts';
import type { AppPort, Toast } from '../app/app.port.ts';
import { unprovided, unprovidedSource } from '../unprovided.ts';

/** Why there is no session: there never was one, the user ended it here or in another tab, or the server did. */
export type SessionEnd = 'absent' | 'signedOut' | 'elsewhere' | 'refused';

/** Facts for the rest of the application. */
export type SessionFact =
  /** There is a session with a usable token. */
  | { type: 'session.began'; userId: string }
  | { type: 'session.ended'; reason: SessionEnd };

export interface SessionInput {
  now: () => number;
  parent: AppPort & { send(fact: SessionFact): void };
}

interface SessionContext extends SessionInput {
  session: Session | null;
  /** Refreshes that failed since the last that did not. */
  attempt: number;
  /** Which sessions the user asked to end. */
  scope: SignOutScope;
}

/** What the auth client and other tabs report. */
export type SessionReport =
  /** A sign-in, another tab's refresh, a changed user, a verified factor: this is the session now. */
  | { type: 'session.changed'; session: Session }
  /** Another tab signed out, or the site's data was cleared. */
  | { type: 'session.vanished' }
  /** The browser has no Navigator Locks, so two tabs may refresh at once. */
  | { type: 'locks.missed' };

export type SessionEvent =
  | SessionReport
  /** A call is about to be made with the token. */
  | { type: 'token.needed' }
  /** A call was refused with the token. */
  | { type: 'session.refused' }
  | { type: 'signOut.requested'; scope: SignOutScope }
  | { type: 'reading.retried' };

const locksMissing: Toast = {
  tone: 'warning',
  title: 'Update your browser',
  description: 'It lacks the Navigator Locks API, so several tabs of this site may sign one another out.',
};
const unreachable: Toast = {
  tone: 'warning',
  title: 'Signed out on this device only',
  description: 'The server did not confirm it, so other devices may still be signed in.',
};
const othersKept: Toast = { tone: 'danger', title: 'Failed to sign out other devices' };
const othersEnded: Toast = { tone: 'success', title: 'Other devices are signed out' };

const remainingMs = (session: Session | null, now: number): number => (session ? session.expires_at * 1000 - now : 0);

export const sessionMachine = setup({
  types: {
    input: {} as SessionInput,
    context: {} as SessionContext,
    events: {} as SessionEvent,
    transitionMeta: {} as { waiver?: string },
  },
  actors: {
    readStored: unprovided<Session | null>('readStored'),
    watchTabs: unprovidedSource<SessionReport>('watchTabs'),
    refresh: unprovided<Session, { session: Session | null }>('refresh'),
    revoke: unprovided<void, { session: Session | null; scope: SignOutScope }>('revoke'),
    forget: unprovided<void, { everything: boolean }>('forget'),
  },
  delays: {
    tick: timing.sessionTickMs,
    backoff: ({ context }) => Math.min(timing.sessionBackoffBaseMs * 2 ** context.attempt, timing.sessionBackoffMaxMs),
  },
  guards: {
    isAbsent: (_, { session }: { session: Session | null }) => session === null,
    isExpired: ({ context }, { session }: { session: Session | null }) => remainingMs(session, context.now()) < timing.sessionExpiryMarginMs,
    nearsExpiry: ({ context }) => remainingMs(context.session, context.now()) <= timing.sessionRefreshThresholdMs,
    isNearlySpent: ({ context }) => remainingMs(context.session, context.now()) < timing.cachedTokenMarginMs,
    isRetryable: (_, { error }: { error: unknown }) => (Object(error) as { retryable?: unknown }).retryable === true,
    isVerified: ({ context }) => context.session !== null && assuranceOf(context.session) === 'aal2',
    isOthersOnly: (_, { scope }: { scope: SignOutScope }) => scope === 'others',
  },
  actions: {
    keepSession: assign((_, { session }: { session: Session | null }) => ({ session, attempt: 0 })),
    keepScope: assign((_, { scope }: { scope: SignOutScope }) => ({ scope })),
    countAttempt: assign({ attempt: ({ context }) => context.attempt + 1 }),
    dropSession: assign({ session: null, attempt: 0 }),
    reportBegin: ({ context }) => context.parent.send({ type: 'session.began', userId: context.session?.user?.id ?? '' }),
    reportEnd: ({ context }, { reason }: { reason: SessionEnd }) => context.parent.send({ type: 'session.ended', reason }),
    toast: ({ context }, { toast }: { toast: Toast }) => context.parent.send({ type: 'toast.requested', toast }),
    toastFailure: ({ context }, { toast, failure }: { toast: Toast; failure: Failure }) => context.parent.send({ type: 'toast.requested', toast: { ...toast, description: failure.message, ...(failure.requestId !== undefined && { requestId: failure.requestId }) } }),
  },
}).createMachine({
  id: 'session',
  context: ({ input }) => ({ ...input, session: null, attempt: 0, scope: 'local' }),
  initial: 'loading',
  states: { loading: {}, none: {}, present: {} },
});
void failureOf; void locksMissing; void unreachable; void othersKept; void othersEnded;
