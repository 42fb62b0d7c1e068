import type { SharedScreen } from './answer.ts';
import { assistantLimits } from './assistantLimits.ts';
import type { Conversation, PanelState, TableName } from './conversation.ts';

/** The fields of the panel's state that the model is told of. */
export const screenFields = ['entity', 'tables', 'content', 'sqlSnippets'] as const;

type Screen = Pick<PanelState, (typeof screenFields)[number]>;

const idOf = ({ schema, name }: TableName): string => `table:${schema}.${name}`;

const shortened = (sql: string): string => sql.slice(0, assistantLimits.screenQueryChars);

/**
 * What of the panel's state goes to the model with each question: the entity at hand first, and no query that the next
 * question carries for itself.
 */
export function screenOf({
  entity,
  tables,
  content,
  sqlSnippets = [],
  attachments,
}: Screen & Pick<Conversation, 'attachments'>): SharedScreen {
  const isEntity = (table: TableName) => Number(idOf(table) === entity?.id);
  const queries = new Set([content, ...sqlSnippets].filter((sql) => sql.trim() !== '').map(shortened));
  for (const attachment of attachments) if ('sql' in attachment) queries.delete(shortened(attachment.sql));
  return {
    tables: tables.toSorted((a, b) => isEntity(b) - isEntity(a)).slice(0, assistantLimits.screenTables),
    queries: [...queries].slice(0, assistantLimits.screenQueries),
  };
}

/** The state without a table that `screenOf` gives. The query at hand stays, also where the table was the entity. */
export const withoutTable = ({ entity, tables, content }: Screen, table: TableName): Partial<Screen> => ({
  tables: tables.filter((other) => idOf(other) !== idOf(table)),
  ...(entity?.id === idOf(table) && { entity: undefined, content }),
});

/** The state without a query that `screenOf` gives. */
export const withoutQuery = ({ content, sqlSnippets }: Screen, sql: string): Partial<Screen> => ({
  ...(shortened(content) === sql && { content: '' }),
  sqlSnippets: sqlSnippets?.filter((snippet) => shortened(snippet) !== sql),
});
