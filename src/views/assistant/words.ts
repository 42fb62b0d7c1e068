import type { Attachment } from '../../contract/assistant/attachments.ts';
import type { ContextLevel } from '../../contract/assistant/contextLevel.ts';
import type { AnswerFailure } from '../../contract/assistant/conversation.ts';
import type { ToolName } from '../../contract/assistant/tools.ts';

const tools: Readonly<Record<ToolName, string>> = {
  listTables: 'List tables',
  describeTable: 'Describe table',
  runReadOnlyQuery: 'Run read-only query',
  explainQuery: 'Explain query',
  searchDocs: 'Search docs',
  readQueryHistory: 'Read query history',
};

/** What a tool is called; a model may name one that does not exist. */
export const toolLabel = (name: string): string => (name in tools ? tools[name as ToolName] : name);

export const levelLabels: Readonly<Record<ContextLevel, string>> = {
  none: 'None',
  schema: 'Schema',
  data: 'Schema and data',
};

export const levelTexts: Readonly<Record<ContextLevel, string>> = {
  none: 'The model gets your messages and nothing of the database.',
  schema: 'The model may also get names, types and definitions of tables, but no rows.',
  data: 'The model may also get rows, when you allow a query.',
};

export function attachmentLabel(attachment: Attachment): string {
  switch (attachment.kind) {
    case 'table':
      return `Table ${attachment.schema}.${attachment.name}`;
    case 'query':
      return attachment.title === undefined ? 'Query' : `Query “${attachment.title}”`;
    case 'error':
      return `Error ${attachment.error.code}`;
    case 'plan':
      return 'Query plan';
    case 'log':
      return 'Log line';
    case 'finding':
      return `Finding “${attachment.title}”`;
  }
}

/** What the user can do about an answer that is not whole; null where the message says it. */
export function failureAdvice({ code, retryAfter }: AnswerFailure): string | null {
  switch (code) {
    case 'rate_limited':
    case 429:
      return retryAfter === undefined ? 'Wait a minute and try again.' : `Try again in ${Math.ceil(retryAfter)} s.`;
    case 'context_too_long':
      return 'Start a new conversation, branch from an earlier message, or choose a smaller context.';
    case 'key_refused':
      return 'Ask the person who configured the model to check its key.';
    case 500:
      return 'Check your connection and try again.';
    default:
      return null;
  }
}
