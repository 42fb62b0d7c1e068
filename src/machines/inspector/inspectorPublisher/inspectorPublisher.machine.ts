import { assign, type ActorRefFrom } from 'xstate';
import type { Failure } from '../../../contract/common/apiError.ts';
import { inspectorTiming } from '../../../contract/inspector/inspectorTiming.ts';
import { clearFailure, keepFailure, onFailure } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import { unprovidedSource } from '../../parts/unprovided.ts';

/** Which inspector the other window shows: Stately’s, which needs the internet, or this application’s own. */
export type InspectorPage = 'stately' | 'own';

/** Another window of this application requests events, for example after this one was reloaded. */
export type PublishRequested = { type: 'publishing.requested' };

/** Status of the receiving window. */
export type WindowReport =
  | { type: 'window.opened'; page: InspectorPage }
  | { type: 'window.listened' }
  /** The user closed it, or this page unloads. */
  | { type: 'window.closed' };

const askFirst = {
  target: '#inspectorPublisher.asking',
  actions: 'clearFailure',
  description: 'Nothing leaves this machine before the user has agreed.',
} as const;

export const inspectorPublisherMachine = flowSetup({
  types: {
    context: {} as { page: InspectorPage; asked: boolean; failure: Failure | null },
    events: {} as
      | PublishRequested
      | WindowReport
      | { type: 'window.requested'; page: InspectorPage }
      | { type: 'streaming.confirmed' }
      | { type: 'streaming.declined' }
      | { type: 'failure.dismissed' },
  },
  actors: {
    watchRequests: unprovidedSource<PublishRequested>('watchRequests'),
    /** Opens the window, or takes the one that has asked, and sends it the events of every actor while it is open. */
    publish: unprovidedSource<WindowReport, { page: InspectorPage; asked: boolean }>('publish'),
  },
  guards: {
    isElsewhere: (_, { page }: { page: InspectorPage }) => page === 'stately',
    isOwn: (_, { page }: { page: InspectorPage }) => page === 'own',
  },
  delays: { answerTimeout: inspectorTiming.inspectorWindowTimeoutMs },
  actions: {
    keepRequest: assign((_, { page }: { page: InspectorPage }) => ({ page, asked: false, failure: null })),
    keepAsked: assign({ page: 'own', asked: true, failure: null }),
    keepPage: assign((_, { page }: { page: InspectorPage }) => ({ page })),
    keepFailure: keepFailure(),
    clearFailure: clearFailure(),
  },
}).createMachine({
  id: 'inspectorPublisher',
  description:
    'Publishes the actors of this window to another one: to Stately’s inspector, or to a window of this application, which needs no network.',
  context: { page: 'stately', asked: false, failure: null },
  on: { 'failure.dismissed': { actions: 'clearFailure' } },
  initial: 'idle',
  states: {
    idle: {
      invoke: { id: 'asks', src: 'watchRequests', onError: { description: 'A window can still be opened from here.' } },
      on: {
        'publishing.requested': { target: 'publishing', actions: 'keepAsked' },
        'window.requested': [
          { guard: { type: 'isElsewhere', params: ({ event }) => event }, ...askFirst },
          { target: 'publishing', actions: { type: 'keepRequest', params: ({ event }) => event } },
        ],
      },
    },
    asking: {
      description: 'Whether events may go to Stately’s page on the internet. They have real names.',
      on: {
        'streaming.confirmed': {
          target: 'publishing',
          actions: { type: 'keepRequest', params: { page: 'stately' } },
        },
        'streaming.declined': { target: 'idle' },
        'window.requested': {
          guard: { type: 'isOwn', params: ({ event }) => event },
          target: 'publishing',
          actions: { type: 'keepRequest', params: ({ event }) => event },
          description: 'The user chooses the window of this application instead.',
        },
      },
    },
    publishing: {
      invoke: {
        id: 'publish',
        src: 'publish',
        input: ({ context: { page, asked } }) => ({ page, asked }),
        onError: onFailure(
          'idle',
          'Browsers block windows that a script opens without a user gesture; some block all.',
        ),
      },
      on: {
        'window.requested': [
          { guard: { type: 'isElsewhere', params: ({ event }) => event }, ...askFirst },
          {
            target: 'publishing',
            reenter: true,
            actions: { type: 'keepRequest', params: ({ event }) => event },
            description: 'Events go to one window at a time.',
          },
        ],
        'window.opened': {
          actions: { type: 'keepPage', params: ({ event }) => event },
          description: 'Without a network, the application’s own page opens instead of Stately’s.',
        },
        'window.closed': { target: 'idle', description: 'No window listens.' },
      },
      initial: 'connecting',
      states: {
        connecting: {
          after: { answerTimeout: { target: 'unanswered' } },
          on: { 'window.listened': { target: 'connected' } },
        },
        unanswered: {
          description: 'The page has not responded; it may still load.',
          on: { 'window.listened': { target: 'connected' } },
        },
        connected: {},
      },
    },
  },
});

export type InspectorPublisherActor = ActorRefFrom<typeof inspectorPublisherMachine>;
