import { assign, sendTo, setup } from 'xstate';
import { unprovidedSource } from '../unprovided.ts';
import type { Place, RouteChanged, RouteMatch } from './location.ts';

export interface NavigationInput { parent: { send(fact: RouteChanged): void } }

export type NavigationEvent = RouteChanged | { type: 'navigation.requested'; to: string; replace?: boolean };

export const navigationMachine = setup({
  types: {
    input: {} as NavigationInput,
    context: {} as NavigationInput & { place: Place | null; route: RouteMatch | null },
    events: {} as NavigationEvent,
    transitionMeta: {} as { waiver?: string },
  },
  actors: {
    /** Reports where the browser is, at once and after every change, and goes where `navigation.requested` says. */
    location: unprovidedSource<RouteChanged>('location'),
  },
  actions: {
    keepRoute: assign((_, { place, route }: Omit<RouteChanged, 'type'>) => ({ place, route })),
    reportRoute: ({ context }, fact: Omit<RouteChanged, 'type'>) => context.parent.send({ type: 'route.changed', ...fact }),
    goThere: sendTo('location', (_, { to, replace }: { to: string; replace: boolean }) => ({ type: 'navigation.requested', to, replace })),
  },
}).createMachine({
  id: 'navigation',
  description: 'Where the user is, as facts for everyone else, whoever moved them: a link, a flow or the browser’s buttons.',
  context: ({ input }) => ({ ...input, place: null, route: null }),
  initial: 'somewhere',
  states: { somewhere: {} },
});
void [navigationMachine];
