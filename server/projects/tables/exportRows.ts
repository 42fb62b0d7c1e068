import type { Client } from 'pg';
import type { Cell } from '../../../src/contract/sql/query.ts';
import { rowWriter, type ExportEvent, type ExportRequest } from '../../../src/contract/tables/exportRows.ts';
import type { TableDetail } from '../../../src/contract/tables/table.ts';
import { withBoundedAnswer } from '../engines/boundedAnswer.ts';
import type { WriteEvent } from './eventStream.ts';
import { columnOf, exportStatement, extended } from './readStatement.ts';
import { beginAs } from './viewAs.ts';

/**
 * Rows of a part at most, about the characters that it has, and the most bytes that may arrive for it. Short rows say
 * nothing of those that follow: a full part has room for 200 rows of half a megabyte.
 */
const partMaxRows = 200;
const partLength = 1024 * 1024;
const partMaxBytes = 128 * 1024 * 1024;

/**
 * Writes all rows of a view as parts of a file. They are read through a cursor, so that the server holds one part at a
 * time, and as they are at one moment.
 *
 * @param begun Called once the first rows are there: what fails before is a refusal, and nothing was written.
 */
export async function exportRows(
  client: Client,
  table: TableDetail,
  { view, only, viewAs, columns: names, format }: ExportRequest,
  begun: () => WriteEvent<ExportEvent>,
): Promise<void> {
  const wanted = names.map((name) => columnOf(table, name));
  // Postgres refuses a value for a column that it computes.
  const columns = format === 'sql' ? wanted.filter(({ computed }) => !computed) : wanted;
  const statement = exportStatement({ table, viewAs }, columns, view, only);
  const writer = rowWriter(table, columns, format);
  await beginAs(client, viewAs, 'read only');
  await client.query(extended(`declare rows no scroll cursor for ${statement.text}`, statement.values));
  // One row may have any length: the first part is one, and each part tells how many the next may have.
  let count = 1;
  const next = () =>
    withBoundedAnswer(client, partMaxBytes, () => client.query<Cell[]>(extended(`fetch ${count} from rows`, [])));
  let { rows } = await next();
  const write = begun();
  await write({ type: 'part', rows: 0, text: writer.begin });
  let isFirst = true;
  while (rows.length > 0) {
    const text = rows.map((cells, place) => writer.row(cells, isFirst && place === 0)).join('');
    isFirst = false;
    await write({ type: 'part', rows: rows.length, text });
    const fitting = Math.floor((partLength * rows.length) / text.length);
    count = Math.max(1, Math.min(partMaxRows, 2 * count, fitting));
    ({ rows } = await next());
  }
  await client.query('commit');
  await write({ type: 'part', rows: 0, text: writer.end });
  await write({ type: 'end' });
}
