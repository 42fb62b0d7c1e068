import { assign, setup, type ActorRefFrom } from 'xstate';
import { failureOf, type Failure } from '../../../contract/common/apiError.ts';
import { timing } from '../../../contract/common/timing.ts';
import { bounded } from '../../parts/bounded.ts';
import { unprovidedSource } from '../../parts/unprovided.ts';

/** Whose page the other window shows: Stately’s inspector, which is on the internet, or this application’s own. */
export type OtherPage = 'stately' | 'own';

/** Another window of this application wants to be told, as after this one was loaded anew. */
export type TellingAsked = { type: 'telling.asked' };

/** How it stands with the window that is told. */
export type WindowReport =
  | { type: 'window.opened'; page: OtherPage }
  | { type: 'window.listened' }
  /** By its user, or because this one goes. */
  | { type: 'window.closed' };

export const tellerMachine = setup({
  types: {
    context: {} as { page: OtherPage; asked: boolean; failure: Failure | null },
    events: {} as
      | TellingAsked
      | WindowReport
      | { type: 'window.requested'; page: OtherPage }
      | { type: 'failure.dismissed' },
    transitionMeta: {} as { waiver?: string },
  },
  actors: {
    watchAsks: unprovidedSource<TellingAsked>('watchAsks'),
    /** Opens the window, or takes the one that has asked, and tells it of every actor for as long as it is there. */
    tell: unprovidedSource<WindowReport, { page: OtherPage; asked: boolean }>('tell'),
  },
  delays: { patience: timing.otherWindowPatienceMs },
  actions: {
    keepRequest: assign((_, { page }: { page: OtherPage }) => ({ page, asked: false, failure: null })),
    keepAsked: assign({ page: 'own', asked: true, failure: null }),
    keepPage: assign((_, { page }: { page: OtherPage }) => ({ page })),
    keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: failureOf(error) })),
    forgetFailure: assign({ failure: null }),
  },
}).createMachine({
  id: 'teller',
  description:
    'Whether another window is told of the actors in this one: Stately’s inspector, or a window of this application, which needs no network.',
  options: bounded,
  context: { page: 'stately', asked: false, failure: null },
  on: { 'failure.dismissed': { actions: 'forgetFailure' } },
  initial: 'silent',
  states: {
    silent: {
      invoke: { id: 'asks', src: 'watchAsks', onError: { description: 'A window can still be opened from here.' } },
      on: {
        'telling.asked': { target: 'telling', actions: 'keepAsked' },
        'window.requested': { target: 'telling', actions: { type: 'keepRequest', params: ({ event }) => event } },
      },
    },
    telling: {
      invoke: {
        id: 'tell',
        src: 'tell',
        input: ({ context: { page, asked } }) => ({ page, asked }),
        onError: {
          target: 'silent',
          actions: { type: 'keepFailure', params: ({ event }) => ({ error: event.error }) },
          description: 'A browser lets no page open windows by itself, and some let none at all.',
        },
      },
      on: {
        'window.requested': {
          target: 'telling',
          reenter: true,
          actions: { type: 'keepRequest', params: ({ event }) => event },
          description: 'One window is told at a time.',
        },
        'window.opened': {
          actions: { type: 'keepPage', params: ({ event }) => event },
          description: 'Without a network it is this application’s own page, whichever was asked for.',
        },
        'window.closed': { target: 'silent', description: 'Nobody listens.' },
      },
      initial: 'awaited',
      states: {
        awaited: {
          after: { patience: { target: 'unanswered' } },
          on: { 'window.listened': { target: 'listening' } },
        },
        unanswered: {
          description: 'A page that does not come; it may still.',
          on: { 'window.listened': { target: 'listening' } },
        },
        listening: {},
      },
    },
  },
});

export type TellerActor = ActorRefFrom<typeof tellerMachine>;
