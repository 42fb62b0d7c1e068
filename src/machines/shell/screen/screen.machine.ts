import { assign, enqueueActions, type ErrorActorEvent } from 'xstate';
import type { Failure } from '../../../contract/common/apiError.ts';
import * as timing from '../../../contract/common/timing.ts';
import { isOptional, layoutNames, layoutsAt, type LayoutName, type PageName } from '../../../router/pages.ts';
import type { PageChanged, RouteMatch, ScreenOpened } from '../../../router/route.ts';
import {
  isServerReachable,
  reachabilityActors,
  whenCodeIsMissing,
  type Reachability,
} from '../../parts/codeLoading.ts';
import { cannotFail, clearFailure, keepFailure, keepThrown, onFailure } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import { lazyLogic } from '../../parts/lazyLogic.ts';
import type { LayoutInput, ScreenSurroundings } from '../../parts/screen.input.ts';
import { unprovided } from '../../parts/unprovided.ts';
import { readAhead } from './readAhead.ts';

type Params = Readonly<Record<string, string>>;

/** A visible layout, with the segments that its pages share. */
interface OpenLayout {
  name: LayoutName;
  params: Params;
  hasFlow: boolean;
}

/** What there is to run, once `load` has fetched the code of a page and its layouts. */
export interface LoadedCode {
  hasFlow: boolean;
  /** The layouts around the page that have a flow. */
  layoutFlows: readonly LayoutName[];
}

interface ScreenContext {
  surroundings: ScreenSurroundings;
  /** Name of the route; null when there is none. */
  name: PageName | null;
  params: Params;
  /** The query parameters that the screen was opened with. */
  query: Params;
  /**
   * The visible layouts, outermost first. They stay while the next page loads; one with a flow only if the next page
   * shares it.
   */
  layouts: readonly OpenLayout[];
  /** Why the screen could not be loaded, or its flow or that of a layout failed. */
  failure: Failure | null;
}

type Target = ScreenOpened['target'];

/** Id of a layout's flow among the children. */
export const layoutFlowId = <Name extends LayoutName>(name: Name) => `layout.${name}` as const;

/** What a layout's flow throws: XState names the event after the child. */
type LayoutBroken = ErrorActorEvent<unknown, ReturnType<typeof layoutFlowId<LayoutName>>>;

const isEqual = (one: Params, other: Params): boolean =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([name, value]) => other[name] === value);

const openTarget = [
  { type: 'leaveLayouts', params: ({ event }: { event: ScreenOpened }) => event.target },
  { type: 'keepTarget', params: ({ event }: { event: ScreenOpened }) => event },
] as const;

const stopLayouts = { type: 'leaveLayouts', params: { route: null } } as const;

/** The page comes first, then the code of the page that usually follows it. */
const thenPreload = {
  initial: 'undisturbed',
  states: {
    undisturbed: { after: { preloadDelay: { target: 'preloading' } } },
    preloading: {
      invoke: {
        id: 'next',
        src: 'preload',
        input: ({ context: { name } }: { context: ScreenContext }) => ({ name: name! }),
        onDone: { target: 'preloaded' },
        onError: { target: 'preloaded', description: 'The next page loads when it opens.' },
      },
    },
    preloaded: {},
  },
} as const;

const layoutBreaks = {
  target: '.broken',
  actions: [keepThrown, stopLayouts],
  description: 'The flow of a layout has a defect: its pages could only be wrong without it.',
} as const;

const layoutFailures = Object.fromEntries(
  layoutNames.map((name) => [`xstate.error.actor.${layoutFlowId(name)}`, layoutBreaks]),
) as Readonly<Record<LayoutBroken['type'], typeof layoutBreaks>>;

