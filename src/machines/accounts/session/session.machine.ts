import { assign, sendTo } from 'xstate';
import {
  assuranceOf,
  awaitsFactor,
  remainingMs,
  userIdOf,
  type Session,
  type SignOutScope,
} from '../../../contract/accounts/session.ts';
import { failureOf, type Failure } from '../../../contract/common/apiError.ts';
import * as timing from '../../../contract/common/timing.ts';
import type { Toast } from '../../../contract/common/toast.ts';
import { clearFailure, keepFailure, onFailure } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import type { AppCommand, Port } from '../../parts/port.ts';
import type { SessionEnd, SessionFact, SessionUnverified } from '../../parts/sessionFacts.ts';
import { unprovided, unprovidedSource } from '../../parts/unprovided.ts';

interface SessionInput {
  now: () => number;
  port: Port<SessionFact | SessionUnverified | Extract<AppCommand, { type: 'toast.requested' }>>;
}

interface SessionContext extends SessionInput {
  session: Session | null;
  /** A token with less time left than this is not used while another one can be fetched. */
  marginMs: number;
  /** Failed refreshes since the last success. */
  attempt: number;
  /** Which sessions the user asked to end. */
  scope: SignOutScope;
  /** Why the stored session could not be read. */
  failure: Failure | null;
}

/** What the auth client and other tabs report. */
export type SessionReport =
  /** The current session after a sign-in, another tab's refresh, a changed user or a verified factor. */
  | { type: 'session.changed'; session: Session }
  /** Another tab signed out, or the site's data was cleared. */
  | { type: 'session.removed' }
  /** The browser has no Navigator Locks, so two tabs may refresh at once. */
  | { type: 'locks.unsupported' }
  /** The browser refused to store the session. */
  | { type: 'session.unpersisted' };

type SessionEvent =
  | SessionReport
  /** A request is about to use the token. */
  | { type: 'token.needed' }
  /** The server refused the token. */
  | { type: 'session.refused' }
  | { type: 'signOut.requested'; scope: SignOutScope }
  | { type: 'session.retried' };

const locksMissing: Toast = {
  tone: 'warning',
  title: 'Update your browser',
  description: 'It lacks the Navigator Locks API, so using several tabs may sign you out.',
};
const notKept: Toast = {
  tone: 'warning',
  title: 'Your browser is blocking storage',
  description: 'You’ll be signed out when you close or reload this tab.',
};
const unconfirmed: Toast = {
  tone: 'warning',
  title: 'Signed out on this device',
  description: 'The server did not respond in time.',
};
const othersKept: Toast = { tone: 'danger', title: 'Could not sign out your other devices' };
const othersEnded: Toast = { tone: 'success', title: 'Signed out on your other devices' };

const explained = (toast: Toast, { message, requestId }: Failure): Toast => ({
  ...toast,
  description: message,
  ...(requestId !== undefined && { requestId }),
});

const lasts = (session: Session | null, now: number): number => (session ? remainingMs(session, now) : 0);

/** A server may issue tokens that live no longer than the margin; the margin is then half of the token's lifetime. */
const marginFor = (session: Session, now: number): number =>
  Math.min(timing.cachedTokenMarginMs, Math.max(0, remainingMs(session, now) / 2));

const isSameUser = (known: Session | null, session: Session): boolean =>
  known === null || userIdOf(session) === userIdOf(known);

