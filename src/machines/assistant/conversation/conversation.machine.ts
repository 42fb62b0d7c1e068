import { assign, sendTo } from 'xstate';
import type { SharedScreen } from '../../../contract/assistant/answer.ts';
import type { Attachment } from '../../../contract/assistant/attachments.ts';
import { allowsContext, type ContextLevel } from '../../../contract/assistant/contextLevel.ts';
import {
  withoutOpenAnswer,
  type Answer,
  type AnswerFailure,
  type Message,
  type Question,
  type ToolCall,
  type Usage,
} from '../../../contract/assistant/conversation.ts';
import { failureOf, type Failure } from '../../../contract/common/apiError.ts';
import { failureIn } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import type { Port } from '../../parts/port.ts';
import { unprovided, unprovidedSource } from '../../parts/unprovided.ts';

/** What the conversation tells the project's flow, which stores it. */
export interface MessagesChanged {
  type: 'messages.changed';
  messages: readonly Message[];
  toolsAllowed: boolean;
}

/** A question was taken, so that the field may be emptied. */
export type ConversationReport = MessagesChanged | { type: 'question.taken' };

interface ConversationInput {
  ref: string;
  /** Begins the ids of new messages; different in each tab. */
  seed: string;
  now: () => number;
  port: Port<ConversationReport>;
}

type CalledTool = Pick<ToolCall, 'id' | 'name' | 'arguments' | 'problem'>;

/** What the stream of an answer reports. `text` is always the whole text so far. */
export type AnswerReport =
  | { type: 'answer.grown'; text: string }
  | { type: 'tool.called'; call: CalledTool }
  | { type: 'usage.counted'; usage: Usage }
  | { type: 'answer.finished'; text: string; reason: 'complete' | 'calls' | 'length' | 'filtered' }
  | { type: 'answer.failed'; text: string; failure: AnswerFailure }
  | { type: 'answer.cut'; text: string };

/** Asks the stream to end; it reports what it has. */
export type StreamCommand = { type: 'cut.requested' };

export interface AnswerRequest {
  ref: string;
  /** Id of the answer, whose text the screen follows while it streams. */
  id: string;
  messages: readonly Message[];
  level: ContextLevel;
  screen: SharedScreen;
}

/** What this browser had stored. */
interface MessagesRestored {
  type: 'messages.restored';
  messages: readonly Message[];
  level: ContextLevel;
  screen: SharedScreen;
  toolsAllowed: boolean;
}

/** What a tool returned, and whether it is what the model asked for. */
export interface ToolOutcome {
  outcome: 'done' | 'failed' | 'rejected';
  text: string;
}

/** What the user asks: words, and what they attached to them. */
interface AskedQuestion {
  text: string;
  attachments: readonly Attachment[];
}

type ConversationEvent =
  | AnswerReport
  | MessagesRestored
  /** The user shares more or less from now on, also with answers to earlier questions. */
  | { type: 'level.changed'; level: ContextLevel }
  /** What the user has at hand has changed: the next request tells of it. */
  | { type: 'screen.changed'; screen: SharedScreen }
  | { type: 'question.asked'; question: AskedQuestion; level: ContextLevel }
  /** Asks a question of before in other words or with other attachments; what followed it goes. */
  | { type: 'question.edited'; id: string; question: AskedQuestion }
  | { type: 'answer.retried' }
  /** Asks for the rest of an answer that is not whole. */
  | { type: 'answer.continued' }
  | { type: 'stop.requested' }
  /** The tool that is asked for may run: this once, or every tool from now on. */
  | { type: 'call.allowed'; always: boolean }
  /** Tools are asked about again, though all of the conversation were allowed. */
  | { type: 'consent.withdrawn' }
  /** It may not run, or none of those that are asked for. */
  | { type: 'call.refused'; all: boolean };

interface ConversationContext extends ConversationInput {
  messages: readonly Message[];
  level: ContextLevel;
  screen: SharedScreen;
  toolsAllowed: boolean;
  /** Messages that were begun here, for their ids. */
  begun: number;
}

/** Answers in a row that may ask for tools before the user is asked again, although they allowed all. */
export const toolRounds = 8;
/** Answers in a row after which the model stops, although no tool of it may run. */
export const answerRounds = 24;

