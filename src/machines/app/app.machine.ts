import { setup, type ActorRefFrom } from 'xstate';
import type { RuntimeConfig } from '../../contract/runtimeConfig.ts';
import { cacheMachine } from '../cache/cache.machine.ts';
import { navigationMachine } from '../navigation/navigation.machine.ts';
import { screenMachine } from '../screen/screen.machine.ts';
import { sessionMachine } from '../session/session.machine.ts';
import { toastsMachine } from '../toasts/toasts.machine.ts';
import type { AppCommand } from './app.port.ts';

export interface AppInput { config: RuntimeConfig; now: () => number }

export const appMachine = setup({
  types: {
    input: {} as AppInput,
    context: {} as AppInput,
    events: {} as AppCommand,
    children: {} as { session: 'session'; cache: 'cache'; navigation: 'navigation'; screen: 'screen'; toasts: 'toasts' },
    transitionMeta: {} as { waiver?: string },
  },
  actors: {
    session: sessionMachine, cache: cacheMachine, navigation: navigationMachine, screen: screenMachine, toasts: toastsMachine,
  },
}).createMachine({
  id: 'app',
  context: ({ input }) => input,
  invoke: [
    { id: 'toasts', src: 'toasts' },
    { id: 'cache', src: 'cache', input: ({ self }) => ({ parent: self }) },
  ],
});

export type AppActor = ActorRefFrom<typeof appMachine>;
