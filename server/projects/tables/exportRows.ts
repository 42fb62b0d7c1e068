import type { Client } from 'pg';
import type { Cell } from '../../../src/contract/sql/query.ts';
import { rowWriter, type ExportEvent, type ExportRequest } from '../../../src/contract/tables/exportRows.ts';
import type { TableDetail } from '../../../src/contract/tables/table.ts';
import { ApiError } from '../../http/errors.ts';
import { withBoundedAnswer } from '../engines/boundedAnswer.ts';
import { columnOf, exportStatement, extended } from './readStatement.ts';
import { beginAs } from './viewAs.ts';

/** Rows of a part, and the most bytes that they may have. */
const partRows = 200;
const partMaxBytes = 64 * 1024 * 1024;

/** Writes to the reader; resolves when the reader wants more. */
export type WriteEvent = (event: ExportEvent) => Promise<void>;

/**
 * Writes all rows of a view as parts of a file. They are read through a cursor, so that the server holds one part at a
 * time, and as they are at one moment.
 *
 * @param begun Called once the first rows are there: what fails before is a refusal, and nothing was written.
 */
export async function exportRows(
  client: Client,
  table: TableDetail,
  { view, viewAs, columns: names, format }: ExportRequest,
  begun: () => WriteEvent,
): Promise<void> {
  const columns = names.map((name) => columnOf(table, name));
  const { text, values } = exportStatement(table, columns, view);
  const writer = rowWriter(table, columns, format);
  await beginAs(client, viewAs, 'read only');
  await client.query(extended(`declare rows no scroll cursor for ${text}`, values));
  const next = () =>
    withBoundedAnswer(client, partMaxBytes, () => client.query<Cell[]>(extended(`fetch ${partRows} from rows`, [])));
  let { rows } = await next();
  const write = begun();
  await write({ type: 'part', rows: 0, text: writer.begin });
  let isFirst = true;
  while (rows.length > 0) {
    const part = rows.map((cells, place) => writer.row(cells, isFirst && place === 0)).join('');
    isFirst = false;
    await write({ type: 'part', rows: rows.length, text: part });
    ({ rows } = await next());
  }
  await client.query('commit');
  await write({ type: 'part', rows: 0, text: writer.end });
  await write({ type: 'end' });
}

/** A reader that takes nothing for so long, in milliseconds, must not hold the database any longer. */
const stallMs = 30_000;

/** Rejects when the reader stalls. */
async function withinPatience(write: Promise<void>): Promise<void> {
  const { promise: stalled, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('The reader of an export has stalled.')), stallMs);
  await Promise.race([write, stalled]).finally(() => clearTimeout(timer));
}

/** The answer of an export that runs beside it: a line for each event. What fails before it begins is thrown. */
export function exportStream(run: (begin: () => WriteEvent) => Promise<void>): Promise<ReadableStream<Uint8Array>> {
  const begun = Promise.withResolvers<ReadableStream<Uint8Array>>();
  const encoder = new TextEncoder();
  let send: WriteEvent | undefined;
  const begin = (): WriteEvent => {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    send = async (event) => {
      await withinPatience(writer.write(encoder.encode(`${JSON.stringify(event)}\n`)));
      if (event.type !== 'part') await writer.close();
    };
    begun.resolve(readable);
    return send;
  };
  run(begin).catch((error: unknown) => {
    begun.reject(error);
    const message = error instanceof ApiError ? error.message : 'The export was interrupted.';
    // A reader that has left hears nothing any more.
    send?.({ type: 'error', message }).catch(() => undefined);
  });
  return begun.promise;
}
