import { assign, setup } from 'xstate';
import { failureOf, type Failure } from '../../contract/apiError.ts';
import { timing } from '../../contract/timing.ts';
import type { Place, RouteMatch } from '../navigation/location.ts';
import { unprovided } from '../unprovided.ts';
import type { ScreenInput } from './screen.input.ts';

/** What every screen is given, whichever it is. */
export type ScreenSurroundings = Omit<ScreenInput, 'params' | 'query'>;

type Params = Readonly<Record<string, string>>;

interface ScreenContext {
  surroundings: ScreenSurroundings;
  /** The route that is shown; null when the address names nothing. */
  name: string | null;
  params: Params;
  query: Params;
  failure: Failure | null;
}

const isEqual = (one: Params, other: Params): boolean =>
  Object.keys(one).length === Object.keys(other).length && Object.entries(one).every(([name, value]) => other[name] === value);

export const screenMachine = setup({
  types: {
    input: {} as ScreenSurroundings,
    context: {} as ScreenContext,
    events: {} as
      | { type: 'screen.opened'; place: Place; route: RouteMatch | null }
      /** Whoever may see it has gone. */
      | { type: 'screen.closed' }
      | { type: 'screen.retried' }
      | { type: 'page.reloaded' },
    transitionMeta: {} as { waiver?: string },
  },
  actors: {
    load: unprovided<{ hasFlow: boolean }, { name: string }>('load'),
    /** The chart of the screen that was loaded last. */
    flow: unprovided<unknown, { name: string; screen: ScreenInput }>('flow'),
    reload: unprovided<void>('reload'),
  },
  delays: { skeletonDelay: timing.skeletonDelayMs },
  guards: {
    isSame: ({ context }, { route }: { route: RouteMatch | null }) => route?.name === context.name && isEqual(route?.params ?? {}, context.params),
    isNowhere: (_, { route }: { route: RouteMatch | null }) => route === null,
    hasFlow: (_, { hasFlow }: { hasFlow: boolean }) => hasFlow,
  },
  actions: {
    keepTarget: assign((_, { place, route }: { place: Place; route: RouteMatch | null }) =>
      ({ name: route?.name ?? null, params: route?.params ?? {}, query: place.query, failure: null })),
    keepFailure: assign((_, { failure }: { failure: Failure }) => ({ failure })),
  },
}).createMachine({
  id: 'screen',
  context: ({ input }) => ({ surroundings: input, name: null, params: {}, query: {}, failure: null }),
  initial: 'closed',
  states: { closed: {} },
});
void failureOf;
