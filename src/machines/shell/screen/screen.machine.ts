import { assign } from 'xstate';
import type { Failure } from '../../../contract/common/apiError.ts';
import { timing } from '../../../contract/common/timing.ts';
import type { AppLocation, RouteMatch } from '../../../router/route.ts';
import { clearFailure, keepFailure, onFailure } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import { lazyLogic } from '../../parts/lazyLogic.ts';
import type { ScreenSurroundings } from '../../parts/screen.input.ts';
import { unprovided } from '../../parts/unprovided.ts';

type Params = Readonly<Record<string, string>>;

interface ScreenContext {
  surroundings: ScreenSurroundings;
  /** The route that is shown; null when there is none. */
  name: string | null;
  params: Params;
  /** The query parameters the screen was opened with. */
  query: Params;
  /** The last screen that was shown, whose frame stays up while the next one is fetched. */
  frameName: string | null;
  /** Why the screen could not be fetched, or its flow broke. */
  failure: Failure | null;
}

interface Target {
  location: AppLocation;
  route: RouteMatch | null;
}

const isEqual = (one: Params, other: Params): boolean =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([name, value]) => other[name] === value);

export const screenMachine = flowSetup({
  types: {
    input: {} as ScreenSurroundings,
    context: {} as ScreenContext,
    events: {} as
      | { type: 'screen.opened'; target: Target }
      | { type: 'screen.closed' }
      | { type: 'screen.retried' }
      | { type: 'page.reloaded' },
  },
  actors: {
    load: unprovided<{ hasFlow: boolean }, { name: string }>('load'),
    /** Runs the chart that `load` fetched for the route of this name. */
    flow: lazyLogic((name) => {
      throw new Error(`Nobody provided the flow of "${name}".`);
    }),
    reload: unprovided<void>('reload'),
    /** Whether the server is within reach, as soon as that is sure again: something did not come. */
    checkReachability: unprovided<{ isServerReachable: boolean }>('checkReachability'),
    /** Ends when the server is within reach. */
    awaitReachability: unprovided<void>('awaitReachability'),
  },
  delays: { skeletonDelay: timing.skeletonDelayMs },
  guards: {
    isShown: ({ context }, { target: { route } }: { target: Target }) =>
      route !== null && route.name === context.name && isEqual(route.params, context.params),
    hasNoRoute: (_, { target: { route } }: { target: Target }) => route === null,
    hasFlow: (_, { hasFlow }: { hasFlow: boolean }) => hasFlow,
    isServerReachable: (_, { isServerReachable }: { isServerReachable: boolean }) => isServerReachable,
  },
  actions: {
    keepTarget: assign((_, { target: { location, route } }: { target: Target }) => ({
      name: route?.name ?? null,
      params: route?.params ?? {},
      query: location.query,
      failure: null,
    })),
    dropTarget: assign({ name: null, params: {}, query: {}, frameName: null, failure: null }),
    keepFrame: assign({ frameName: ({ context }) => context.name }),
    keepFailure: keepFailure(),
    clearFailure: clearFailure(),
  },
}).createMachine({
  id: 'screen',
  description: 'What fills the window: fetched when its address is opened, its flow alive as long as it is shown.',
  context: ({ input }) => ({ surroundings: input, name: null, params: {}, query: {}, frameName: null, failure: null }),
  initial: 'closed',
  on: {
    'screen.opened': [
      {
        guard: { type: 'isShown', params: ({ event }) => ({ target: event.target }) },
        description: 'Only the query changed: that is the view’s own.',
      },
      {
        guard: { type: 'hasNoRoute', params: ({ event }) => ({ target: event.target }) },
        target: '.missing',
        actions: { type: 'keepTarget', params: ({ event }) => ({ target: event.target }) },
        description: 'The address names nothing.',
      },
      {
        target: '.loading',
        reenter: true,
        actions: { type: 'keepTarget', params: ({ event }) => ({ target: event.target }) },
      },
    ],
    'screen.closed': { target: '.closed' },
  },
  states: {
    closed: { entry: 'dropTarget' },
    loading: {
      initial: 'quick',
      entry: 'clearFailure',
      invoke: {
        id: 'chunk',
        src: 'load',
        input: ({ context }) => ({ name: context.name ?? '' }),
        onDone: [
          {
            guard: { type: 'hasFlow', params: ({ event }) => event.output },
            target: 'running',
            actions: 'keepFrame',
            description: 'The flow lives as long as its screen is shown.',
          },
          { target: 'shown', actions: 'keepFrame' },
        ],
        onError: onFailure('checkingServer'),
      },
      states: {
        quick: { after: { skeletonDelay: { target: 'slow' } } },
        slow: {},
      },
    },
    checkingServer: {
      description: 'The chunk did not come. Is the server there?',
      invoke: {
        id: 'reach',
        src: 'checkReachability',
        onDone: [
          {
            guard: { type: 'isServerReachable', params: ({ event }) => event.output },
            target: 'failed',
            description: 'It is, so the chunk is gone: most likely a newer version was deployed.',
          },
          { target: 'waiting' },
        ],
        onError: { target: 'failed' },
      },
    },
    waiting: {
      description: 'The server is out of reach. What was opened opens as soon as it is back.',
      invoke: {
        id: 'return',
        src: 'awaitReachability',
        onDone: { target: 'loading' },
        onError: { target: 'failed' },
      },
    },
    shown: {},
    running: {
      invoke: {
        id: 'flow',
        src: 'flow',
        input: ({ context: { name, params, query, surroundings } }) => ({
          name: name ?? '',
          input: { ...surroundings, params, query },
        }),
        onDone: { description: 'The flow has come to its end; its last word stays on screen.' },
        onError: onFailure('broken'),
      },
    },
    failed: {
      description: 'The chunk cannot be had, though the server is there.',
      on: {
        'screen.retried': { target: 'loading' },
        'page.reloaded': { target: 'reloading' },
      },
    },
    broken: {
      description: 'The flow has a fault. The error screen shows it.',
      on: { 'screen.retried': { target: 'loading' } },
    },
    reloading: {
      invoke: { id: 'reload', src: 'reload', onDone: { target: 'failed' }, onError: { target: 'failed' } },
    },
    missing: {},
  },
});
