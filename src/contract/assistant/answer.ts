import * as v from 'valibot';
import { assistantLimits } from './assistantLimits.ts';
import { attachmentSchema } from './attachments.ts';
import { contextLevels } from './contextLevel.ts';

const text = v.pipe(v.string(), v.maxLength(assistantLimits.messageChars));
const callId = v.pipe(v.string(), v.nonEmpty(), v.maxLength(200));
/** As the model wrote it, which may name a tool that does not exist. */
const toolName = v.pipe(v.string(), v.maxLength(200));

const toolCallSchema = v.object({ id: callId, name: toolName, input: v.unknown() });
export type ToolCall = v.InferOutput<typeof toolCallSchema>;

const messageSchema = v.variant('role', [
  v.object({
    role: v.literal('user'),
    text,
    attachments: v.optional(v.pipe(v.array(attachmentSchema), v.maxLength(assistantLimits.attachments)), []),
  }),
  v.object({
    role: v.literal('assistant'),
    text,
    toolCalls: v.optional(v.pipe(v.array(toolCallSchema), v.maxLength(assistantLimits.toolCalls)), []),
  }),
  /** The outcome of each tool call of the message before. A call without one is told as refused. */
  v.object({
    role: v.literal('tool'),
    results: v.pipe(
      v.array(
        v.object({
          id: callId,
          name: toolName,
          outcome: v.picklist(['done', 'failed', 'refused']),
          /** The answer of `…/assistant/tools/{name}`, or why there is none. */
          output: v.unknown(),
        }),
      ),
      v.maxLength(assistantLimits.toolCalls),
    ),
  }),
]);
export type Message = v.InferOutput<typeof messageSchema>;

const name = v.pipe(v.string(), v.nonEmpty(), v.maxLength(256));

/** What the developer has at hand: the first table and the first query are those that they look at. */
const screenSchema = v.object({
  tables: v.pipe(v.array(v.object({ schema: name, name })), v.maxLength(assistantLimits.screenTables)),
  queries: v.pipe(
    v.array(v.pipe(v.string(), v.maxLength(assistantLimits.screenQueryChars))),
    v.maxLength(assistantLimits.screenQueries),
  ),
});
export type SharedScreen = v.InferOutput<typeof screenSchema>;

/**
 * Body of `POST …/projects/{ref}/assistant/answer`. The server keeps nothing of a conversation: each request carries
 * all of it. It begins with a message of the user and ends with one of the user or with results of tools.
 */
export const answerRequestSchema = v.object({
  messages: v.pipe(v.array(messageSchema), v.minLength(1), v.maxLength(assistantLimits.messages)),
  context: v.picklist(contextLevels),
  /** The definitions of its tables come first. Ignored below the level `schema`. */
  screen: v.optional(screenSchema),
  /**
   * What is asked for: a conversation, SQL alone (for the editor, without tools and Markdown), or a name of at most 60
   * characters for a query.
   */
  task: v.optional(v.picklist(['conversation', 'sql', 'name']), 'conversation'),
});
export type AnswerRequest = v.InferInput<typeof answerRequestSchema>;

const failureCodes = [
  /** 401 or 403 of the endpoint: an owner or the operator has to change the key. */
  'key_refused',
  /** 429 of the endpoint; `retryAfter` as far as it says. */
  'rate_limited',
  /** The conversation is longer than the model reads. */
  'context_too_long',
  /** The endpoint does not know the model. */
  'model_not_found',
  /** The endpoint refused the request otherwise. */
  'request_refused',
  /** 500 and above, or an error within the answer. */
  'model_failed',
  /** The endpoint cannot be reached, or its address is not allowed. */
  'unreachable',
  /** What it sent cannot be read, or broke off. */
  'malformed_answer',
  /** The answer grew over `answerChars`, and was ended. */
  'answer_too_long',
  /** Nothing came for too long, or the whole answer took too long. */
  'timed_out',
  'unexpected',
] as const;

/**
 * One line of the answer, which is newline-delimited JSON: `begin` first; then `text` and `toolCall` as they come, and
 * `usage` where the endpoint counts; last `finish` or `failure`. An answer that ends without either has broken off.
 * What came before a failure stays valid.
 */
export const answerEventSchema = v.variant('type', [
  v.object({
    type: v.literal('begin'),
    model: v.string(),
    /** Tables that the model is told about, and those that had no room; null where it is told of none. */
    tables: v.nullable(v.object({ told: v.number(), leftOut: v.number() })),
    /** Messages at the beginning that had no room in the model's context. */
    messagesLeftOut: v.number(),
  }),
  /** What comes next of the text. */
  v.object({ type: v.literal('text'), text: v.string() }),
  v.object({
    type: v.literal('toolCall'),
    ...toolCallSchema.entries,
    /** Why the call cannot run (unknown tool, wrong arguments, not at this level), in words for user and model. */
    problem: v.optional(v.string()),
  }),
  v.object({
    type: v.literal('usage'),
    inputTokens: v.nullable(v.number()),
    outputTokens: v.nullable(v.number()),
  }),
  v.object({
    type: v.literal('finish'),
    /** `toolCalls`: the model waits for results. `length`: its answer is cut. */
    reason: v.picklist(['stop', 'toolCalls', 'length', 'filtered', 'other']),
  }),
  v.object({
    type: v.literal('failure'),
    code: v.picklist(failureCodes),
    /** What happened and what to do. */
    message: v.string(),
    /** Seconds. */
    retryAfter: v.optional(v.number()),
  }),
]);
export type AnswerEvent = v.InferOutput<typeof answerEventSchema>;
