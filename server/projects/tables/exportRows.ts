import type { Client } from 'pg';
import type { Cell } from '../../../src/contract/sql/query.ts';
import { rowWriter, type ExportEvent, type ExportRequest } from '../../../src/contract/tables/exportRows.ts';
import type { TableDetail } from '../../../src/contract/tables/table.ts';
import { withBoundedAnswer } from '../engines/boundedAnswer.ts';
import type { WriteEvent } from './eventStream.ts';
import { columnOf, exportStatement, extended } from './readStatement.ts';
import { beginAs } from './viewAs.ts';

/** Rows of a part, and the most bytes that they may have. */
const partRows = 200;
const partMaxBytes = 64 * 1024 * 1024;

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
  begun: () => WriteEvent<ExportEvent>,
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
