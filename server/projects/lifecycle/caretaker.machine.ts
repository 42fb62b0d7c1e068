import { setup } from 'xstate';
import { bounded, unprovided } from '../../charts.ts';

export interface CaretakerInput {
  /** Time between two rounds, in milliseconds. */
  interval: number;
}

export const caretakerMachine = setup({
  types: {
    input: {} as CaretakerInput,
    context: {} as CaretakerInput,
    transitionMeta: {} as { waiver?: string },
  },
  actors: {
    goRound: unprovided<void>('goRound'),
  },
  delays: { betweenRounds: ({ context }) => context.interval },
}).createMachine({
  id: 'caretaker',
  description:
    'Looks after projects that nobody asks about: says that this server still lives, takes up the work of servers that do not, asks again how unknown ones are.',
  options: bounded,
  context: ({ input }) => input,
  initial: 'goingRound',
  states: {
    goingRound: {
      invoke: {
        id: 'round',
        src: 'goRound',
        onDone: { target: 'resting' },
        onError: {
          target: 'resting',
          description:
            'A round that failed, as when the database does not answer, is reported by itself; the next one comes.',
        },
      },
    },
    resting: { after: { betweenRounds: { target: 'goingRound' } } },
  },
});