const refusal = 'The user did not allow this tool to run.';

const continuation = 'Continue your answer exactly where it stops, without repeating any of it.';

/** What a page that was left in the middle of an answer finds: nothing runs any more. */
function settled(message: Message): Message {
  const ended = withoutOpenAnswer(message, 'interrupted');
  if (ended.role === 'user') return ended;
  // A tool may not have run, and reading again changes nothing.
  return {
    ...ended,
    calls: ended.calls.map((call) => (call.state === 'allowed' ? { ...call, state: 'asked' } : call)),
  };
}

export const lastAnswer = (messages: readonly Message[]): Answer | null => {
  const last = messages.at(-1);
  return last?.role === 'assistant' ? last : null;
};

/** The tool that the user is asked about, or that runs. */
export const currentCall = (messages: readonly Message[]): ToolCall | null =>
  lastAnswer(messages)?.calls.find(({ state }) => state === 'asked' || state === 'allowed') ?? null;

const changeAnswer = (messages: readonly Message[], change: (answer: Answer) => Partial<Answer>): Message[] => {
  const answer = lastAnswer(messages);
  return answer ? [...messages.slice(0, -1), { ...answer, ...change(answer) }] : [...messages];
};

/** An answer whose rest can be asked for. */
const partialEndings: ReadonlySet<Answer['ending']> = new Set(['length', 'stopped', 'interrupted', 'failed']);

const changeCall = (messages: readonly Message[], change: Partial<ToolCall>): Message[] => {
  const current = currentCall(messages);
  return changeAnswer(messages, ({ calls }) => ({
    calls: calls.map((call) => (call === current ? { ...call, ...change } : call)),
  }));
};

/** Calls that nothing is known of are refused. */
const refuseOpenCalls = ({ calls }: Answer): Pick<Answer, 'calls'> => ({
  calls: calls.map((call) => (call.text === null ? { ...call, state: 'refused', text: refusal } : call)),
});

/** Answers since the last question. */
const rounds = (messages: readonly Message[]): number =>
  messages.length - 1 - messages.findLastIndex(({ role }) => role === 'user');

const idOf = ({ seed, begun }: ConversationContext): string => `${seed}-${begun}`;

/** What is stored of a failure. */
const shownFailure = (error: unknown): AnswerFailure => {
  const { code, message } = failureOf(error);
  return { code, message };
};

const keepText = {
  type: 'keepText',
  params: ({ event }: { event: { text: string } }) => ({ text: event.text }),
} as const;

const endWith = <const Ending extends Answer['ending']>(ending: Ending) =>
  ({
    type: 'endAnswer',
    params: ({ event }: { event: { text: string } }) => ({ ending, text: event.text, failure: null }),
  }) as const;

