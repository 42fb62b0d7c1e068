import { assistantLimits } from '../../contract/assistant/assistantLimits.ts';
import type { AnswerFailure } from '../../contract/assistant/conversation.ts';
import { titledLength, firstStatement } from '../../contract/sql/firstStatement.ts';
import { queryTitle } from '../../contract/sql/queryTitle.ts';
import type { GenerationDraft, GenerationLevel } from '../../contract/sql/sqlGeneration.ts';
import { generationDraftSchema } from '../../contract/sql/sqlGeneration.ts';
import { entry, readStored, removeStored, storageUnavailable, writeStored } from '../browser/storage.ts';
import { answerFailure, streamAnswer } from '../http/modelAnswers.ts';

interface OfQuery {
  ref: string;
  query: string;
}

/** By project and query: a request for SQL, and what came of it. */
const draftEntry = entry('sql-generation', generationDraftSchema);
/** By project: who shares nothing in one query does not share it in the next. */
const levelEntry = entry('sql-generation-level', generationDraftSchema.entries.level);

const memberOf = ({ ref, query }: OfQuery): string => `${ref}/${query}`;

/** What an earlier visit left. */
export function loadGeneration(of: OfQuery): GenerationDraft | null {
  const draft = readStored(draftEntry, memberOf(of));
  const level = readStored(levelEntry, of.ref);
  if (level === null) return draft;
  return { prompt: '', generated: '', isWhole: false, ...draft, level };
}

export function keepGeneration({ draft, ...of }: OfQuery & { draft: GenerationDraft }): void {
  if (!writeStored(levelEntry, draft.level, of.ref)) throw new Error(storageUnavailable);
  if (draft.prompt === '' && draft.generated === '') removeStored(draftEntry, memberOf(of));
  else if (!writeStored(draftEntry, draft, memberOf(of))) throw new Error(storageUnavailable);
}

/** The SQL of an answer: a model may put it into a block of Markdown all the same. */
function sqlIn(text: string): string {
  const block = /```\w*\n([^]*?)(?:\n```|$)/.exec(text);
  return (block ? block[1]! : text).trim();
}

export type GenerationReport =
  | { type: 'sql.grown'; generated: string }
  | { type: 'sql.finished'; generated: string }
  | { type: 'sql.failed'; generated: string; failure: AnswerFailure };

const incomplete: AnswerFailure = {
  code: 'incomplete_sql',
  message: 'The model ended before the SQL was complete. Ask for less, or choose another model.',
};

const tooLong: AnswerFailure = {
  code: 'query_too_long',
  message: 'The query is too long for the model. Generate the SQL in a new query.',
};

/** How often the growing SQL is reported. */
const reportMs = 100;

/** Streams SQL for a request about a query, until the returned function is called. */
export function generateSql(
  { ref, prompt, sql, level }: { ref: string; prompt: string; sql: string; level: GenerationLevel },
  report: (fact: GenerationReport) => void,
): () => void {
  const ending = new AbortController();
  let text = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  const reportText = () => {
    timer = undefined;
    report({ type: 'sql.grown', generated: sqlIn(text) });
  };
  const follow = async () => {
    if (sql.length > assistantLimits.messageChars) {
      report({ type: 'sql.failed', generated: '', failure: tooLong });
      return;
    }
    const attachments = sql.trim() === '' ? [] : [{ kind: 'query' as const, sql }];
    const request = { ref, messages: [{ role: 'user' as const, text: prompt, attachments }], context: level };
    try {
      const { reason } = await streamAnswer(
        { ...request, task: 'sql' },
        (event) => {
          if (event.type !== 'text') return;
          text += event.text;
          timer ??= setTimeout(reportText, reportMs);
        },
        ending.signal,
      );
      report(
        reason === 'length' || reason === 'filtered'
          ? { type: 'sql.failed', generated: sqlIn(text), failure: incomplete }
          : { type: 'sql.finished', generated: sqlIn(text) },
      );
    } catch (error) {
      if (!ending.signal.aborted) report({ type: 'sql.failed', generated: sqlIn(text), failure: answerFailure(error) });
    } finally {
      clearTimeout(timer);
    }
  };
  void follow();
  return () => {
    clearTimeout(timer);
    ending.abort();
  };
}

const nameChars = 60;

/** One line, without the quotes and the full stop that models like. */
const nameIn = (text: string): string =>
  (text.trim().split('\n')[0] ?? '')
    .replaceAll(/^["'`*#\s]+|["'`*.\s]+$/g, '')
    .slice(0, nameChars)
    .trim();

interface SuggestedName {
  name: string;
  /** Why the model gave none; null where it did. */
  failure: AnswerFailure | null;
}

/** A name for a query: the model's, and where it fails what its first statement does. */
export async function suggestName(
  { ref, sql }: { ref: string; sql: string },
  signal: AbortSignal,
): Promise<SuggestedName> {
  const plain = queryTitle({ name: '', statement: firstStatement(sql) });
  try {
    let text = '';
    await streamAnswer(
      { ref, messages: [{ role: 'user', text: sql.slice(0, titledLength) }], context: 'none', task: 'name' },
      (event) => {
        if (event.type === 'text') text += event.text;
      },
      signal,
    );
    return { name: nameIn(text) || plain, failure: null };
  } catch (error) {
    signal.throwIfAborted();
    return { name: plain, failure: answerFailure(error) };
  }
}
