import { assign } from 'xstate';
import { shellTiming } from '../../../contract/shell/shellTiming.ts';
import { flowSetup } from '../flowSetup.ts';
import { unprovided } from '../unprovided.ts';

export const addressSearchMachine = flowSetup({
  types: {
    context: {} as {
      /** The typed text that the address does not have yet; null where the address has it. */
      typed: string | null;
    },
    events: {} as
      | { type: 'text.typed'; text: string }
      /** The user left the field or pressed Enter, so the text is complete. */
      | { type: 'text.finished' }
      /** Something else has changed the address, which overrides the typed text. */
      | { type: 'text.dropped' },
  },
  actors: {
    /** Writes the text to the address and replaces the current history entry. */
    writeSearch: unprovided<void, { text: string }>('writeSearch'),
  },
  delays: { mirroring: shellTiming.addressMirrorMs },
  actions: {
    keepTyped: assign((_, { text }: { text: string }) => ({ typed: text })),
    clearTyped: assign({ typed: null }),
  },
}).createMachine({
  id: 'addressSearch',
  description:
    'The search text of a list. It is stored in the address, so that it can be linked to and survives navigation, and it applies while it is typed.',
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
        mirroring: {
          target: 'writing',
          description: 'Browsers throttle pages that change the address with every keystroke.',
        },
      },
      on: {
        'text.finished': {
          target: 'writing',
          description: 'A user who follows a result finds the search again on the way back.',
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
          description: 'The browser refuses more changes for now. The typed text applies anyway, and is written later.',
        },
      },
    },
  },
});
