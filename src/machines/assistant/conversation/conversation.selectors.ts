import type { SnapshotFrom } from 'xstate';
import type { Usage } from '../../../contract/assistant/conversation.ts';
import { currentCall, lastAnswer, type conversationMachine } from './conversation.machine.ts';

type ConversationSnapshot = SnapshotFrom<typeof conversationMachine>;

export const selectMessages = ({ context }: ConversationSnapshot) => context.messages;
export const selectToolsAllowed = ({ context }: ConversationSnapshot): boolean => context.toolsAllowed;
const askableCalls = ({ context }: ConversationSnapshot) =>
  lastAnswer(context.messages)?.calls.filter(({ problem }) => problem === null) ?? [];
/** A question may be asked. */
export const selectIsReady = (snapshot: ConversationSnapshot): boolean => snapshot.hasTag('ready');
/** Something can be stopped. */
export const selectCanStop = (snapshot: ConversationSnapshot): boolean => snapshot.can({ type: 'stop.requested' });
export const selectCanRetry = (snapshot: ConversationSnapshot): boolean => snapshot.can({ type: 'answer.retried' });
/** The question that the last answer answers, in the user's own words; null while there is none. */
export const selectLastQuestionId = ({ context }: ConversationSnapshot): string | null =>
  context.messages.findLast((message) => message.role === 'user' && !message.continues)?.id ?? null;
export const selectCanContinue = (snapshot: ConversationSnapshot): boolean =>
  snapshot.can({ type: 'answer.continued' });
/** The tool that the user is asked about; null while none is. */
export const selectAskedCall = (snapshot: ConversationSnapshot) =>
  snapshot.matches('awaitingConsent') ? currentCall(snapshot.context.messages) : null;
/** Which of the answer's tools the user is asked about, from 1; 0 while none is. */
export const selectAskedNumber = (snapshot: ConversationSnapshot): number =>
  askableCalls(snapshot).findIndex((call) => call === selectAskedCall(snapshot)) + 1;
/** Tools of the last answer that the user decides about. */
export const selectAskedCount = (snapshot: ConversationSnapshot): number => askableCalls(snapshot).length;
/** Id of the answer that streams; null while none does. */
export const selectStreamingId = (snapshot: ConversationSnapshot): string | null =>
  snapshot.matches('answering') ? (lastAnswer(snapshot.context.messages)?.id ?? null) : null;
export const selectIsWaiting = (snapshot: ConversationSnapshot): boolean => snapshot.matches({ answering: 'waiting' });
export const selectRunningTool = (snapshot: ConversationSnapshot) =>
  snapshot.matches('runningTool') ? currentCall(snapshot.context.messages) : null;

let counted: { messages: unknown; usage: CountedUsage | null } = { messages: null, usage: null };

export interface CountedUsage {
  /** What the last request and its answer took of the model's context. */
  last: number;
  /** Of all answers: each request sends the conversation again. */
  all: number;
}

const tokensOf = ({ inputTokens, outputTokens }: Usage): number => (inputTokens ?? 0) + (outputTokens ?? 0);

/** Tokens of the conversation; null while the server has counted none. */
export function selectUsage({ context: { messages } }: ConversationSnapshot): CountedUsage | null {
  if (counted.messages === messages) return counted.usage;
  const tokens = messages.flatMap((message) =>
    message.role === 'assistant' && message.usage ? [tokensOf(message.usage)] : [],
  );
  const last = tokens.at(-1);
  counted = {
    messages,
    usage: last === undefined ? null : { last, all: tokens.reduce((sum, one) => sum + one, 0) },
  };
  return counted.usage;
}
