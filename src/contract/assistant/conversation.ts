import * as v from 'valibot';
import { attachmentSchema, type Attachment } from './attachments.ts';
import { contextLevels } from './contextLevel.ts';

const tableNameSchema = v.object({ schema: v.string(), name: v.string() });
export type TableName = v.InferOutput<typeof tableNameSchema>;

/** Why an answer is not whole: plain data of a `Failure`. */
const failureSchema = v.object({
  code: v.union([v.number(), v.string()]),
  message: v.string(),
  description: v.exactOptional(v.string()),
  requestId: v.exactOptional(v.string()),
  /** Seconds after which the model takes requests again. */
  retryAfter: v.exactOptional(v.number()),
});
export type AnswerFailure = v.InferOutput<typeof failureSchema>;

/** A tool that the model asked for, and what became of it. */
const toolCallSchema = v.object({
  id: v.string(),
  name: v.string(),
  /** The arguments, as the model wrote them. */
  arguments: v.unknown(),
  /** Why it cannot run, which the model is told; null where it can. */
  problem: v.nullable(v.string()),
  /** `refused` by the user; `rejected` by the server, because it would write. */
  state: v.picklist(['asked', 'allowed', 'refused', 'done', 'failed', 'rejected']),
  /** What the tool returned, as the model reads it; null until it has ended. */
  text: v.nullable(v.string()),
});
export type ToolCall = v.InferOutput<typeof toolCallSchema>;

const usageSchema = v.object({ inputTokens: v.nullable(v.number()), outputTokens: v.nullable(v.number()) });
export type Usage = v.InferOutput<typeof usageSchema>;

/** Stored as text, and a time in use, in milliseconds: charts hold plain data. */
const createdAtSchema = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform((at) => new Date(at).getTime()),
  v.check((at) => !Number.isNaN(at)),
);

const questionSchema = v.object({
  role: v.literal('user'),
  id: v.string(),
  text: v.string(),
  attachments: v.array(attachmentSchema),
  /** Asks for the rest of the answer before it, in words that the user has not written. */
  continues: v.exactOptional(v.literal(true)),
  createdAt: createdAtSchema,
});
export type Question = v.InferOutput<typeof questionSchema>;

const answerSchema = v.object({
  role: v.literal('assistant'),
  id: v.string(),
  text: v.string(),
  calls: v.array(toolCallSchema),
  /** `open` while it streams; `interrupted` where its page went meanwhile. */
  ending: v.picklist(['open', 'complete', 'calls', 'length', 'filtered', 'stopped', 'interrupted', 'failed']),
  failure: v.nullable(failureSchema),
  usage: v.nullable(usageSchema),
  createdAt: createdAtSchema,
});
export type Answer = v.InferOutput<typeof answerSchema>;

const messageSchema = v.variant('role', [questionSchema, answerSchema]);
export type Message = v.InferOutput<typeof messageSchema>;

/** Ends an answer that streamed elsewhere: tools of an answer that is not whole are not asked about. */
export const withoutOpenAnswer = (message: Message, ending: 'stopped' | 'interrupted'): Message =>
  message.role === 'assistant' && message.ending === 'open' ? { ...message, ending, calls: [] } : message;

/** Messages that are stored of a conversation (specification, section 4, "AI panel"). */
export const storedMessages = 20;

/** A conversation as it is stored: the specification's "AI assistant panel state" without its open flag. */
export const conversationSchema = v.object({
  id: v.string(),
  /** Empty until the user names it; its first question is then its title. */
  name: v.string(),
  updatedAt: v.number(),
  /** Null until the user has chosen. */
  level: v.nullable(v.picklist(contextLevels)),
  /** The user lets tools run in this conversation without another question. */
  toolsAllowed: v.boolean(),
  messages: v.array(messageSchema),
  sqlSnippets: v.optional(v.array(v.string())),
  /** What the field starts with: a question that was not sent yet. */
  initialInput: v.string(),
  /** The question that is asked again, and what was typed and attached before; null for a new question. */
  editing: v.optional(
    v.nullable(
      v.object({
        id: v.string(),
        typedBefore: v.string(),
        attachedBefore: v.optional(v.array(attachmentSchema), []),
      }),
    ),
    null,
  ),
  suggestions: v.optional(v.array(v.string())),
  /** The query that an answer's SQL is inserted into. */
  editor: v.nullable(v.string()),
  /** Text of the entity as it is being edited. */
  content: v.string(),
  entity: v.optional(v.object({ id: v.string() })),
  tables: v.array(tableNameSchema),
  /** What the next question carries. */
  attachments: v.array(attachmentSchema),
});
export type Conversation = v.InferOutput<typeof conversationSchema>;

/** The part of a conversation that screens set: all of it has a place in what the model is asked. */
export type PanelState = Pick<
  Conversation,
  'messages' | 'sqlSnippets' | 'initialInput' | 'suggestions' | 'editor' | 'content' | 'entity' | 'tables'
>;

export const emptyPanelState: PanelState = {
  messages: [],
  sqlSnippets: undefined,
  initialInput: '',
  suggestions: undefined,
  editor: null,
  content: '',
  entity: undefined,
  tables: [],
};

/** A conversation in the list of its project. */
export interface ConversationSummary {
  id: string;
  title: string;
  updatedAt: number;
  /** Another tab writes to it. */
  isElsewhere: boolean;
}

const titleLength = 60;

/** What the list calls a conversation. */
export function titleOf({ name, messages }: Pick<Conversation, 'name' | 'messages'>): string {
  if (name !== '') return name;
  const first =
    messages
      .find((message) => message.role === 'user' && !message.continues)
      ?.text.trim()
      .replaceAll(/\s+/g, ' ') ?? '';
  if (first === '') return 'New conversation';
  return first.length > titleLength ? `${first.slice(0, titleLength - 1)}…` : first;
}

/** What a screen asks the panel for: a question to begin with, which the user still has to send. */
export interface AssistantRequest {
  text: string;
  attachments: readonly Attachment[];
  /** What the panel then knows of the screen. */
  state: Partial<PanelState>;
}

/** SQL that an answer wants in the editor; the user accepts or rejects it there. */
export interface SqlProposal {
  ref: string;
  sql: string;
}