export const screenMachine = flowSetup({
  types: {
    input: {} as ScreenSurroundings,
    context: {} as ScreenContext,
    events: {} as
      | ScreenOpened
      | { type: 'screen.closed' }
      | { type: 'screen.retried' }
      | { type: 'page.reloaded' }
      | LayoutBroken,
  },
  actors: {
    readAhead,
    load: unprovided<LoadedCode, { name: string }>('load'),
    /** Runs the chart that `load` fetched for the route of this name. */
    flow: lazyLogic(),
    /** Runs the chart that `load` fetched for the layout of this name. */
    layout: lazyLogic<LayoutInput>(),
    /** Loads the code of the page that usually follows the given one, when the page is idle. */
    preload: unprovided<void, { name: PageName }>('preload'),
    reload: unprovided<void>('reload'),
    ...reachabilityActors,
  },
  delays: { skeletonDelay: timing.skeletonDelayMs, preloadDelay: timing.preloadDelayMs },
  guards: {
    isShown: ({ context }, { target: { route } }: { target: Target }) =>
      route !== null && route.name === context.name && isEqual(route.params, context.params),
    hasNoRoute: (_, { target: { route } }: { target: Target }) => route === null,
    hasFlow: (_, { hasFlow }: { hasFlow: boolean }) => hasFlow,
    // Written out, because TypeScript would otherwise fix the guards' types before it has seen the others.
    isServerReachable: (args, answer: Reachability) => isServerReachable(args, answer),
  },
  actions: {
    keepTarget: assign((_, { target: { location, route } }: { target: Target }) => ({
      name: route?.name ?? null,
      params: route?.params ?? {},
      query: location.query,
      failure: null,
    })),
    dropTarget: assign({ name: null, params: {}, query: {}, layouts: [], failure: null }),
    leaveLayouts: enqueueActions(({ context, enqueue }, { route }: { route: RouteMatch | null }) => {
      const next = route === null ? [] : layoutsAt(route);
      const isShared = ({ name, params }: OpenLayout) =>
        next.some((layout) => layout.name === name && isEqual(layout.params, params));
      for (const layout of context.layouts.filter(({ hasFlow }) => hasFlow)) {
        if (isShared(layout)) enqueue.sendTo(layoutFlowId(layout.name), { type: 'page.changed' } satisfies PageChanged);
        else enqueue.stopChild(layoutFlowId(layout.name));
      }
      enqueue.assign({ layouts: context.layouts.filter((layout) => !layout.hasFlow || isShared(layout)) });
    }),
    enterLayouts: enqueueActions(({ context, enqueue }, { layoutFlows }: LoadedCode) => {
      const { name, params, surroundings, layouts } = context;
      const entered = (name === null ? [] : layoutsAt({ name, params }))
        .map((layout): OpenLayout => ({ ...layout, hasFlow: layoutFlows.includes(layout.name) }))
        .filter((layout) => layout.hasFlow || !isOptional(layout.name));
      const isRunning = (layout: OpenLayout) => layouts.some((open) => open.hasFlow && open.name === layout.name);
      for (const layout of entered.filter((one) => one.hasFlow && !isRunning(one))) {
        enqueue.spawnChild('layout', {
          id: layoutFlowId(layout.name),
          input: { name: layout.name, input: { ...surroundings, params: layout.params } },
        });
      }
      enqueue.assign({ layouts: entered });
    }),
    keepFailure: keepFailure(),
    clearFailure: clearFailure(),
  },
}).createMachine({
  id: 'screen',
  description:
    'The screen of the window: its chunk loads when its address opens, its flow runs as long as the screen is shown, and the flows of its layouts as long as pages of the same layout follow each other.',
  context: ({ input }) => ({ surroundings: input, name: null, params: {}, query: {}, layouts: [], failure: null }),
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
        actions: openTarget,
        description: 'The address matches no page.',
      },
      {
        target: '.loading',
        reenter: true,
        actions: openTarget,
      },
    ],
    'screen.closed': { target: '.closed' },
    ...layoutFailures,
  },
  states: {
    closed: { entry: [stopLayouts, 'dropTarget'] },
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
              actions: { type: 'enterLayouts', params: ({ event }) => event.output },
              description: 'The flow runs as long as its screen is shown.',
            },
            { target: 'shown', actions: { type: 'enterLayouts', params: ({ event }) => event.output } },
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
    shown: thenPreload,
    running: {
      ...thenPreload,
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
