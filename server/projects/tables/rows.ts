import type { Client } from 'pg';
import type { Cell } from '../../../src/contract/sql/query.ts';
import {
  rowPageSize,
  type CountRows,
  type CutCell,
  type ReadRows,
  type ReadValue,
  type RowPage,
  type RowPosition,
  type WholeValue,
} from '../../../src/contract/tables/rows.ts';
import type { TableDetail } from '../../../src/contract/tables/table.ts';
import type { ViewAs } from '../../../src/contract/tables/viewAs.ts';
import { ApiError } from '../../http/errors.ts';
import { withBoundedAnswer } from '../engines/boundedAnswer.ts';
import {
  asText,
  byKey,
  columnOf,
  countStatement,
  extended,
  pageStatement,
  relationName,
  shownParts,
  type PagedTable,
  type Statement,
} from './readStatement.ts';
import { beginAs } from './viewAs.ts';

/** A page of the longest values of 1,600 columns. */
const pageMaxBytes = 32 * 1024 * 1024;
/** A longer value is left out, and the answer says how long it is: it can be read in parts with SQL. */
const valueMaxBytes = 128 * 1024 * 1024;

/** Rows as arrays of text, from a statement that cannot write, whatever condition it holds. */
async function readRowsOf(
  client: Client,
  { text, values }: Statement,
  { maxBytes, viewAs }: { maxBytes: number; viewAs: ViewAs | null },
): Promise<Cell[][]> {
  await beginAs(client, viewAs, 'read only');
  const { rows } = await withBoundedAnswer(client, maxBytes, () => client.query<Cell[]>(extended(text, values)));
  await client.query('commit');
  return rows;
}

/** A page of a table's rows. */
export async function readPage(
  client: Client,
  table: PagedTable,
  { view, position, viewAs }: ReadRows,
): Promise<RowPage> {
  const statement = pageStatement({ table, viewAs }, view, position);
  const read = await readRowsOf(client, statement, { maxBytes: pageMaxBytes, viewAs });
  const { backward, offset } = statement;
  const hasMore = read.length > rowPageSize;
  const page = read.slice(0, rowPageSize);
  if (backward) page.reverse();
  const columns = table.columns.map(({ name }) => name);
  const width = columns.length;
  const cut: CutCell[] = [];
  const rows = page.map((row, rowIndex) =>
    row.slice(0, width).map((cell, column) => {
      const { text, fingerprint } = shownParts(cell);
      if (fingerprint !== null) cut.push([rowIndex, column, fingerprint]);
      return text;
    }),
  );
  if (offset !== null) {
    const before: RowPosition = { by: 'offset', offset: Math.max(0, offset - rowPageSize) };
    const after: RowPosition = { by: 'offset', offset: offset + rowPageSize };
    return { columns, rows, cut, previous: offset === 0 ? null : before, next: hasMore ? after : null };
  }
  const beside = (row: Cell[] | undefined, isBackward: boolean): RowPosition | null =>
    row === undefined
      ? null
      : {
          by: 'key',
          values: Object.fromEntries(statement.order.map(({ column }, place) => [column.name, row[width + place]!])),
          backward: isBackward,
        };
  // Towards where the page came from there are rows, unless it came from an end.
  const hasPrevious = backward ? hasMore : position !== null;
  const hasNext = backward ? position?.by === 'key' : hasMore;
  return {
    columns,
    rows,
    cut,
    previous: hasPrevious ? beside(page[0], true) : null,
    next: hasNext ? beside(page.at(-1), false) : null,
  };
}

/** How many rows there are exactly: Postgres reads them all. */
export async function countRows(client: Client, table: TableDetail, { view, viewAs }: CountRows): Promise<number> {
  const [[count] = []] = await readRowsOf(client, countStatement({ table, viewAs }, view), {
    maxBytes: pageMaxBytes,
    viewAs,
  });
  return Number(count);
}

/** A whole value, unless it is longer than the caller wants. */
export async function readValue(
  client: Client,
  table: TableDetail,
  { key, column, viewAs, maxBytes }: ReadValue,
): Promise<WholeValue> {
  const values: Cell[] = [];
  const isRow = byKey({ table, viewAs }, key, values);
  const whole = `select ${asText(columnOf(table, column))} as value from ${relationName(table)} as t where ${isRow}`;
  const isLong = `octet_length(value) > $${values.push(String(maxBytes ?? valueMaxBytes))}`;
  const text = `select case when not (${isLong}) then value end, case when ${isLong} then octet_length(value) end from (${whole}) as cell`;
  const [row] = await readRowsOf(client, { text, values }, { maxBytes: valueMaxBytes, viewAs });
  if (row === undefined) throw new ApiError(404, 'row_not_found', 'This row no longer exists.');
  const [value = null, bytes = null] = row;
  return { value, leftOutBytes: bytes === null ? null : Number(bytes) };
}
