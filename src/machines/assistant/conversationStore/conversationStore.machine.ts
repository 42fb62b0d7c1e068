import { assign, sendTo } from 'xstate';
import { assistantTiming } from '../../../contract/assistant/assistantTiming.ts';
import type { Conversation, ConversationSummary } from '../../../contract/assistant/conversation.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import { keepingEnds, keepingStates, type KeepingReport } from '../../parts/keeping.ts';
import type { Port } from '../../parts/port.ts';
import { unprovidedSource } from '../../parts/unprovided.ts';

/** What the storage is told. It knows the latest state at any moment, so that a closing page can still write it. */
export type StoreCommand =
  | { type: 'conversation.changed'; revision: number; conversation: Conversation }
  /** The conversation has rested: write it. */
  | { type: 'pause.reached' }
  | { type: 'conversation.deleted'; id: string };

export type StoreReport =
  | KeepingReport
  /** The list has changed, here or in another tab. */
  | { type: 'list.changed'; conversations: readonly ConversationSummary[] };

type StoreEvent = Exclude<StoreCommand, { type: 'pause.reached' }> | StoreReport;

interface StoreInput {
  ref: string;
  port: Port<StoreReport>;
}

export const conversationStoreMachine = flowSetup({
  types: {
    input: {} as StoreInput,
    context: {} as StoreInput & { revision: number },
    events: {} as StoreEvent,
  },
  actors: {
    /** Writes conversations to this computer when told and when the page goes, and hears of other tabs. */
    persist: unprovidedSource<StoreCommand, Pick<StoreInput, 'ref'>>('persist'),
  },
  delays: { pause: assistantTiming.storePauseMs, retry: assistantTiming.storeRetryMs },
  guards: {
    isLatest: ({ context }, { revision }: { revision: number }) => revision >= context.revision,
  },
  actions: {
    keepRevision: assign((_, { revision }: { revision: number }) => ({ revision })),
    forward: sendTo('storage', (_, { command }: { command: StoreCommand }) => command),
    flush: sendTo('storage', { type: 'pause.reached' }),
    report: sendTo(
      ({ context }) => context.port,
      (_, { report }: { report: StoreReport }) => report,
    ),
  },
}).createMachine({
  id: 'conversationStore',
  description: 'Stores conversations in the browser at every pause, and when the page closes.',
  context: ({ input }) => ({ ...input, revision: 0 }),
  invoke: {
    id: 'storage',
    src: 'persist',
    input: ({ context: { ref } }) => ({ ref }),
    onError: keepingEnds,
  },
  on: {
    'conversation.changed': {
      target: '.debouncing',
      reenter: false,
      actions: [
        { type: 'keepRevision', params: ({ event }) => ({ revision: event.revision }) },
        { type: 'forward', params: ({ event }) => ({ command: event }) },
      ],
      description: 'Every change restarts the delay.',
    },
    'conversation.deleted': { actions: { type: 'forward', params: ({ event }) => ({ command: event }) } },
    'list.changed': { actions: { type: 'report', params: ({ event }) => ({ report: event }) } },
  },
  initial: 'saved',
  states: {
    ...keepingStates({ withoutStorage: 'The conversation stays on screen.' }),
    closed: {
      description: 'The browser provides no storage.',
      on: {
        'conversation.changed': { description: 'There is no storage to update.' },
        'conversation.deleted': { description: 'There is no storage to update.' },
      },
    },
  },
});
