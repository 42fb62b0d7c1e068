import { assign, sendTo } from 'xstate';
import type { PageChanged, AppLocation, RouteChanged, RouteMatch } from '../../../router/route.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import type { Port } from '../../parts/port.ts';
import { unprovidedSource } from '../../parts/unprovided.ts';

export interface NavigationRequest {
  type: 'navigation.requested';
  to: string;
  /** In place of the present entry of the browser's history. */
  replace?: boolean;
}

export interface NavigationInput {
  port: Port<RouteChanged | PageChanged>;
}

interface NavigationContext extends NavigationInput {
  /** Null until the browser has been asked for the first time. */
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
    /** Reports where the browser is, at once and after every change, and goes where `navigation.requested` says. */
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
  description:
    'Where the user is, as facts for everyone else, whoever moved them: a link, a flow or the browser’s own buttons.',
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
            description: 'Another query or anchor: what is open over the page stays open.',
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
          description: 'What becomes of it is reported like any other move.',
        },
      },
    },
    unavailable: { description: 'The browser’s address is out of reach: what is shown stays.' },
  },
});
