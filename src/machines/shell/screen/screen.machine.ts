import { assign } from 'xstate';
import type { Failure } from '../../../contract/common/apiError.ts';
import { timing } from '../../../contract/common/timing.ts';
import type { ScreenOpened } from '../../../router/route.ts';
import { isServerReachable, reachabilityActors, whenCodeIsMissing } from '../../parts/codeLoading.ts';
import { cannotFail, clearFailure, keepFailure, onFailure } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import { lazyLogic } from '../../parts/lazyLogic.ts';
import type { ScreenSurroundings } from '../../parts/screen.input.ts';
import { unprovided } from '../../parts/unprovided.ts';
import { readAhead } from './readAhead.ts';

type Params = Readonly<Record<string, string>>;

interface ScreenContext {
  surroundings: ScreenSurroundings;
  /** Name of the route; null when there is none. */
  name: string | null;
  params: Params;
  /** The query parameters that the screen was opened with. */
  query: Params;
  /** The previous screen, whose frame stays visible while the next one loads. */
  frameName: string | null;
  /** Why the screen could not be loaded, or its flow failed. */
  failure: Failure | null;
}

type Target = ScreenOpened['target'];

const isEqual = (one: Params, other: Params): boolean =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([name, value]) => other[name] === value);

export const screenMachine = flowSetup({
  types: {
    input: {} as ScreenSurroundings,
    context: {} as ScreenContext,
    events: {} as ScreenOpened | { type: 'screen.closed' } | { type: 'screen.retried' } | { type: 'page.reloaded' },
  },
  actors: {
    readAhead,
    load: unprovided<{ hasFlow: boolean }, { name: string }>('load'),
    /** Runs the chart that `load` fetched for the route of this name. */
    flow: lazyLogic((name) => {
      throw new Error(`Nobody provided the flow of "${name}".`);
    }),
    reload: unprovided<void>('reload'),
    ...reachabilityActors,
  },
  delays: { skeletonDelay: timing.skeletonDelayMs },
  guards: {
    isShown: ({ context }, { target: { route } }: { target: Target }) =>
      route !== null && route.name === context.name && isEqual(route.params, context.params),
    hasNoRoute: (_, { target: { route } }: { target: Target }) => route === null,
    hasFlow: (_, { hasFlow }: { hasFlow: boolean }) => hasFlow,
    isServerReachable,
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
  description:
    'The screen of the window: its chunk loads when its address opens, and its flow runs as long as the screen is shown.',
  context: ({ input }) => ({ surroundings: input, name: null, params: {}, query: {}, frameName: null, failure: null }),
  initial: 'closed',
  on: {
    'screen.opened': [
      {
        guard: { type: 'isShown', params: ({ event }) => ({ target: event.target }) },
        description: 'Only the query changed, which the view handles.',
      },
      {
        guard: { type: 'hasNoRoute', params: ({ event }) => ({ target: event.target }) },
        target: '.missing',
        actions: { type: 'keepTarget', params: ({ event }) => ({ target: event.target }) },
        description: 'The address matches no page.',
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
      invoke: [
        {
          id: 'reads',
          src: 'readAhead',
          input: ({ context: { name, params, surroundings } }) => ({ name, params, resources: surroundings.resources }),
          onError: cannotFail.watching,
        },
        {
          id: 'chunk',
          src: 'load',
          input: ({ context }) => ({ name: context.name ?? '' }),
          onDone: [
            {
              guard: { type: 'hasFlow', params: ({ event }) => event.output },
              target: 'running',
              actions: 'keepFrame',
              description: 'The flow runs as long as its screen is shown.',
            },
            { target: 'shown', actions: 'keepFrame' },
          ],
          onError: onFailure('checkingServer'),
        },
      ],
      states: {
        quick: { after: { skeletonDelay: { target: 'slow' } } },
        slow: {},
      },
    },
    ...whenCodeIsMissing('failed'),
    shown: {},
    running: {
      invoke: {
        id: 'flow',
        src: 'flow',
        input: ({ context: { name, params, query, surroundings } }) => ({
          name: name ?? '',
          input: { ...surroundings, params, query },
        }),
        onDone: { description: 'The flow is done; its last snapshot stays on screen.' },
        onError: onFailure('broken'),
      },
    },
    failed: {
      description: 'The chunk cannot be loaded although the server is reachable.',
      on: {
        'screen.retried': { target: 'loading' },
        'page.reloaded': { target: 'reloading' },
      },
    },
    broken: {
      description: 'The flow has a defect. The error screen shows it.',
      on: { 'screen.retried': { target: 'loading' } },
    },
    reloading: {
      invoke: { id: 'reload', src: 'reload', onDone: { target: 'failed' }, onError: { target: 'failed' } },
    },
    missing: {},
  },
});
