import { setup } from 'xstate';
import { bounded, unprovided } from '../../common/charts.ts';

interface ReconcilerInput {
  /** Time between two rounds, in milliseconds. */
  interval: number;
}

export const reconcilerMachine = setup({
  types: {
    input: {} as ReconcilerInput,
    context: {} as ReconcilerInput,
    transitionMeta: {} as { waiver?: string },
  },
  actors: {
    reconcile: unprovided<void>('reconcile'),
  },
  delays: { reconcileInterval: ({ context }) => context.interval },
}).createMachine({
  id: 'reconciler',
  description:
    'Maintains projects periodically: sends the heartbeat, takes over operations of dead servers, and checks unknown projects again.',
  options: bounded,
  context: ({ input }) => input,
  initial: 'reconciling',
  states: {
    reconciling: {
      invoke: {
        id: 'reconcile',
        src: 'reconcile',
        onDone: { target: 'waiting' },
        onError: {
          target: 'waiting',
          description:
            'A failed round, for example while the database does not respond, reports its own error; the next one follows.',
        },
      },
    },
    waiting: { after: { reconcileInterval: { target: 'reconciling' } } },
  },
});
