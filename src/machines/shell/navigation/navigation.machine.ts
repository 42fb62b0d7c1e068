import { assign, sendTo } from 'xstate';
import type { PageChanged, AppLocation, RouteChanged, RouteMatch } from '../../../router/route.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import type { Port } from '../../parts/port.ts';
import { unprovidedSource } from '../../parts/unprovided.ts';

export interface NavigationRequest {
  type: 'navigation.requested';
  to: string;
  /** Replaces the current history entry. */
  replace?: boolean;
}

interface NavigationInput {
  port: Port<RouteChanged | PageChanged>;
}

interface NavigationContext extends NavigationInput {
  /** Null until the browser has reported it for the first time. */
  location: AppLocation | null;
  route: RouteMatch | null;
}

export const navigationMachine = flowSetup({
  types: {
    input: {} as NavigationInput,
    context: {} as NavigationContext,
    events: {} as RouteChanged | NavigationRequest,
  },
  actors: {
    /** Reports the location, immediately and after every change, and navigates on `navigation.requested`. */
    location: unprovidedSource<NavigationRequest>('location'),
  },
  guards: {
    isSamePage: ({ context }, { location }: { location: AppLocation }) => location.path === context.location?.path,
  },
  actions: {
    keepRoute: assign((_, { location, route }: Omit<RouteChanged, 'type'>) => ({ location, route })),
    reportRoute: sendTo(
      ({ context }) => context.port,
      (_, { location, route }: Omit<RouteChanged, 'type'>) => ({ type: 'route.changed' as const, location, route }),
    ),
    reportPage: sendTo(({ context }) => context.port, { type: 'page.changed' }),
    passRequest: sendTo('location', (_, { request }: { request: NavigationRequest }) => request),
  },
}).createMachine({
  id: 'navigation',
  description: 'Reports the location to other flows, whatever changed it: a link, a flow or the browser’s buttons.',
  context: ({ input }) => ({ ...input, location: null, route: null }),
  initial: 'watching',
  states: {
    watching: {
      invoke: {
        id: 'location',
        src: 'location',
        onError: { target: 'unavailable' },
      },
      on: {
        'route.changed': [
          {
            guard: { type: 'isSamePage', params: ({ event }) => event },
            actions: [
              { type: 'keepRoute', params: ({ event }) => event },
              { type: 'reportRoute', params: ({ event }) => event },
            ],
            description: 'Another query or anchor of the same page: overlays stay open.',
          },
          {
            actions: [
              { type: 'keepRoute', params: ({ event }) => event },
              { type: 'reportRoute', params: ({ event }) => event },
              'reportPage',
            ],
          },
        ],
        'navigation.requested': {
          actions: { type: 'passRequest', params: ({ event }) => ({ request: event }) },
          description: 'The result is reported like any other navigation.',
        },
      },
    },
    unavailable: { description: 'The browser’s location is unavailable: the current screen stays.' },
  },
});
