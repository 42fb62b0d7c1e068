import { assign, raise } from 'xstate';
import type { Profile } from '../../../contract/accounts/profile.ts';
import { ambientTiming } from '../../../contract/ambient/ambientTiming.ts';
import type { FeatureFlags } from '../../../contract/ambient/featureFlags.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import type { ResourcePort } from '../../parts/port.ts';
import type { SessionFact } from '../../parts/sessionFacts.ts';
import { unprovided } from '../../parts/unprovided.ts';
import { watchProfile, type ProfileEvent } from '../../parts/watchProfile.ts';

interface FlagsInput {
  userId: string | null;
  resources: ResourcePort;
}

export const flagsMachine = flowSetup({
  types: {
    input: {} as FlagsInput,
    context: {} as FlagsInput & {
      /** The last good configuration; empty until there is one. */
      flags: FeatureFlags;
      /** The address whose values apply; null for a visitor. */
      email: string | null;
    },
    events: {} as SessionFact | ProfileEvent | { type: 'configuration.loaded' },
    tags: {} as 'awaited',
  },
  actors: {
    readFlags: unprovided<FeatureFlags>('readFlags'),
    watchProfile,
  },
  delays: { firstWait: ambientTiming.flagInitWaitMs, pollInterval: ambientTiming.flagPollMs },
  guards: {
    isSignedIn: ({ context }) => context.userId !== null,
  },
  actions: {
    keepFlags: assign((_, { flags }: { flags: FeatureFlags }) => ({ flags })),
    keepEmail: assign((_, { profile }: { profile: Profile }) => ({ email: profile.primary_email })),
    keepUser: assign((_, { userId }: { userId: string }) => ({ userId, email: null })),
    clearUser: assign({ userId: null, email: null }),
    reportConfiguration: raise({ type: 'configuration.loaded' }),
  },
}).createMachine({
  id: 'flags',
  description: 'Feature flags: their configuration, polled, and the address that their values apply to.',
  context: ({ input }) => ({ ...input, flags: {}, email: null }),
  type: 'parallel',
  states: {
    configuration: {
      initial: 'reading',
      states: {
        reading: {
          invoke: {
            id: 'configuration',
            src: 'readFlags',
            onDone: {
              target: 'loaded',
              actions: [{ type: 'keepFlags', params: ({ event }) => ({ flags: event.output }) }, 'reportConfiguration'],
            },
            onError: { target: 'loaded', description: 'The last good configuration stays.' },
          },
          on: {
            'session.began': {
              target: 'reading',
              reenter: true,
              description: 'The server sends each user only their own targets.',
            },
          },
        },
        loaded: {
          after: { pollInterval: { target: 'reading' } },
          on: {
            'session.began': {
              target: 'reading',
              description: 'The server sends each user only their own targets.',
            },
          },
        },
      },
    },
    firstRead: {
      initial: 'waiting',
      states: {
        waiting: {
          tags: 'awaited',
          after: {
            firstWait: {
              target: 'settled',
              description: 'Callers continue without flags: an unknown flag is off.',
            },
          },
          on: { 'configuration.loaded': { target: 'settled' } },
        },
        settled: {},
      },
    },
    user: {
      initial: 'signedOut',
      states: {
        signedOut: {
          always: {
            guard: 'isSignedIn',
            target: 'signedIn',
            meta: { waiver: 'The input decides it before the first event; scenarios start in this state.' },
          },
          on: { 'session.began': { target: 'signedIn', actions: { type: 'keepUser', params: ({ event }) => event } } },
        },
        signedIn: {
          invoke: {
            id: 'profile',
            src: 'watchProfile',
            input: ({ context }) => ({ resources: context.resources }),
            onError: { description: 'Values that depend on an address keep their defaults.' },
          },
          on: {
            'profile.loaded': { actions: { type: 'keepEmail', params: ({ event }) => event } },
            'session.began': {
              target: 'signedIn',
              reenter: true,
              actions: { type: 'keepUser', params: ({ event }) => event },
              description: 'The user changed.',
            },
            'session.ended': { target: 'signedOut', actions: 'clearUser' },
          },
        },
      },
    },
  },
});
