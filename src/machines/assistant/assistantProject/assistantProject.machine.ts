import { assign, sendTo, type ActorRefFrom } from 'xstate';
import { cutAttachment, type Attachment } from '../../../contract/assistant/attachments.ts';
import type { ContextLevel } from '../../../contract/assistant/contextLevel.ts';
import {
  emptyPanelState,
  titleOf,
  type AssistantRequest,
  type Conversation,
  type ConversationSummary,
  type PanelState,
  type Question,
  type SqlProposal,
} from '../../../contract/assistant/conversation.ts';
import { screenFields, screenOf } from '../../../contract/assistant/sharedScreen.ts';
import { failureOf, type Failure } from '../../../contract/common/apiError.ts';
import { href } from '../../../router/href.ts';
import { cannotFail, failureIn } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import type { AppPort, Port } from '../../parts/port.ts';
import { failureToast } from '../../parts/toasts.ts';
import { unprovided } from '../../parts/unprovided.ts';
import { assistantServicesMachine, type SqlInserted } from '../assistantServices/assistantServices.machine.ts';
import { blockRunMachine } from '../blockRun/blockRun.machine.ts';
import {
  conversationMachine,
  type ConversationReport,
  type MessagesChanged,
} from '../conversation/conversation.machine.ts';
import { conversationStoreMachine, type StoreReport } from '../conversationStore/conversationStore.machine.ts';

/** What the panel takes from it. */
type PanelCommand = { type: 'proposal.made'; proposal: SqlProposal } | { type: 'panel.closed' };

interface AssistantProjectInput {
  ref: string;
  port: AppPort;
  panel: Port<PanelCommand>;
  now: () => number;
  request: AssistantRequest | null;
}

/** What this browser holds of a project's conversations. */
export interface OpenedConversations {
  /** Begins the ids that this tab gives; no other tab has it. */
  seed: string;
  conversations: readonly ConversationSummary[];
  /** The last one that no other tab writes to; null where there is none. */
  conversation: Conversation | null;
  /** The conversations stay when the user signs out. */
  keeps: boolean;
}

type AssistantProjectEvent =
  | ConversationReport
  | StoreReport
  | { type: 'request.received'; request: AssistantRequest }
  /** A part of the panel's state, set by the panel or a screen. */
  | { type: 'state.updated'; change: Partial<PanelState> }
  /** The specification's reset: everything but whether the panel is open. */
  | { type: 'state.reset' }
  | { type: 'level.chosen'; level: ContextLevel }
  | { type: 'attachment.added'; attachment: Attachment }
  | { type: 'attachment.removed'; index: number }
  | { type: 'question.sent' }
  /** The user puts a question of before into other words. */
  | { type: 'edit.begun'; id: string }
  | { type: 'edit.cancelled' }
  | { type: 'conversation.newRequested' }
  | { type: 'conversation.chosen'; id: string }
  | { type: 'conversation.renamed'; typed: string }
  | { type: 'conversation.branched'; messageId: string }
  /** Puts a question of before, with what is attached to it, into the field of a new conversation. */
  | { type: 'question.moved'; id: string }
  | { type: 'deletion.requested' }
  | { type: 'deletion.confirmed' }
  | { type: 'deletion.cancelled' }
  | SqlInserted;

interface AssistantProjectContext extends AssistantProjectInput {
  seed: string;
  conversations: readonly ConversationSummary[];
  conversation: Conversation;
  keeps: boolean;
  /** Conversations that were begun here, for their ids. */
  begun: number;
  revision: number;
  /** Why this browser does not store the conversation; null while it does. */
  localFailure: Failure | null;
}

const newConversation = (id: string, now: number): Conversation => ({
  id,
  name: '',
  updatedAt: now,
  level: null,
  toolsAllowed: false,
  ...emptyPanelState,
  editing: null,
  attachments: [],
});

/** The field's text replaces a question of before. */
export const isEditing = ({ editing, messages }: Conversation): boolean =>
  editing !== null && messages.some(({ id }) => id === editing.id);

const nextId = ({ seed, begun }: AssistantProjectContext): string => `${seed}-c${begun}`;

