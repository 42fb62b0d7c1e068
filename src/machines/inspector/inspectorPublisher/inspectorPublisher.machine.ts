import { assign, type ActorRefFrom } from 'xstate';
import type { Failure } from '../../../contract/common/apiError.ts';
import { timing } from '../../../contract/common/timing.ts';
import { clearFailure, keepFailure, onFailure } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import { unprovidedSource } from '../../parts/unprovided.ts';

/** Whose page the other window shows: Stately’s inspector, which is on the internet, or this application’s own. */
export type InspectorPage = 'stately' | 'own';

/** Another window of this application wants to be told, as after this one was loaded anew. */
export type PublishRequested = { type: 'publishing.requested' };

/** How it stands with the window that is told. */
export type WindowReport =
  | { type: 'window.opened'; page: InspectorPage }
  | { type: 'window.listened' }
  /** By its user, or because this one goes. */
  | { type: 'window.closed' };

export const inspectorPublisherMachine = flowSetup({
  types: {
    context: {} as { page: InspectorPage; asked: boolean; failure: Failure | null },
    events: {} as
      | PublishRequested
      | WindowReport
      | { type: 'window.requested'; page: InspectorPage }
      | { type: 'failure.dismissed' },
  },
  actors: {
    watchRequests: unprovidedSource<PublishRequested>('watchRequests'),
    /** Opens the window, or takes the one that has asked, and tells it of every actor for as long as it is there. */
    publish: unprovidedSource<WindowReport, { page: InspectorPage; asked: boolean }>('publish'),
  },
  delays: { answerTimeout: timing.inspectorWindowTimeoutMs },
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
    'Whether another window is told of the actors in this one: Stately’s inspector, or a window of this application, which needs no network.',
  context: { page: 'stately', asked: false, failure: null },
  on: { 'failure.dismissed': { actions: 'clearFailure' } },
  initial: 'idle',
  states: {
    idle: {
      invoke: { id: 'asks', src: 'watchRequests', onError: { description: 'A window can still be opened from here.' } },
      on: {
        'publishing.requested': { target: 'publishing', actions: 'keepAsked' },
        'window.requested': { target: 'publishing', actions: { type: 'keepRequest', params: ({ event }) => event } },
      },
    },
    publishing: {
      invoke: {
        id: 'publish',
        src: 'publish',
        input: ({ context: { page, asked } }) => ({ page, asked }),
        onError: onFailure('idle', 'A browser lets no page open windows by itself, and some let none at all.'),
      },
      on: {
        'window.requested': {
          target: 'publishing',
          reenter: true,
          actions: { type: 'keepRequest', params: ({ event }) => event },
          description: 'One window is told at a time.',
        },
        'window.opened': {
          actions: { type: 'keepPage', params: ({ event }) => event },
          description: 'Without a network it is this application’s own page, whichever was asked for.',
        },
        'window.closed': { target: 'idle', description: 'Nobody listens.' },
      },
      initial: 'connecting',
      states: {
        connecting: {
          after: { answerTimeout: { target: 'unanswered' } },
          on: { 'window.listened': { target: 'connected' } },
        },
        unanswered: {
          description: 'A page that does not come; it may still.',
          on: { 'window.listened': { target: 'connected' } },
        },
        connected: {},
      },
    },
  },
});

export type InspectorPublisherActor = ActorRefFrom<typeof inspectorPublisherMachine>;
