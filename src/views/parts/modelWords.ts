import type { ContextLevel } from '../../contract/assistant/contextLevel.ts';
import type { AnswerFailure } from '../../contract/assistant/conversation.ts';

export const levelLabels: Readonly<Record<ContextLevel, string>> = {
  none: 'None',
  schema: 'Schema',
  data: 'Schema and data',
};

export const levelTexts: Readonly<Record<ContextLevel, string>> = {
  none: 'Sends only your messages to the model.',
  schema: 'Also sends table and column names, types, and definitions. Never rows.',
  data: 'Also sends the rows of queries that you allow.',
};

/** What the user can do about an answer that is not whole; null where the message says it, as those of models do. */
export const failureAdvice = ({ code }: Pick<AnswerFailure, 'code'>): string | null =>
  code === 500 ? 'Check your connection and try again.' : null;

/** A status is the server's here, or the network's: the model was not asked. */
export const noAnswerTitle = (failure: Pick<AnswerFailure, 'code'> | null): string =>
  typeof failure?.code === 'number' ? 'No answer' : 'The model did not answer';
