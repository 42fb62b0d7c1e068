import type { CellRange } from '../../contract/sql/cellRange.ts';
import type { ReadRows } from '../../contract/tables/rows.ts';
import type { TableDetail } from '../../contract/tables/table.ts';
import type { SelectedRows } from '../../machines/tables/exportRows/exportRows.machine.ts';
import type { ShownRow } from './shownRows.ts';

/**
 * The stored rows of a selection, and its columns; null where it has no stored row. New rows are nowhere but in this
 * browser.
 *
 * @param read What the shown rows were read with; null before there are any.
 */
export function selectedRows(
  { columns, key }: Pick<TableDetail, 'columns' | 'key'>,
  shown: readonly ShownRow[],
  range: CellRange | null,
  read: ReadRows | null,
): SelectedRows | null {
  if (range === null || read === null) return null;
  const { view, viewAs, position } = read;
  const { fromRow, toRow, fromColumn, toColumn } = range;
  const names = columns.slice(fromColumn, toColumn + 1).map(({ name }) => name);
  const selected = shown.slice(fromRow, toRow + 1).filter(({ change }) => change?.type !== 'insert');
  if (key.length > 0) {
    const keys = selected.flatMap(({ stored }) => (stored === null ? [] : [stored.key]));
    return keys.length === 0 ? null : { view, viewAs, only: { by: 'key', keys }, rows: keys.length, columns: names };
  }
  const count = selected.length;
  if (count === 0) return null;
  // New rows come first.
  const added = shown.filter(({ change }) => change?.type === 'insert').length;
  const before = position?.by === 'offset' ? position.offset : 0;
  const offset = before + Math.max(0, fromRow - added);
  return { view, viewAs, only: { by: 'offset', offset, count }, rows: count, columns: names };
}
