import type { Attachment } from '../../contract/assistant/attachments.ts';
import type { ToolName } from '../../contract/assistant/tools.ts';

const tools: Readonly<Record<ToolName, string>> = {
  listTables: 'List tables',
  describeTable: 'Describe table',
  runReadOnlyQuery: 'Run read-only query',
  explainQuery: 'Explain query',
  readAdvisors: 'Read advisors',
  searchDocs: 'Search docs',
  readQueryHistory: 'Read query history',
  readLogs: 'Read logs',
};

/** What a tool is called; a model may name one that does not exist. */
export const toolLabel = (name: string): string => (name in tools ? tools[name as ToolName] : name);

const shownWords = 40;

/** How a text begins, to tell it from others. */
export function firstWords(text: string): string {
  const words = text.trim().replaceAll(/\s+/g, ' ');
  return words.length > shownWords ? `${words.slice(0, shownWords)}…` : words;
}

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
      return 'Log entry';
    case 'finding':
      return `Finding “${attachment.title}”`;
  }
}