export const sessionMachine = flowSetup({
  types: {
    input: {} as SessionInput,
    context: {} as SessionContext,
    events: {} as SessionEvent,
  },
  actors: {
    readStored: unprovided<Session | null>('readStored'),
    watchTabs: unprovidedSource<SessionReport>('watchTabs'),
    refresh: unprovided<Session, { session: Session | null }>('refresh'),
    revoke: unprovided<void, { session: Session | null; scope: SignOutScope }>('revoke'),
    /** Removes the session from this browser; with `everything`, all data that a sign-out clears. */
    clearStored: unprovided<void, { everything: boolean }>('clearStored'),
  },
  delays: {
    tick: timing.sessionTickMs,
    revocationTimeout: timing.signOutTimeoutMs,
    backoff: ({ context }) => Math.min(timing.sessionBackoffBaseMs * 2 ** context.attempt, timing.sessionBackoffMaxMs),
  },
  guards: {
    isAbsent: (_, { session }: { session: Session | null }) => session === null,
    isExpired: ({ context }, { session }: { session: Session | null }) =>
      lasts(session, context.now()) < timing.sessionExpiryMarginMs,
    nearsExpiry: ({ context }) => lasts(context.session, context.now()) <= timing.sessionRefreshThresholdMs,
    isNearlySpent: ({ context }) => lasts(context.session, context.now()) < context.marginMs,
    isRetryable: (_, { error }: { error: unknown }) => (Object(error) as { retryable?: unknown }).retryable === true,
    isVerified: ({ context }) => context.session !== null && assuranceOf(context.session) === 'aal2',
    isUnverified: ({ context }) => context.session === null || assuranceOf(context.session) === 'aal1',
    awaitsFactor: ({ context }) => context.session !== null && awaitsFactor(context.session),
    awaitsNoFactor: ({ context }) => context.session === null || !awaitsFactor(context.session),
    isForOthers: (_, { scope }: { scope: SignOutScope }) => scope === 'others',
    isSameUser: ({ context }, { session }: { session: Session }) => isSameUser(context.session, session),
    isOtherUser: ({ context }, { session }: { session: Session }) => !isSameUser(context.session, session),
  },
  actions: {
    keepSession: assign((_, { session }: { session: Session | null }) => ({ session, attempt: 0 })),
    /** Only for a token that was just issued: a stored one may be old, and uses the default margin. */
    measureToken: assign(({ context }, { session }: { session: Session }) => ({
      marginMs: marginFor(session, context.now()),
    })),
    keepScope: assign((_, { scope }: { scope: SignOutScope }) => ({ scope })),
    keepFailure: keepFailure(),
    clearFailure: clearFailure(),
    countAttempt: assign({ attempt: ({ context }) => context.attempt + 1 }),
    dropSession: assign({ session: null }),
    reportBegin: sendTo(
      ({ context }) => context.port,
      ({ context }) => ({ type: 'session.began' as const, userId: context.session ? userIdOf(context.session) : '' }),
    ),
    reportUnverified: sendTo(({ context }) => context.port, { type: 'session.unverified' as const }),
    reportEnd: sendTo(
      ({ context }) => context.port,
      (_, { reason }: { reason: SessionEnd }) => ({ type: 'session.ended' as const, reason }),
    ),
    toast: sendTo(
      ({ context }) => context.port,
      (_, { toast }: { toast: Toast }) => ({ type: 'toast.requested' as const, toast }),
    ),
  },
}).createMachine({
  id: 'session',
  description: 'The signed-in user, the assurance level, and a token that is refreshed as long as the server allows.',
  context: ({ input }) => ({
    ...input,
    session: null,
    marginMs: timing.cachedTokenMarginMs,
    attempt: 0,
    scope: 'local',
    failure: null,
  }),
  invoke: {
    id: 'tabs',
    src: 'watchTabs',
    onError: {
      description: 'Without events from other tabs, this one notices their sign-out when its token is refused.',
    },
  },
  on: {
    'locks.unsupported': { actions: { type: 'toast', params: { toast: locksMissing } } },
    'session.unpersisted': { actions: { type: 'toast', params: { toast: notKept } } },
  },
  initial: 'loading',
  states: {
    loading: {
      entry: 'clearFailure',
      invoke: {
        id: 'stored',
        src: 'readStored',
        onDone: [
          {
            guard: { type: 'isAbsent', params: ({ event }) => ({ session: event.output }) },
            target: 'none',
            actions: { type: 'reportEnd', params: { reason: 'absent' } },
            description: 'There is no session, or the stored one is invalid.',
          },
          {
            guard: { type: 'isExpired', params: ({ event }) => ({ session: event.output }) },
            target: 'restoring',
            actions: { type: 'keepSession', params: ({ event }) => ({ session: event.output }) },
            description: 'A token with less than ten seconds left would expire before its first request arrives.',
          },
          { target: 'present', actions: { type: 'keepSession', params: ({ event }) => ({ session: event.output }) } },
        ],
        onError: onFailure('unreadable'),
      },
      on: {
        'session.retried': { target: 'loading', reenter: true },
        'signOut.requested': {
          target: 'leaving',
          description: 'A user who cannot wait may start without the session.',
        },
      },
    },
    unreadable: {
      description: 'The error screen shows why.',
      on: { 'session.retried': { target: 'loading' } },
    },
    none: {
      entry: 'dropSession',
      on: {
        'session.changed': {
          target: 'present',
          actions: [
            { type: 'keepSession', params: ({ event }) => ({ session: event.session }) },
            { type: 'measureToken', params: ({ event }) => ({ session: event.session }) },
          ],
        },
      },
    },
    restoring: {
      description: 'There is a session, but no usable token yet.',
      initial: 'refreshing',
      on: {
        'session.changed': {
          target: 'present',
          actions: [
            { type: 'keepSession', params: ({ event }) => ({ session: event.session }) },
            { type: 'measureToken', params: ({ event }) => ({ session: event.session }) },
          ],
          description: 'Another tab refreshed first.',
        },
        'session.removed': { target: 'none', actions: { type: 'reportEnd', params: { reason: 'elsewhere' } } },
        'signOut.requested': { target: 'leaving', description: 'An expired token cannot revoke anything.' },
      },
      states: {
        refreshing: {
          invoke: {
            id: 'refresh',
            src: 'refresh',
            input: ({ context }) => ({ session: context.session }),
            onDone: {
              target: '#session.present',
              actions: [
                { type: 'keepSession', params: ({ event }) => ({ session: event.output }) },
                { type: 'measureToken', params: ({ event }) => ({ session: event.output }) },
              ],
            },
            onError: [
              { guard: { type: 'isRetryable', params: ({ event }) => ({ error: event.error }) }, target: 'backingOff' },
              { target: '#session.refused' },
            ],
          },
        },
        backingOff: {
          exit: 'countAttempt',
          after: { backoff: { target: 'refreshing' } },
          on: { 'session.retried': { target: 'refreshing', description: 'The user does not want to wait.' } },
        },
      },
    },
    present: {
      type: 'parallel',
      on: {
        'session.changed': {
          guard: { type: 'isOtherUser', params: ({ event }) => ({ session: event.session }) },
          target: 'present',
          reenter: true,
          actions: [
            { type: 'keepSession', params: ({ event }) => ({ session: event.session }) },
            { type: 'measureToken', params: ({ event }) => ({ session: event.session }) },
          ],
          description: 'Another tab signed in as a different user.',
        },
        'session.removed': { target: 'none', actions: { type: 'reportEnd', params: { reason: 'elsewhere' } } },
        'signOut.requested': {
          target: 'revoking',
          actions: { type: 'keepScope', params: ({ event }) => ({ scope: event.scope }) },
        },
      },
      states: {
        token: {
          initial: 'fresh',
          on: {
            'session.changed': {
              guard: { type: 'isSameUser', params: ({ event }) => ({ session: event.session }) },
              target: '.fresh',
              actions: [
                { type: 'keepSession', params: ({ event }) => ({ session: event.session }) },
                { type: 'measureToken', params: ({ event }) => ({ session: event.session }) },
              ],
              description: 'Another tab refreshed first.',
            },
          },
          states: {
            fresh: {
              after: {
                tick: [
                  { guard: 'nearsExpiry', target: 'refreshing' },
                  { target: 'fresh', reenter: true },
                ],
              },
              on: {
                'token.needed': {
                  guard: 'isNearlySpent',
                  target: 'refreshing',
                  description: 'The computer may have slept through the tick.',
                },
                'session.refused': {
                  target: 'refreshing',
                  description: 'The refresh shows whether the server still accepts the session.',
                },
              },
            },
            refreshing: {
              invoke: {
                id: 'refresh',
                src: 'refresh',
                input: ({ context }) => ({ session: context.session }),
                onDone: {
                  target: 'fresh',
                  actions: [
                    { type: 'keepSession', params: ({ event }) => ({ session: event.output }) },
                    { type: 'measureToken', params: ({ event }) => ({ session: event.output }) },
                  ],
                },
                onError: [
                  {
                    guard: { type: 'isRetryable', params: ({ event }) => ({ error: event.error }) },
                    target: 'backingOff',
                    description: 'A network error, 502, 503 or 504: the session stays.',
                  },
                  { target: '#session.refused' },
                ],
              },
            },
            backingOff: {
              exit: 'countAttempt',
              after: { backoff: { target: 'refreshing' } },
            },
          },
        },
        assurance: {
          initial: 'unknown',
          states: {
            unknown: {
              always: [
                { guard: 'awaitsFactor', target: 'awaitingFactor' },
                { target: 'aal1', actions: 'reportBegin' },
              ],
            },
            awaitingFactor: {
              description:
                'The password was right. Until the second factor is verified, the server takes nothing else.',
              entry: 'reportUnverified',
              always: {
                guard: 'awaitsNoFactor',
                target: 'unknown',
                description: 'The factor was verified, here or in another tab, or was removed on another device.',
              },
            },
            aal1: {
              always: [
                { guard: 'isVerified', target: 'aal2' },
                {
                  guard: 'awaitsFactor',
                  target: 'awaitingFactor',
                  description: 'The factor that verified this session was removed, and the user has another one.',
                },
              ],
            },
            aal2: {
              always: { guard: 'isUnverified', target: 'aal1', description: 'The verified factor was removed.' },
            },
          },
        },
        otherDevices: {
          initial: 'untouched',
          states: {
            untouched: {
              on: {
                'signOut.requested': {
                  guard: { type: 'isForOthers', params: ({ event }) => ({ scope: event.scope }) },
                  target: 'signingOut',
                },
              },
            },
            signingOut: {
              invoke: {
                id: 'others',
                src: 'revoke',
                input: ({ context }) => ({ session: context.session, scope: 'others' as const }),
                onDone: { target: 'untouched', actions: { type: 'toast', params: { toast: othersEnded } } },
                onError: {
                  target: 'untouched',
                  actions: {
                    type: 'toast',
                    params: ({ event }) => ({ toast: explained(othersKept, failureOf(event.error)) }),
                  },
                },
              },
              on: {
                'signOut.requested': {
                  guard: { type: 'isForOthers', params: ({ event }) => ({ scope: event.scope }) },
                  target: 'signingOut',
                  description: 'The server has already been asked.',
                },
              },
            },
          },
        },
      },
    },
    revoking: {
      invoke: {
        id: 'revocation',
        src: 'revoke',
        input: ({ context }) => ({ session: context.session, scope: context.scope }),
        onDone: { target: 'leaving' },
        onError: {
          target: 'leaving',
          actions: {
            type: 'toast',
            params: ({ event }) => ({ toast: explained(unconfirmed, failureOf(event.error)) }),
          },
          description: 'Signing out of this device never depends on the network.',
        },
      },
      after: {
        revocationTimeout: {
          target: 'leaving',
          actions: { type: 'toast', params: { toast: unconfirmed } },
          description: 'Signing out of this device does not wait for the network.',
        },
      },
    },
    leaving: {
      invoke: {
        id: 'forgetting',
        src: 'clearStored',
        input: { everything: true },
        onDone: { target: 'none', actions: { type: 'reportEnd', params: { reason: 'signedOut' } } },
        onError: { target: 'none', actions: { type: 'reportEnd', params: { reason: 'signedOut' } } },
      },
    },
    refused: {
      description: 'The server no longer knows the session. Stored drafts stay.',
      invoke: {
        id: 'forgetting',
        src: 'clearStored',
        input: { everything: false },
        onDone: { target: 'none', actions: { type: 'reportEnd', params: { reason: 'refused' } } },
        onError: { target: 'none', actions: { type: 'reportEnd', params: { reason: 'refused' } } },
      },
    },
  },
});