const questionOf = ({ messages }: Conversation, id: string) =>
  messages.find((message) => message.role === 'user' && message.id === id) as Question | undefined;

const isUnused = ({ messages, initialInput, name, attachments }: Conversation): boolean =>
  messages.length === 0 && initialInput === '' && name === '' && attachments.length === 0;

/** Another entity clears the content, which was the former's (specification, section 4, "AI panel"). */
function withState(conversation: Conversation, change: Partial<PanelState>): Conversation {
  const isOther = 'entity' in change && change.entity?.id !== conversation.entity?.id;
  return { ...conversation, ...(isOther && { content: '' }), ...change };
}

/** What is attached already is not attached again. */
function withAttachments(attached: readonly Attachment[], added: readonly Attachment[]): Attachment[] {
  const byText = new Map([...attached, ...added.map(cutAttachment)].map((one) => [JSON.stringify(one), one]));
  return [...byText.values()];
}

/** Two requests of screens that no conversation has yet. */
const bothOf = (earlier: AssistantRequest, later: AssistantRequest): AssistantRequest => ({
  text: earlier.text === '' ? later.text : earlier.text,
  attachments: [...earlier.attachments, ...later.attachments],
  state: { ...earlier.state, ...later.state },
});

/** The field once a question is taken: empty, or, after an edit, as it was before. */
const inputBefore = ({ editing }: Conversation): Pick<Conversation, 'editing' | 'initialInput' | 'attachments'> => ({
  editing: null,
  initialInput: editing?.typedBefore ?? '',
  attachments: editing?.attachedBefore ?? [],
});

/** Until the user has chosen, the model is told the structure, and no rows. */
export const levelOf = ({ level }: Pick<Conversation, 'level'>): ContextLevel => level ?? 'schema';

const stored = ['touch', 'store'] as const;
/** What is attached is not told as being at hand, too. */
const attached = ['applyScreen', ...stored] as const;

const waitingRequest = {
  actions: {
    type: 'keepRequest',
    params: ({ event }: { event: { request: AssistantRequest } }) => event,
  },
  description: 'It waits for the conversation that is being read.',
} as const;

