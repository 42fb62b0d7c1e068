import type { AnswerFailure } from '../../contract/assistant/conversation.ts';
import { failureOf } from '../../contract/common/apiError.ts';
import { titledLength, firstStatement } from '../../contract/sql/firstStatement.ts';
import { queryTitle } from '../../contract/sql/queryTitle.ts';
import type { GenerationDraft, GenerationLevel } from '../../contract/sql/sqlGeneration.ts';
import { generationDraftSchema } from '../../contract/sql/sqlGeneration.ts';
import { entry, readStored, storageUnavailable, writeStored } from '../browser/storage.ts';
import { answerFailure, readStatus, streamAnswer } from '../http/modelAnswers.ts';

/** By project: a request for SQL, and what came of it. */
const draftEntry = entry('sql-generation', generationDraftSchema);

/** What an earlier visit left, and which model answers. */
export async function openGeneration({ ref }: { ref: string }, signal: AbortSignal) {
  const draft = readStored(draftEntry, ref);
  try {
    return { draft, status: await readStatus({ ref }, signal), failure: null };
  } catch (error) {
    return { draft, status: null, failure: failureOf(error) };
  }
}

export function keepGeneration({ ref, draft }: { ref: string; draft: GenerationDraft }): void {
  if (!writeStored(draftEntry, draft, ref)) throw new Error(storageUnavailable);
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
    const attachments = sql.trim() === '' ? [] : [{ kind: 'query' as const, sql }];
    const request = { ref, messages: [{ role: 'user' as const, text: prompt, attachments }], context: level };
    try {
      await streamAnswer(
        { ...request, task: 'sql' },
        (event) => {
          if (event.type !== 'text') return;
          text += event.text;
          timer ??= setTimeout(reportText, reportMs);
        },
        ending.signal,
      );
      report({ type: 'sql.finished', generated: sqlIn(text) });
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

export interface SuggestedName {
  name: string;
  /** Why the model gave none; null where it did. */
  failure: AnswerFailure | null;
}

/** A name for a query: the model's, and without a model what its first statement does. */
export async function suggestName(
  { ref, sql }: { ref: string; sql: string },
  signal: AbortSignal,
): Promise<SuggestedName> {
  const plain = queryTitle({ name: '', statement: firstStatement(sql) });
  try {
    if (!(await readStatus({ ref }, signal)).configured) return { name: plain, failure: null };
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
