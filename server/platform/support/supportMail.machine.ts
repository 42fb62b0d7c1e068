import { setup, stateIn } from 'xstate';
import { bounded, unprovided } from '../../common/charts.ts';

export interface SupportMailInput {
  /** Time after which requests whose mail failed are looked for again, in milliseconds. */
  interval: number;
}

export const supportMailMachine = setup({
  types: {
    input: {} as SupportMailInput,
    context: {} as SupportMailInput,
    events: {} as { type: 'request.filed' },
    transitionMeta: {} as { waiver?: string },
  },
  actors: {
    /** Mails the request that is due first; says whether there was one. */
    deliverNext: unprovided<{ found: boolean }>('deliverNext'),
  },
  delays: { lookInterval: ({ context }) => context.interval },
  guards: {
    wasFound: (_, { found }: { found: boolean }) => found,
    mayHaveMissed: stateIn({ delivering: 'late' }),
  },
}).createMachine({
  id: 'supportMail',
  description: 'Mails support requests one after the other, and those that failed again later.',
  options: bounded,
  context: ({ input }) => input,
  initial: 'delivering',
  states: {
    delivering: {
      initial: 'onTime',
      invoke: {
        id: 'next',
        src: 'deliverNext',
        onDone: [
          { guard: { type: 'wasFound', params: ({ event }) => event.output }, target: 'delivering', reenter: true },
          { guard: 'mayHaveMissed', target: 'delivering', reenter: true },
          { target: 'idle' },
        ],
        onError: { target: 'idle', description: 'The database does not answer; it is asked again later.' },
      },
      states: {
        onTime: { on: { 'request.filed': { target: 'late' } } },
        late: { description: 'One was filed while a look was under way, which may have missed it.' },
      },
    },
    idle: {
      on: { 'request.filed': { target: 'delivering' } },
      after: { lookInterval: { target: 'delivering' } },
    },
  },
});