export const conversationMachine = flowSetup({
  types: {
    input: {} as ConversationInput,
    context: {} as ConversationContext,
    events: {} as ConversationEvent,
    children: {} as { answer: 'streamAnswer'; tool: 'runTool' },
    tags: {} as 'busy' | 'ready',
  },
  actors: {
    /** Streams an answer; its text is on screen before this chart knows it. */
    streamAnswer: unprovidedSource<StreamCommand, AnswerRequest>('streamAnswer'),
    /** Runs a tool with exactly the arguments that the user saw. */
    runTool: unprovided<ToolOutcome, { ref: string; level: ContextLevel; call: ToolCall }>('runTool'),
  },
  guards: {
    hasCall: ({ context }) => currentCall(context.messages) !== null,
    isAllowed: ({ context }) => context.toolsAllowed && rounds(context.messages) % toolRounds !== 0,
    mayGoOn: ({ context }) =>
      (lastAnswer(context.messages)?.calls.length ?? 0) > 0 && rounds(context.messages) < answerRounds,
    wasStopped: ({ context }) => ['stopped', 'interrupted'].includes(lastAnswer(context.messages)?.ending ?? ''),
    isPartial: ({ context }) => {
      const answer = lastAnswer(context.messages);
      return answer !== null && answer.text !== '' && partialEndings.has(answer.ending);
    },
    isAll: (_, { all }: { all: boolean }) => all,
    hasFailed: ({ context }) => lastAnswer(context.messages)?.ending === 'failed',
    isUnanswered: ({ context }) => context.messages.at(-1)?.role === 'user',
    wantsTools: (_, { reason }: { reason: string }) => reason === 'calls',
    isQuestion: ({ context }, { id }: { id: string }) =>
      context.messages.some((message) => message.id === id && message.role === 'user'),
    isBlank: (_, { text }: { text: string }) => text.trim() === '',
  },
  actions: {
    restore: assign((_, { messages, level, screen, toolsAllowed }: Omit<MessagesRestored, 'type'>) => ({
      messages: messages.map(settled),
      level,
      screen,
      toolsAllowed,
    })),
    keepQuestion: assign(
      (
        { context },
        { question, level, ...how }: { question: AskedQuestion; level: ContextLevel } & Pick<Question, 'continues'>,
      ) => ({
        level,
        begun: context.begun + 1,
        messages: [
          ...context.messages,
          {
            role: 'user',
            id: idOf(context),
            text: question.text.trim(),
            attachments: [...question.attachments],
            ...(how.continues && { continues: true }),
            createdAt: context.now(),
          } satisfies Question,
        ],
      }),
    ),
    keepLevel: assign(({ context }, { level }: { level: ContextLevel }) => ({
      level,
      // All tools were allowed to read what was shared then, and no more.
      toolsAllowed: context.toolsAllowed && allowsContext(context.level, level),
    })),
    keepScreen: assign((_, { screen }: { screen: SharedScreen }) => ({ screen })),
    rephrase: assign(({ context }, { id, question }: { id: string; question: AskedQuestion }) => {
      const at = context.messages.findIndex((message) => message.id === id);
      return {
        messages: context.messages
          .slice(0, at + 1)
          .map((message) =>
            message.id === id && message.role === 'user'
              ? { ...message, text: question.text.trim(), attachments: [...question.attachments] }
              : message,
          ),
      };
    }),
    beginAnswer: assign(({ context }) => ({
      begun: context.begun + 1,
      messages: [
        ...context.messages,
        {
          role: 'assistant',
          id: idOf(context),
          text: '',
          calls: [],
          ending: 'open',
          failure: null,
          usage: null,
          createdAt: context.now(),
        } satisfies Answer,
      ],
    })),
    /** Another try replaces an answer of which nothing came; a part of one stays. */
    dropEmptyAnswer: assign(({ context }) => {
      const answer = lastAnswer(context.messages);
      return answer && answer.text === '' && answer.calls.length === 0
        ? { messages: context.messages.slice(0, -1) }
        : {};
    }),
    keepText: assign(({ context }, { text }: { text: string }) => ({
      messages: changeAnswer(context.messages, () => ({ text })),
    })),
    /** A call that cannot run is not asked about: the model reads why. */
    keepCall: assign(({ context }, { call }: { call: CalledTool }) => ({
      messages: changeAnswer(context.messages, ({ calls }) => ({
        calls: [...calls, { ...call, state: call.problem === null ? 'asked' : 'failed', text: call.problem }],
      })),
    })),
    keepUsage: assign(({ context }, { usage }: { usage: Usage }) => ({
      messages: changeAnswer(context.messages, () => ({ usage })),
    })),
    endAnswer: assign(
      (
        { context },
        { text, ending, failure }: { text: string; ending: Answer['ending']; failure: AnswerFailure | null },
      ) => ({
        messages: changeAnswer(context.messages, ({ calls }) => ({
          text,
          ending,
          failure,
          // Tools of an answer that is not whole are not asked about.
          calls: ending === 'calls' ? calls : [],
        })),
      }),
    ),
    stopCalls: assign(({ context }) => ({
      messages: changeAnswer(context.messages, (answer) => ({ ending: 'stopped', ...refuseOpenCalls(answer) })),
    })),
    allowCall: assign(({ context }, { always }: { always: boolean }) => ({
      toolsAllowed: context.toolsAllowed || always,
      messages: changeCall(context.messages, { state: 'allowed' }),
    })),
    refuseCall: assign(({ context }) => ({
      toolsAllowed: false,
      messages: changeCall(context.messages, { state: 'refused', text: refusal }),
    })),
    withdrawConsent: assign({ toolsAllowed: false }),
    refuseCalls: assign(({ context }) => ({
      toolsAllowed: false,
      messages: changeAnswer(context.messages, refuseOpenCalls),
    })),
    keepResult: assign(({ context }, { outcome, text }: ToolOutcome) => ({
      messages: changeCall(context.messages, { state: outcome, text }),
    })),
    keepToolFailure: assign(({ context }, { failure }: { failure: Failure }) => ({
      messages: changeCall(context.messages, { state: 'failed', text: failure.message }),
    })),
    report: sendTo(
      ({ context }) => context.port,
      ({ context: { messages, toolsAllowed } }) => ({ type: 'messages.changed' as const, messages, toolsAllowed }),
    ),
    acknowledge: sendTo(({ context }) => context.port, { type: 'question.taken' }),
    cut: sendTo('answer', { type: 'cut.requested' }),
  },
}).createMachine({
  id: 'conversation',
  description: 'One conversation with the model: questions, streamed answers, and tools that run only with consent.',
  context: ({ input }) => ({
    ...input,
    messages: [],
    level: 'none',
    screen: { tables: [], queries: [] },
    toolsAllowed: false,
    begun: 0,
  }),
  on: {
    'level.changed': { actions: [{ type: 'keepLevel', params: ({ event }) => event }, 'report'] },
    'screen.changed': { actions: { type: 'keepScreen', params: ({ event }) => event } },
    'consent.withdrawn': {
      actions: ['withdrawConsent', 'report'],
      description: 'A tool that runs already still gives its result.',
    },
  },
  initial: 'ready',
  states: {
    resuming: {
      description: 'A reload may have come in the middle of anything.',
      always: [
        { guard: 'hasCall', target: 'awaitingConsent', description: 'The page was left before the tool had a result.' },
        { guard: 'hasFailed', target: 'ready.failed', description: 'The user can still retry.' },
        {
          guard: 'wasStopped',
          target: 'ready.stopped',
          description: 'The user, or leaving the page, ended the answer.',
        },
        { guard: 'isUnanswered', target: 'ready.stopped', description: 'The question was never sent.' },
        { target: 'ready.idle' },
      ],
    },
    ready: {
      tags: 'ready',
      initial: 'idle',
      on: {
        'messages.restored': {
          target: 'resuming',
          actions: { type: 'restore', params: ({ event }) => event },
        },
        'question.asked': [
          {
            guard: { type: 'isBlank', params: ({ event }) => event.question },
            description: 'There is nothing to ask.',
          },
          {
            target: 'answering',
            actions: [{ type: 'keepQuestion', params: ({ event }) => event }, 'acknowledge'],
            description: 'An answer that failed or was stopped stays, even if it is empty.',
          },
        ],
        'answer.continued': {
          guard: 'isPartial',
          target: 'answering',
          actions: {
            type: 'keepQuestion',
            params: ({ context: { level } }) => ({
              question: { text: continuation, attachments: [] },
              level,
              continues: true as const,
            }),
          },
          description: 'The model gets what it wrote, and a question for the rest. What is in the field stays.',
        },
        'question.edited': [
          {
            guard: { type: 'isBlank', params: ({ event }) => event.question },
            description: 'There is nothing to ask.',
          },
          {
            guard: { type: 'isQuestion', params: ({ event }) => event },
            target: 'answering',
            description: 'Later messages are removed.',
            actions: [{ type: 'rephrase', params: ({ event }) => event }, 'acknowledge'],
          },
        ],
      },
      states: {
        idle: {},
        stopped: {
          description: 'The user has stopped the answer, or a reload has interrupted it. The part that arrived stays.',
          on: { 'answer.retried': { target: '#conversation.answering', actions: 'dropEmptyAnswer' } },
        },
        failed: {
          description: 'The answer ended before it was complete. The part that arrived stays.',
          on: { 'answer.retried': { target: '#conversation.answering', actions: 'dropEmptyAnswer' } },
        },
      },
    },
    answering: {
      tags: 'busy',
      entry: ['beginAnswer', 'report'],
      invoke: {
        id: 'answer',
        src: 'streamAnswer',
        input: ({ context: { ref, messages, level, screen } }) => ({
          ref,
          id: messages.at(-1)?.id ?? '',
          messages: messages.slice(0, -1),
          level,
          screen,
        }),
        onError: {
          target: 'ready.failed',
          actions: [
            {
              type: 'endAnswer',
              params: ({ event }) => ({ text: '', ending: 'failed', failure: shownFailure(event.error) }),
            },
            'report',
          ],
        },
      },
      on: {
        'usage.counted': { actions: { type: 'keepUsage', params: ({ event }) => event } },
        'answer.failed': {
          target: 'ready.failed',
          actions: [
            {
              type: 'endAnswer',
              params: ({ event }) => ({ text: event.text, ending: 'failed', failure: event.failure }),
            },
            'report',
          ],
        },
        'answer.finished': [
          {
            guard: { type: 'wantsTools', params: ({ event }) => event },
            target: 'deciding',
            description: 'The model waits for results of tools.',
            actions: [endWith('calls'), 'report'],
          },
          {
            target: 'ready.idle',
            actions: [
              {
                type: 'endAnswer',
                params: ({ event }) => ({ text: event.text, ending: event.reason, failure: null }),
              },
              'report',
            ],
          },
        ],
      },
      initial: 'waiting',
      states: {
        waiting: {
          description: 'The model has not begun to answer.',
          on: {
            'answer.grown': { target: 'streaming', actions: [keepText, 'report'] },
            'tool.called': { target: 'streaming', actions: { type: 'keepCall', params: ({ event }) => event } },
            'stop.requested': { target: 'stopping' },
          },
        },
        streaming: {
          on: {
            'answer.grown': { actions: [keepText, 'report'] },
            'tool.called': { actions: { type: 'keepCall', params: ({ event }) => event } },
            'stop.requested': { target: 'stopping' },
          },
        },
        stopping: {
          entry: 'cut',
          description: 'The stream ends at once, and hands over what it has.',
          on: { 'answer.cut': { target: '#conversation.ready.stopped', actions: [endWith('stopped'), 'report'] } },
        },
      },
    },
    deciding: {
      always: [
        { guard: 'hasCall', target: 'checkingConsent', description: 'A tool has neither a result nor a refusal.' },
        {
          guard: 'mayGoOn',
          target: 'answering',
          description: 'Every tool has a result or was refused: the model continues.',
        },
        {
          target: 'ready.stopped',
          actions: ['stopCalls', 'report'],
          description: 'The model named no tool, or keeps asking for tools. The user decides whether it continues.',
        },
      ],
    },
    checkingConsent: {
      always: [
        {
          guard: 'isAllowed',
          target: 'runningTool',
          actions: { type: 'allowCall', params: { always: false } },
          description: 'The user allowed all tools of this conversation.',
        },
        { target: 'awaitingConsent' },
      ],
    },
    awaitingConsent: {
      description: 'The user sees the tool and its arguments. Nothing runs before they allow it.',
      on: {
        'call.allowed': {
          target: 'runningTool',
          actions: [{ type: 'allowCall', params: ({ event }) => event }, 'report'],
        },
        'call.refused': [
          {
            guard: { type: 'isAll', params: ({ event }) => event },
            target: 'deciding',
            actions: ['refuseCalls', 'report'],
            description: 'The model is told at once that none of the tools may run.',
          },
          { target: 'deciding', actions: ['refuseCall', 'report'] },
        ],
        'stop.requested': { target: 'ready.stopped', actions: ['stopCalls', 'report'] },
      },
    },
    runningTool: {
      tags: 'busy',
      invoke: {
        id: 'tool',
        src: 'runTool',
        input: ({ context: { ref, level, messages } }) => ({ ref, level, call: currentCall(messages)! }),
        onDone: {
          target: 'deciding',
          actions: [{ type: 'keepResult', params: ({ event }) => event.output }, 'report'],
        },
        onError: {
          target: 'deciding',
          actions: [{ type: 'keepToolFailure', params: failureIn }, 'report'],
          description: 'The model reads why, and may try something else.',
        },
      },
      on: { 'stop.requested': { target: 'ready.stopped', actions: ['stopCalls', 'report'] } },
    },
  },
});
