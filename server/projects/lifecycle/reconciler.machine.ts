import { setup } from 'xstate';
import { bounded, unprovided } from '../../common/charts.ts';

export interface ReconcilerInput {
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
    'Looks after projects that nobody asks about: says that this server still lives, takes up the work of servers that do not, asks again how unknown ones are.',
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
            'A round that failed, as when the database does not answer, is reported by itself; the next one comes.',
        },
      },
    },
    waiting: { after: { reconcileInterval: { target: 'reconciling' } } },
  },
});
