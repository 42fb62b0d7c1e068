import { assign, sendTo } from 'xstate';
import type { CopiedText } from '../../../contract/common/copiedText.ts';
import * as timing from '../../../contract/common/timing.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import type { AppPort } from '../../parts/port.ts';
import { unprovided } from '../../parts/unprovided.ts';

export interface CopyRequest {
  type: 'copy.requested';
  text: CopiedText;
  /** Id of the button that requested the copy and shows the result. */
  key: string;
}

interface ClipboardInput {
  port: AppPort;
}

interface ClipboardContext extends ClipboardInput {
  key: string | null;
  text: CopiedText;
}

export const clipboardMachine = flowSetup({
  types: {
    input: {} as ClipboardInput,
    context: {} as ClipboardContext,
    events: {} as CopyRequest,
  },
  actors: { write: unprovided<void, { text: CopiedText }>('write') },
  delays: { acknowledgement: timing.copiedShownMs },
  actions: {
    keepRequest: assign((_, { text, key }: Omit<CopyRequest, 'type'>) => ({ text, key })),
    clearText: assign({ text: '' }),
    reportRefusal: sendTo(({ context }) => context.port, {
      type: 'toast.requested',
      toast: { tone: 'danger', title: 'Unable to copy to clipboard' },
    }),
  },
}).createMachine({
  id: 'clipboard',
  description: 'Copies a text on request, and marks the requesting button for a moment.',
  context: ({ input }) => ({ ...input, key: null, text: '' }),
  initial: 'idle',
  on: {
    'copy.requested': {
      target: '.copying',
      actions: { type: 'keepRequest', params: ({ event }) => event },
      description: 'The latest request wins.',
    },
  },
  states: {
    idle: {},
    copying: {
      exit: 'clearText',
      invoke: {
        id: 'write',
        src: 'write',
        input: ({ context }) => ({ text: context.text }),
        onDone: { target: 'copied' },
        onError: {
          target: 'idle',
          actions: 'reportRefusal',
          description: 'Browsers refuse while the window lacks focus.',
        },
      },
    },
    copied: { after: { acknowledgement: { target: 'idle' } } },
  },
});