export const assistantProjectMachine = flowSetup({
  types: {
    input: {} as AssistantProjectInput,
    context: {} as AssistantProjectContext,
    events: {} as AssistantProjectEvent,
    children: {} as {
      loading: 'loadConversations';
      storage: 'conversationStore';
      chat: 'conversation';
      blockRun: 'blockRun';
      services: 'assistantServices';
      opening: 'openConversation';
    },
  },
  actors: {
    loadConversations: unprovided<OpenedConversations, { ref: string }>('loadConversations'),
    /** One that another tab writes to is opened as a copy. */
    openConversation: unprovided<Conversation, { ref: string; id: string; copyId: string }>('openConversation'),
    conversationStore: conversationStoreMachine,
    conversation: conversationMachine,
    blockRun: blockRunMachine,
    assistantServices: assistantServicesMachine,
  },
  guards: {
    hasRequest: ({ context }) => context.request !== null,
    isEditing: ({ context }) => isEditing(context.conversation),
    /** It is told to the model with each question. */
    isOfScreen: (_, { change }: { change: Partial<PanelState> }) => screenFields.some((field) => field in change),
    isBlank: ({ context }) => context.conversation.initialInput.trim() === '',
    isUnused: ({ context }) => isUnused(context.conversation),
    isOpen: ({ context }, { id }: { id: string }) => context.conversation.id === id,
  },
  actions: {
    takeOpened: assign(({ context }, { opened }: { opened: OpenedConversations }) => ({
      seed: opened.seed,
      conversations: opened.conversations,
      keeps: opened.keeps,
      begun: 1,
      conversation: opened.conversation ?? newConversation(nextId({ ...context, seed: opened.seed }), context.now()),
    })),
    takeFailure: assign((_, { failure }: { failure: Failure }) => ({ localFailure: failure })),
    keepRequest: assign(({ context: { request: earlier } }, { request }: { request: AssistantRequest }) => ({
      request: earlier === null ? request : bothOf(earlier, request),
    })),
    takeRequest: assign(({ context: { conversation, request } }) =>
      request === null
        ? {}
        : {
            request: null,
            conversation: {
              ...withState(conversation, request.state),
              // What the user has typed and attached stays, whatever the panel is now about.
              attachments: withAttachments(conversation.attachments, request.attachments),
              initialInput: conversation.initialInput.trim() === '' ? request.text : conversation.initialInput,
            },
          },
    ),
    updateState: assign(({ context }, { change }: { change: Partial<PanelState> }) => ({
      conversation: withState(context.conversation, change),
    })),
    resetState: assign(({ context }) => ({
      conversation: {
        ...context.conversation,
        ...emptyPanelState,
        editing: null,
        attachments: [],
        toolsAllowed: false,
        level: null,
      },
    })),
    keepLevel: assign(({ context }, { level }: { level: ContextLevel }) => ({
      conversation: { ...context.conversation, level },
    })),
    addAttachment: assign(({ context }, { attachment }: { attachment: Attachment }) => ({
      conversation: {
        ...context.conversation,
        attachments: withAttachments(context.conversation.attachments, [attachment]),
      },
    })),
    removeAttachment: assign(({ context }, { index }: { index: number }) => ({
      conversation: {
        ...context.conversation,
        attachments: context.conversation.attachments.filter((_attachment, at) => at !== index),
      },
    })),
    restore: sendTo('chat', ({ context: { conversation } }) => ({
      type: 'messages.restored' as const,
      messages: conversation.messages,
      level: levelOf(conversation),
      screen: screenOf(conversation),
      toolsAllowed: conversation.toolsAllowed,
    })),
    applyScreen: sendTo('chat', ({ context: { conversation } }) => ({
      type: 'screen.changed' as const,
      screen: screenOf(conversation),
    })),
    applyLevel: sendTo('chat', ({ context: { conversation } }) => ({
      type: 'level.changed' as const,
      level: levelOf(conversation),
    })),
    ask: sendTo('chat', ({ context: { conversation } }) => ({
      type: 'question.asked' as const,
      question: { text: conversation.initialInput, attachments: conversation.attachments },
      level: levelOf(conversation),
    })),
    askAgain: sendTo('chat', ({ context: { conversation } }) => ({
      type: 'question.edited' as const,
      id: conversation.editing?.id ?? '',
      question: { text: conversation.initialInput, attachments: conversation.attachments },
    })),
    beginEdit: assign(({ context: { conversation } }, { id }: { id: string }) => ({
      conversation: {
        ...conversation,
        // What was typed and attached before stays, also where one edit follows another.
        editing: {
          typedBefore: conversation.initialInput,
          attachedBefore: conversation.attachments,
          ...conversation.editing,
          id,
        },
        initialInput: questionOf(conversation, id)?.text ?? '',
        attachments: questionOf(conversation, id)?.attachments ?? [],
      },
    })),
    cancelEdit: assign(({ context: { conversation } }) => ({
      conversation: { ...conversation, ...inputBefore(conversation) },
    })),
    clearInput: assign(({ context: { conversation } }) => ({
      conversation: { ...conversation, ...inputBefore(conversation), level: levelOf(conversation) },
    })),
    keepMessages: assign(({ context }, { messages, toolsAllowed }: Omit<MessagesChanged, 'type'>) => ({
      conversation: { ...context.conversation, messages: [...messages], toolsAllowed },
    })),
    keepConversation: assign(({ context }, { conversation }: { conversation: Conversation }) => ({
      // A copy has taken an id.
      begun: context.begun + 1,
      conversation,
    })),
    beginConversation: assign(({ context }) => ({
      begun: context.begun + 1,
      conversation: newConversation(nextId(context), context.now()),
    })),
    branch: assign(({ context }, { messageId }: { messageId: string }) => {
      const { conversation } = context;
      const at = conversation.messages.findIndex(({ id }) => id === messageId);
      return {
        begun: context.begun + 1,
        conversation: {
          ...conversation,
          id: nextId(context),
          attachments: [],
          name: `${titleOf(conversation)} (branch)`,
          messages: conversation.messages.slice(0, at + 1),
          initialInput: '',
          editing: null,
          toolsAllowed: false,
        },
      };
    }),
    moveQuestion: assign(({ context }, { id }: { id: string }) => ({
      begun: context.begun + 1,
      conversation: {
        ...newConversation(nextId(context), context.now()),
        level: context.conversation.level,
        initialInput: questionOf(context.conversation, id)?.text ?? '',
        attachments: questionOf(context.conversation, id)?.attachments ?? [],
      },
    })),
    rename: assign(({ context }, { typed }: { typed: string }) => ({
      conversation: { ...context.conversation, name: typed.trim() },
    })),
    keepList: assign((_, { conversations }: { conversations: readonly ConversationSummary[] }) => ({ conversations })),
    keepLocalFailure: assign((_, { failure }: { failure: Failure | null }) => ({ localFailure: failure })),
    touch: assign(({ context }) => ({
      revision: context.revision + 1,
      conversation: { ...context.conversation, updatedAt: context.now() },
    })),
    store: sendTo('storage', ({ context: { revision, conversation } }) => ({
      type: 'conversation.changed' as const,
      revision,
      conversation,
    })),
    deleteStored: sendTo('storage', ({ context }) => ({
      type: 'conversation.deleted' as const,
      id: context.conversation.id,
    })),
    propose: sendTo(
      ({ context }) => context.panel,
      ({ context }, { sql }: { sql: string }) => ({
        type: 'proposal.made' as const,
        proposal: { ref: context.ref, sql },
      }),
    ),
    goToEditor: sendTo(
      ({ context }) => context.port,
      ({ context: { ref, conversation } }) => ({
        type: 'navigation.requested' as const,
        to: conversation.editor === null ? href('sql', { ref }) : href('sqlSnippet', { ref, id: conversation.editor }),
      }),
    ),
    reportFailure: sendTo(
      ({ context }) => context.port,
      (_, { failure, title }: { failure: Failure; title: string }) => failureToast(title, failure),
    ),
  },
}).createMachine({
  id: 'assistantProject',
  description: 'The conversations of a project: which one is open, what is asked next, and what this browser stores.',
  context: ({ input }) => ({
    ...input,
    seed: 'unstored',
    conversations: [],
    conversation: newConversation('unstored', input.now()),
    keeps: false,
    begun: 0,
    revision: 0,
    localFailure: null,
  }),
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        id: 'loading',
        src: 'loadConversations',
        input: ({ context: { ref } }) => ({ ref }),
        onDone: {
          target: 'loaded',
          actions: { type: 'takeOpened', params: ({ event }) => ({ opened: event.output }) },
        },
        onError: {
          target: 'loaded',
          actions: { type: 'takeFailure', params: failureIn },
          description: 'Without storage, a conversation lasts as long as the page.',
        },
      },
      on: { 'request.received': waitingRequest },
    },
    loaded: {
      invoke: [
        {
          id: 'storage',
          src: 'conversationStore',
          input: ({ context: { ref }, self }) => ({ ref, port: self }),
          onError: cannotFail.chart,
        },
        {
          id: 'services',
          src: 'assistantServices',
          input: ({ context: { ref, keeps, port }, self }) => ({ ref, keeps, port, project: self }),
          onError: cannotFail.chart,
        },
        { id: 'blockRun', src: 'blockRun', input: ({ context: { ref } }) => ({ ref }), onError: cannotFail.chart },
      ],
      on: {
        'list.changed': { actions: { type: 'keepList', params: ({ event }) => event } },
        'local.saved': { actions: { type: 'keepLocalFailure', params: { failure: null } } },
        'local.failed': { actions: { type: 'keepLocalFailure', params: ({ event }) => event } },
        'sql.inserted': { actions: [{ type: 'propose', params: ({ event }) => event }, 'goToEditor'] },
      },
      initial: 'chatting',
      states: {
        chatting: {
          entry: 'restore',
          always: {
            guard: 'hasRequest',
            actions: ['takeRequest', ...attached],
            description: 'What a screen asks for joins what the user has typed and attached, and survives a reload.',
          },
          invoke: {
            id: 'chat',
            src: 'conversation',
            input: ({ context: { ref, now, seed, revision }, self }) => ({
              ref,
              now,
              seed: `${seed}-m${revision}`,
              port: self,
            }),
            onError: cannotFail.chart,
          },
          on: {
            'messages.changed': { actions: [{ type: 'keepMessages', params: ({ event }) => event }, ...stored] },
            'request.received': { actions: { type: 'keepRequest', params: ({ event }) => event } },
            'state.updated': [
              {
                guard: { type: 'isOfScreen', params: ({ event }) => event },
                actions: [{ type: 'updateState', params: ({ event }) => event }, 'applyScreen', ...stored],
                description: 'The model hears of the entity, the tables and the queries with the next request.',
              },
              { actions: [{ type: 'updateState', params: ({ event }) => event }, ...stored] },
            ],
            'level.chosen': {
              actions: [{ type: 'keepLevel', params: ({ event }) => event }, 'applyLevel', ...stored],
              description: 'Another try of an earlier question shares no more than that, either.',
            },
            'attachment.added': { actions: [{ type: 'addAttachment', params: ({ event }) => event }, ...attached] },
            'attachment.removed': {
              actions: [{ type: 'removeAttachment', params: ({ event }) => event }, ...attached],
            },
            'question.sent': [
              { guard: 'isBlank', description: 'There is nothing to ask.' },
              { guard: 'isEditing', actions: 'askAgain' },
              { actions: 'ask' },
            ],
            'edit.begun': { actions: [{ type: 'beginEdit', params: ({ event }) => event }, ...attached] },
            'edit.cancelled': { guard: 'isEditing', actions: ['cancelEdit', ...attached] },
            'question.taken': {
              actions: ['clearInput', ...attached],
              description: 'A question stays in the field until the conversation has it.',
            },
            'state.reset': {
              target: 'chatting',
              reenter: true,
              actions: ['resetState', ...stored],
              description: 'Everything but the open flag.',
            },
            'conversation.newRequested': [
              { guard: 'isUnused', description: 'It is a new one already.' },
              { target: 'chatting', reenter: true, actions: 'beginConversation' },
            ],
            'conversation.chosen': [
              {
                guard: { type: 'isOpen', params: ({ event }) => event },
                description: 'It is open already.',
              },
              { target: 'opening' },
            ],
            'conversation.renamed': { actions: [{ type: 'rename', params: ({ event }) => event }, ...stored] },
            'conversation.branched': {
              target: 'chatting',
              reenter: true,
              actions: [{ type: 'branch', params: ({ event }) => ({ messageId: event.messageId }) }, ...stored],
            },
            'question.moved': {
              target: 'chatting',
              reenter: true,
              actions: [{ type: 'moveQuestion', params: ({ event }) => event }, ...stored],
              description: 'Without what was said before it, which the model may have no room for.',
            },
            'deletion.requested': { target: '.confirmingDeletion' },
            'deletion.cancelled': { target: '.talking' },
            'deletion.confirmed': {
              target: 'chatting',
              reenter: true,
              actions: ['deleteStored', 'beginConversation'],
            },
          },
          initial: 'talking',
          states: { talking: {}, confirmingDeletion: {} },
        },
        opening: {
          on: { 'request.received': waitingRequest },
          invoke: {
            id: 'opening',
            src: 'openConversation',
            input: ({ context, event }) => ({
              ref: context.ref,
              id: 'id' in event ? event.id : '',
              copyId: nextId(context),
            }),
            onDone: {
              target: 'chatting',
              actions: { type: 'keepConversation', params: ({ event }) => ({ conversation: event.output }) },
            },
            onError: {
              target: 'chatting',
              actions: {
                type: 'reportFailure',
                params: ({ event }) => ({
                  failure: failureOf(event.error),
                  title: 'Could not open the conversation',
                }),
              },
            },
          },
        },
      },
    },
  },
});

export type AssistantProjectRef = ActorRefFrom<typeof assistantProjectMachine>;
