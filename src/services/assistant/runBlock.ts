import * as v from 'valibot';
import { resourcePath } from '../../contract/cache/resources.ts';
import { FailureError } from '../../contract/common/failureError.ts';
import { queryEventSchema, type Cell, type Column } from '../../contract/sql/query.ts';
import { nothing, remove, stream } from '../http/http.ts';

/** Rows that a block shows; more are for the SQL editor. */
const blockRows = 200;

interface StatementAnswer {
  columns: readonly Column[];
  rows: readonly (readonly Cell[])[];
  tag: string;
  count: number;
  more: boolean;
}

interface BlockAnswer {
  /** One for each statement. */
  results: readonly StatementAnswer[];
  durationMs: number;
}

/**
 * Runs the SQL of an answer, which has so many statements, and returns the result of each. Aborting the signal cancels
 * the query on the server, too: it would go on without its reader.
 */
export async function runBlock(
  { ref, sql, readOnly, statements }: { ref: string; sql: string; readOnly: boolean; statements: number },
  signal: AbortSignal,
): Promise<BlockAnswer> {
  const id = crypto.randomUUID();
  const path = `${resourcePath({ name: 'project', params: { ref } })}/database/query`;
  const cancel = () => void remove(`${path}/${id}`, nothing).catch(() => undefined);
  signal.addEventListener('abort', cancel, { once: true });
  const results: (StatementAnswer & { rows: (readonly Cell[])[] })[] = [];
  const resultAt = (index: number) => (results[index] ??= { columns: [], rows: [], tag: '', count: 0, more: false });
  try {
    for await (const line of stream(path, { id, sql, row_limit: blockRows, read_only: readOnly }, signal)) {
      const event = v.parse(queryEventSchema, line);
      if (event.type === 'columns') resultAt(event.result).columns = event.columns;
      else if (event.type === 'rows') resultAt(event.result).rows.push(...event.rows);
      else if (event.type === 'complete') {
        const { result, tag, rowCount, more } = event;
        const answer = resultAt(result);
        Object.assign(answer, { tag, more, count: rowCount ?? answer.rows.length });
      } else if (event.type === 'error') {
        const { message } = event.error;
        const ended = results.filter(({ tag }) => tag !== '').length;
        throw new FailureError({
          ...event.error,
          // What a transaction refuses at its end is none of the statements'.
          message: ended === 0 || ended >= statements ? message : `Statement ${ended + 1}: ${message}`,
        });
      }
      // Without an error, it ran.
      if (event.type === 'end') return { results, durationMs: event.durationMs ?? 0 };
    }
  } finally {
    signal.removeEventListener('abort', cancel);
  }
  throw new FailureError({ code: 'answer_cut_off', message: 'The response ended before the query did.' });
}
