import { setup, stateIn } from 'xstate';
import { bounded, unprovided } from '../../common/charts.ts';

interface SupportMailInput {
  /** Delay in milliseconds before requests whose mail failed are retried. */
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
    /** Mails the request that is due first; returns whether there was one. */
    deliverNext: unprovided<{ found: boolean }>('deliverNext'),
  },
  delays: { lookInterval: ({ context }) => context.interval },
  guards: {
    wasFound: (_, { found }: { found: boolean }) => found,
    mayHaveMissed: stateIn({ delivering: 'late' }),
  },
}).createMachine({
  id: 'supportMail',
  description: 'Mails support requests one at a time, and retries failed ones later.',
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
        onError: { target: 'idle', description: 'The database does not respond; it is retried later.' },
      },
      states: {
        onTime: { on: { 'request.filed': { target: 'late' } } },
        late: { description: 'A request arrived during a check, which may have missed it.' },
      },
    },
    idle: {
      on: { 'request.filed': { target: 'delivering' } },
      after: { lookInterval: { target: 'delivering' } },
    },
  },
});
