import { assign } from 'xstate';
import { ambientTiming } from '../../../contract/ambient/ambientTiming.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import { unprovided } from '../../parts/unprovided.ts';
import { isSkewed } from './isSkewed.ts';

export const clockMachine = flowSetup({
  types: {
    context: {} as {
      /** How far this computer's clock is ahead of the server's, in milliseconds; null until it is known. */
      skewMs: number | null;
    },
    events: {} as { type: 'clockSkew.suspected' },
    tags: {} as 'reading',
  },
  actors: {
    /** Measures the skew. */
    compareClocks: unprovided<{ skewMs: number }>('compareClocks'),
  },
  guards: { isSkewed: ({ context: { skewMs } }) => isSkewed(skewMs) },
  delays: { pollInterval: ambientTiming.clockPollMs },
  actions: { keepSkew: assign((_, { skewMs }: { skewMs: number }) => ({ skewMs })) },
}).createMachine({
  id: 'clock',
  description: 'Compares this computer’s clock with the server’s, because tokens and logs depend on it.',
  context: { skewMs: null },
  initial: 'reading',
  states: {
    reading: {
      tags: 'reading',
      invoke: {
        id: 'comparison',
        src: 'compareClocks',
        onDone: { target: 'idle', actions: { type: 'keepSkew', params: ({ event }) => event.output } },
        onError: { target: 'idle', description: 'A server that does not send its time proves no skew.' },
      },
    },
    idle: {
      after: { pollInterval: { target: 'reading' } },
      on: {
        'clockSkew.suspected': {
          guard: 'isSkewed',
          target: 'reading',
          description: 'The user has read the warning and set the clock.',
        },
      },
    },
  },
});
