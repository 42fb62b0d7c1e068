import type { SnapshotFrom } from 'xstate';
import type { Usage } from '../../../contract/assistant/conversation.ts';
import { currentCall, lastAnswer, type conversationMachine } from './conversation.machine.ts';

type ConversationSnapshot = SnapshotFrom<typeof conversationMachine>;

export const selectMessages = ({ context }: ConversationSnapshot) => context.messages;
export const selectToolsAllowed = ({ context }: ConversationSnapshot): boolean => context.toolsAllowed;
/** A question may be asked. */
export const selectIsReady = (snapshot: ConversationSnapshot): boolean => snapshot.hasTag('ready');
/** Something can be stopped. */
export const selectCanStop = (snapshot: ConversationSnapshot): boolean => snapshot.can({ type: 'stop.requested' });
export const selectCanRetry = (snapshot: ConversationSnapshot): boolean => snapshot.can({ type: 'answer.retried' });
/** The tool that the user is asked about; null while none is. */
export const selectAskedCall = (snapshot: ConversationSnapshot) =>
  snapshot.matches('awaitingConsent') ? currentCall(snapshot.context.messages) : null;
/** Id of the answer that streams; null while none does. */
export const selectStreamingId = (snapshot: ConversationSnapshot): string | null =>
  snapshot.matches('answering') ? (lastAnswer(snapshot.context.messages)?.id ?? null) : null;
export const selectIsWaiting = (snapshot: ConversationSnapshot): boolean => snapshot.matches({ answering: 'waiting' });
export const selectRunningTool = (snapshot: ConversationSnapshot) =>
  snapshot.matches('runningTool') ? currentCall(snapshot.context.messages) : null;

let counted: { messages: unknown; usage: Usage | null } = { messages: null, usage: null };

/** Tokens of the whole conversation; null while the server has counted none. */
export function selectUsage({ context: { messages } }: ConversationSnapshot): Usage | null {
  if (counted.messages === messages) return counted.usage;
  const usages = messages.flatMap((message) => (message.role === 'assistant' && message.usage ? [message.usage] : []));
  const usage =
    usages.length === 0
      ? null
      : {
          inputTokens: usages.reduce((sum, { inputTokens }) => sum + (inputTokens ?? 0), 0),
          outputTokens: usages.reduce((sum, { outputTokens }) => sum + (outputTokens ?? 0), 0),
        };
  counted = { messages, usage };
  return usage;
}
