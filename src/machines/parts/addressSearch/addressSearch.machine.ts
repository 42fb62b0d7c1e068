import { assign } from 'xstate';
import { timing } from '../../../contract/common/timing.ts';
import { flowSetup } from '../flowSetup.ts';
import { unprovided } from '../unprovided.ts';

export const addressSearchMachine = flowSetup({
  types: {
    context: {} as {
      /** What was typed and does not stand in the address yet; null where the address has it. */
      typed: string | null;
    },
    events: {} as
      | { type: 'text.typed'; text: string }
      /** The field was left, or Enter was pressed: what was typed is meant. */
      | { type: 'text.finished' }
      /** Something else has changed the address, and what was typed no longer counts. */
      | { type: 'text.dropped' },
  },
  actors: {
    /** Puts the text into the address, in place of the present entry of the browser's history. */
    writeSearch: unprovided<void, { text: string }>('writeSearch'),
  },
  delays: { mirroring: timing.addressMirrorMs },
  actions: {
    keepTyped: assign((_, { text }: { text: string }) => ({ typed: text })),
    clearTyped: assign({ typed: null }),
  },
}).createMachine({
  id: 'addressSearch',
  description:
    'What is searched for in a list. It stands in the address, where it can be linked to and gone back to, and counts before it does.',
  context: { typed: null },
  initial: 'mirrored',
  on: {
    'text.typed': {
      target: '.unmirrored',
      reenter: true,
      actions: { type: 'keepTyped', params: ({ event }) => event },
    },
    'text.dropped': { target: '.mirrored' },
  },
  states: {
    mirrored: { entry: 'clearTyped' },
    unmirrored: {
      after: {
        mirroring: { target: 'writing', description: 'Browsers refuse an address that changes with every key.' },
      },
      on: {
        'text.finished': {
          target: 'writing',
          description: 'Whoever goes on to a result finds the search again on the way back.',
        },
      },
    },
    writing: {
      invoke: {
        id: 'address',
        src: 'writeSearch',
        input: ({ context }) => ({ text: context.typed ?? '' }),
        onDone: { target: 'mirrored' },
        onError: {
          target: 'unmirrored',
          description:
            'The browser takes no more changes for now. What was typed counts all the same, and is written later.',
        },
      },
    },
  },
});
