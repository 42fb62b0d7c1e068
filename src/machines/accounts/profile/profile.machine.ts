import { assign, raise, sendTo } from 'xstate';
import type { Profile } from '../../../contract/accounts/profile.ts';
import { resourceNames } from '../../../contract/cache/resources.ts';
import type { Failure } from '../../../contract/common/apiError.ts';
import type { Toast } from '../../../contract/common/toast.ts';
import { failureIn, keepFailure, keepThrown } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import type { AppCommand, Port, ResourcePort } from '../../parts/port.ts';
import { resourceInvalidated } from '../../parts/resourceCommands.ts';
import { unprovided } from '../../parts/unprovided.ts';
import { watchProfile, type ProfileEvent } from '../../parts/watchProfile.ts';

export interface ProfileInput {
  resources: ResourcePort;
  port: Port<AppCommand | { type: 'signOut.requested'; scope: 'local' }>;
}

interface ProfileContext extends ProfileInput {
  profile: Profile | null;
  /** Why there is no profile. */
  failure: Failure | null;
}

const creationFailed: Toast = { tone: 'danger', title: 'Failed to create your profile. Please refresh to try again.' };

export const profileMachine = flowSetup({
  types: {
    input: {} as ProfileInput,
    context: {} as ProfileContext,
    events: {} as ProfileEvent | { type: 'profile.created' } | { type: 'profile.retried' },
  },
  actors: {
    watchProfile,
    createProfile: unprovided<void>('createProfile'),
    announceSignUp: unprovided<void>('announceSignUp'),
  },
  guards: {
    isConflict: (_, { failure }: { failure: Failure }) => failure.code === 409,
    isRefusal: (_, { failure }: { failure: Failure }) => failure.code === 401,
  },
  actions: {
    keepProfile: assign((_, { profile }: { profile: Profile }) => ({ profile, failure: null })),
    keepFailure: keepFailure(),
    refreshProfile: sendTo(({ context }) => context.port, resourceInvalidated('profile')),
    refreshAll: sendTo(({ context }) => context.port, resourceInvalidated(resourceNames)),
    signOut: sendTo(({ context }) => context.port, { type: 'signOut.requested', scope: 'local' }),
    toastFailure: sendTo(
      ({ context }) => context.port,
      (_, { failure: { message, requestId } }: { failure: Failure }) => ({
        type: 'toast.requested' as const,
        toast: { ...creationFailed, description: message, ...(requestId !== undefined && { requestId }) },
      }),
    ),
    reportCreation: raise({ type: 'profile.created' }),
  },
}).createMachine({
  id: 'profile',
  description: 'The signed-in user’s profile, created automatically on the first visit.',
  context: ({ input }) => ({ ...input, profile: null, failure: null }),
  invoke: {
    id: 'news',
    src: 'watchProfile',
    input: ({ context }) => ({ resources: context.resources }),
    onError: { description: 'The last known profile stays.' },
  },
  type: 'parallel',
  states: {
    profile: {
      initial: 'loading',
      on: {
        'profile.refused': { target: '.refused', actions: 'signOut' },
      },
      states: {
        loading: {
          on: {
            'profile.loaded': {
              target: 'ready',
              actions: { type: 'keepProfile', params: ({ event }) => ({ profile: event.profile }) },
            },
            'profile.missing': { target: 'creating' },
            'profile.failed': {
              target: 'failed',
              actions: { type: 'keepFailure', params: ({ event }) => ({ error: event.failure }) },
            },
          },
        },
        creating: {
          invoke: {
            id: 'creation',
            src: 'createProfile',
            onDone: {
              target: 'confirming',
              actions: ['refreshAll', 'reportCreation'],
              description: 'Everything read so far was read without a profile.',
            },
            onError: [
              {
                guard: { type: 'isConflict', params: failureIn },
                target: 'confirming',
                actions: 'refreshProfile',
                description: 'Another tab created it first.',
              },
              {
                guard: { type: 'isRefusal', params: failureIn },
                target: 'refused',
                actions: 'signOut',
              },
              {
                target: 'failed',
                actions: [keepThrown, { type: 'toastFailure', params: failureIn }],
              },
            ],
          },
        },
        confirming: {
          on: {
            'profile.loaded': {
              target: 'ready',
              actions: { type: 'keepProfile', params: ({ event }) => ({ profile: event.profile }) },
            },
            'profile.missing': {
              target: 'failed',
              actions: [
                { type: 'keepFailure', params: ({ event }) => ({ error: event.failure }) },
                { type: 'toastFailure', params: ({ event }) => ({ failure: event.failure }) },
              ],
              description: 'The profile was created and is still missing; creating it again would loop.',
            },
            'profile.failed': {
              target: 'failed',
              actions: { type: 'keepFailure', params: ({ event }) => ({ error: event.failure }) },
            },
          },
        },
        ready: {
          on: {
            'profile.loaded': {
              actions: { type: 'keepProfile', params: ({ event }) => ({ profile: event.profile }) },
            },
          },
        },
        failed: {
          on: {
            'profile.loaded': {
              target: 'ready',
              actions: { type: 'keepProfile', params: ({ event }) => ({ profile: event.profile }) },
            },
            'profile.retried': { target: 'loading', actions: 'refreshProfile' },
          },
        },
        refused: { description: 'The session is ending.' },
      },
    },
    conversion: {
      description: 'Reports a sign-up once; nothing waits for it.',
      initial: 'unreported',
      states: {
        unreported: { on: { 'profile.created': { target: 'reporting' } } },
        reporting: {
          invoke: {
            id: 'announcement',
            src: 'announceSignUp',
            onDone: { target: 'reported' },
            onError: { target: 'reported' },
          },
        },
        reported: {},
      },
    },
  },
});
