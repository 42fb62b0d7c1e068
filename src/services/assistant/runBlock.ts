import * as v from 'valibot';
import { resourcePath } from '../../contract/cache/resources.ts';
import { FailureError } from '../../contract/common/failureError.ts';
import { queryEventSchema, type Cell, type Column } from '../../contract/sql/query.ts';
import { nothing, remove, stream } from '../http/http.ts';

/** Rows that a block shows; more are for the SQL editor. */
const blockRows = 200;

export interface BlockAnswer {
  columns: readonly Column[];
  rows: readonly (readonly Cell[])[];
  tag: string;
  count: number;
  more: boolean;
  durationMs: number;
}

/**
 * Runs the SQL of an answer and returns its last result. Aborting the signal cancels the query on the server, too: it
 * would go on without its reader.
 */
export async function runBlock(
  { ref, sql, readOnly }: { ref: string; sql: string; readOnly: boolean },
  signal: AbortSignal,
): Promise<BlockAnswer> {
  const id = crypto.randomUUID();
  const path = `${resourcePath({ name: 'project', params: { ref } })}/database/query`;
  const cancel = () => void remove(`${path}/${id}`, nothing).catch(() => undefined);
  signal.addEventListener('abort', cancel, { once: true });
  const answer = { columns: [] as readonly Column[], rows: [] as (readonly Cell[])[], tag: '', count: 0, more: false };
  let result = -1;
  try {
    for await (const line of stream(path, { id, sql, row_limit: blockRows, read_only: readOnly }, signal)) {
      const event = v.parse(queryEventSchema, line);
      if ('result' in event && event.result !== result) {
        ({ result } = event);
        Object.assign(answer, { columns: [], rows: [], tag: '', count: 0, more: false });
      }
      if (event.type === 'columns') answer.columns = event.columns;
      else if (event.type === 'rows') answer.rows.push(...event.rows);
      else if (event.type === 'complete') {
        const { tag, rowCount, more } = event;
        Object.assign(answer, { tag, more, count: rowCount ?? answer.rows.length });
      } else if (event.type === 'error') throw new FailureError(event.error);
      else if (event.type === 'end') return { ...answer, durationMs: event.durationMs };
    }
  } finally {
    signal.removeEventListener('abort', cancel);
  }
  throw new FailureError({ code: 'answer_cut_off', message: 'The response ended before the query did.' });
}
