import type { ModelMessage } from 'ai';
import * as v from 'valibot';
import type { Message, ToolCall } from '../../../src/contract/assistant/answer.ts';
import { assistantLimits } from '../../../src/contract/assistant/assistantLimits.ts';
import { allowsAttachment, type Attachment } from '../../../src/contract/assistant/attachments.ts';
import { allowsContext, type ContextLevel } from '../../../src/contract/assistant/contextLevel.ts';
import { toolAnswerSchema, toolLevel, type ToolAnswer, type ToolName } from '../../../src/contract/assistant/tools.ts';
import { ApiError } from '../../http/errors.ts';
import type { DataMark } from './instructions.ts';
import { redactError, redactPlan } from './redact.ts';
import { isToolName } from './toolDefinitions.ts';

/** An estimate that rather counts too many: code and names have shorter tokens than prose. */
export const charsPerToken = 3;

const invalid = (message: string) => new ApiError(400, 'validation_failed', `messages: ${message}`);

/** Refuses what no conversation can be, and what its level does not allow. */
export function checkMessages(messages: readonly Message[], level: ContextLevel): void {
  if (messages[0]?.role !== 'user') throw invalid('A conversation begins with a message of the user.');
  if (messages.at(-1)?.role === 'assistant') throw invalid('The last message is not one to answer.');
  const length = messages.reduce((sum, message) => sum + JSON.stringify(message).length, 0);
  if (length > assistantLimits.conversationChars)
    throw new ApiError(413, 'conversation_too_long', 'This conversation is too long. Begin a new one.');
  for (const message of messages) {
    const refused =
      message.role === 'user' && message.attachments.find((attachment) => !allowsAttachment(level, attachment));
    if (refused)
      throw new ApiError(
        403,
        'context_not_allowed',
        `What is attached (${refused.kind}) goes beyond what you share with the model. Share more, or remove it.`,
      );
  }
}

function attached(attachment: Attachment, level: ContextLevel): [what: string, text: string] {
  switch (attachment.kind) {
    case 'table':
      return ['table', `${attachment.schema}.${attachment.name}`];
    case 'query':
      return ['query', attachment.title === undefined ? attachment.sql : `${attachment.title}\n${attachment.sql}`];
    case 'error':
      return ['error', `${attachment.sql}\n${JSON.stringify(redactError(attachment.error, level))}`];
    case 'plan':
      return ['plan', `${attachment.sql}\n${attachment.plan}`];
    case 'log':
      return ['log line', attachment.line];
    case 'finding':
      return ['finding', [attachment.title, attachment.detail, attachment.remedy ?? ''].join('\n').trimEnd()];
  }
}

const levelOfCall = (name: ToolName, { input }: ToolCall): ContextLevel =>
  name === 'explainQuery' && Object(input).analyze === true ? 'data' : toolLevel[name];

/** The answer of a tool as a level allows it. */
function redactAnswer(name: ToolName, answer: ToolAnswer, level: ContextLevel): ToolAnswer {
  if (answer.type === 'error') return { type: 'error', error: redactError(answer.error, level) };
  return name === 'explainQuery' && !allowsContext(level, 'data')
    ? { type: 'result', result: redactPlan(answer.result) }
    : answer;
}

/** The result of a call as its level allows it to be told today, whatever was allowed when it ran. */
function outcomeOf(
  call: ToolCall,
  result: Extract<Message, { role: 'tool' }>['results'][number] | undefined,
  level: ContextLevel,
  mark: DataMark,
): string {
  const { name } = call;
  if (!isToolName(name)) return 'There is no such tool.';
  if (result === undefined || result.outcome === 'refused') return 'The developer did not agree to this call.';
  const isFailed = result.outcome === 'failed';
  const answer = v.safeParse(toolAnswerSchema, result.output);
  // An older version stored bare results. Why a call failed is told in words of our own.
  const isKnown = answer.success || (isFailed && typeof result.output === 'string');
  const needed = name === 'explainQuery' && !isKnown ? 'data' : levelOfCall(name, call);
  if (!allowsContext(level, needed))
    return isFailed
      ? 'It failed. The developer does not share what this tool reads.'
      : 'Its result is left out: the developer no longer shares what this tool reads.';
  const output = answer.success ? redactAnswer(name, answer.output, level) : result.output;
  const text = (JSON.stringify(output) ?? 'null').slice(0, 2 * assistantLimits.toolResultChars);
  return mark.wrap(isFailed ? 'failure of a tool' : 'result of a tool', text);
}

function userMessage({ text, attachments }: Extract<Message, { role: 'user' }>, level: ContextLevel, mark: DataMark) {
  const parts = attachments.map((attachment) => mark.wrap(...attached(attachment, level)));
  return { role: 'user' as const, content: [...parts, text].filter((part) => part !== '').join('\n\n') };
}

/** One turn: a message of the user with all that answers it, since a result without its call means nothing. */
function turnsOf(messages: readonly Message[], level: ContextLevel, mark: DataMark): ModelMessage[][] {
  const turns: ModelMessage[][] = [];
  for (const [index, message] of messages.entries()) {
    if (message.role === 'user') turns.push([userMessage(message, level, mark)]);
    if (message.role !== 'assistant') continue;
    const { text, toolCalls } = message;
    if (text === '' && toolCalls.length === 0) continue;
    const turn = turns.at(-1)!;
    turn.push({
      role: 'assistant',
      content: [
        ...(text === '' ? [] : [{ type: 'text' as const, text }]),
        ...toolCalls.map(({ id, name, input }) => ({
          type: 'tool-call' as const,
          toolCallId: id,
          toolName: name,
          input: input ?? {},
        })),
      ],
    });
    if (toolCalls.length === 0) continue;
    const next = messages[index + 1];
    const results = next?.role === 'tool' ? next.results : [];
    turn.push({
      role: 'tool',
      content: toolCalls.map((call) => ({
        type: 'tool-result' as const,
        toolCallId: call.id,
        toolName: call.name,
        output: {
          type: 'text' as const,
          value: outcomeOf(
            call,
            results.find(({ id }) => id === call.id),
            level,
            mark,
          ),
        },
      })),
    });
  }
  return turns;
}

interface ModelConversation {
  messages: ModelMessage[];
  leftOut: number;
  /** Even the last turn alone has no room. */
  isTooLong: boolean;
}

/** The conversation for the model: the latest turns that fit. */
export function modelMessages(
  messages: readonly Message[],
  { level, mark, maxLength }: { level: ContextLevel; mark: DataMark; maxLength: number },
): ModelConversation {
  const turns = turnsOf(messages, level, mark);
  const kept: ModelMessage[][] = [];
  let room = maxLength;
  for (const turn of turns.toReversed()) {
    room -= JSON.stringify(turn).length;
    if (room < 0) break;
    kept.unshift(turn);
  }
  const told = kept.flat();
  return { messages: told, leftOut: turns.flat().length - told.length, isTooLong: kept.length === 0 };
}
