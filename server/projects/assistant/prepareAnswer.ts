import type { Client } from 'pg';
import type * as v from 'valibot';
import type { answerRequestSchema, Message, SharedScreen } from '../../../src/contract/assistant/answer.ts';
import { allowsContext } from '../../../src/contract/assistant/contextLevel.ts';
import type { ChosenEndpoint } from '../../platform/assistantEndpoints.ts';
import { createMarkWord, type AnswerInput } from './answer.ts';
import { createDataMark, instructions } from './instructions.ts';
import { charsPerToken, modelMessages } from './modelMessages.ts';
import { readOnly } from './readOnly.ts';
import { readSchema, schemaText } from './schemaText.ts';

/** The shares of a model's context that the schema, the screen and the answer get; the conversation gets the rest. */
const shares = { schema: 0.3, screen: 0.1, answer: 0.2 } as const;

const attachedTables = (messages: readonly Message[]) =>
  messages.flatMap((message) =>
    message.role === 'user' ? message.attachments.filter((attachment) => attachment.kind === 'table') : [],
  );

/** What the developer has at hand, the first parts first: as much as there is room for. */
const screenText = ({ tables, queries }: SharedScreen, maxLength: number): string =>
  [...tables.map(({ schema, name }) => `table ${schema}.${name}`), ...queries].join('\n\n').slice(0, maxLength);

type Prepared = Pick<AnswerInput, 'instructions' | 'messages' | 'level' | 'hasTools' | 'begin'> & {
  /** Even the last message has no room. */
  isTooLong: boolean;
};

/** All that the model is told: as much as the level allows, and as the model's context has room for. */
export async function prepareAnswer(
  { messages, context: level, screen, task }: v.InferOutput<typeof answerRequestSchema>,
  { model, contextTokens }: ChosenEndpoint,
  withClient: <Result>(work: (client: Client) => Promise<Result>) => Promise<Result>,
): Promise<Prepared> {
  const room = contextTokens * charsPerToken;
  const needsSchema = allowsContext(level, 'schema') && task !== 'name';
  const tables = needsSchema ? await withClient((client) => readOnly(client, () => readSchema(client))) : null;
  const tabsAndFavorites = needsSchema && screen ? screen : { tables: [], queries: [] };
  const meant = [...tabsAndFavorites.tables, ...attachedTables(messages)];
  const schema = tables && schemaText(tables, meant, room * shares.schema);
  const mark = createDataMark(createMarkWord());
  const system = instructions(task, mark, schema && schema.text, screenText(tabsAndFavorites, room * shares.screen));
  const maxLength = room * (1 - shares.answer) - system.length;
  const told = modelMessages(messages, { level, mark, maxLength });
  return {
    instructions: system,
    messages: told.messages,
    level,
    hasTools: task === 'conversation',
    begin: {
      model,
      tables: schema && { told: schema.told, leftOut: schema.leftOut },
      messagesLeftOut: told.leftOut,
    },
    isTooLong: told.isTooLong,
  };
}
