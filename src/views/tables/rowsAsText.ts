import type { CellRange } from '../../contract/sql/cellRange.ts';
import { rowWriter, type ExportFormat } from '../../contract/tables/exportRows.ts';
import type { TableDetail } from '../../contract/tables/table.ts';
import type { ShownRow } from './shownRows.ts';

/** The cells of a range as an export writes them. */
export function rowsAsText(
  table: TableDetail,
  rows: readonly ShownRow[],
  { fromRow, toRow, fromColumn, toColumn }: CellRange,
  format: ExportFormat,
): string {
  const { begin, row, end } = rowWriter(table, table.columns.slice(fromColumn, toColumn + 1), format);
  const lines = rows
    .slice(fromRow, toRow + 1)
    .map(({ cells }, index) => row(cells.slice(fromColumn, toColumn + 1), index === 0));
  return `${begin}${lines.join('')}${end}`;
}
