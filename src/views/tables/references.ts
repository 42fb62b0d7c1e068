import { ownValue } from '../../contract/common/ownValue.ts';
import type { Cell } from '../../contract/sql/query.ts';
import type { RowFilter } from '../../contract/tables/rows.ts';
import type { BackReference, TableColumn, TableDetail } from '../../contract/tables/table.ts';
import type { StoredRow } from '../../machines/tables/stagedEdits/stagedRows.ts';
import type { ShownRow } from './shownRows.ts';

/** What a row has in a column, which may be one that is not shown. */
function valueIn({ columns }: Pick<TableDetail, 'columns'>, { cells, stored, change }: ShownRow, name: string): Cell {
  const place = columns.findIndex((column) => column.name === name);
  if (place !== -1) return cells[place] ?? null;
  const staged = change === null || change.type === 'delete' ? undefined : ownValue(change.values, name);
  return (staged === undefined && stored !== null ? ownValue(stored.values, name) : staged) ?? null;
}

const filtersOf = (values: readonly { column: string; value: Cell }[]): readonly RowFilter[] | null =>
  values.every(({ value }) => value !== null)
    ? values.map(({ column, value }) => ({ column, operator: '=', value: value ?? '' }))
    : null;

/** Which row of the other table a cell points to; null where it points to none: a part of its key is NULL. */
export const pointedRow = (
  table: Pick<TableDetail, 'columns'>,
  row: ShownRow,
  { name, reference }: TableColumn,
): readonly RowFilter[] | null =>
  reference &&
  filtersOf([
    { column: reference.column, value: valueIn(table, row, name) },
    ...reference.others.map((other) => ({ column: other.target, value: valueIn(table, row, other.name) })),
  ]);

/** Which rows of another table point to a row as it is stored; null where none can. */
export const pointingRows = (
  { values }: StoredRow,
  { column, target, others }: BackReference,
): readonly RowFilter[] | null =>
  filtersOf([
    { column, value: ownValue(values, target) ?? null },
    ...others.map((other) => ({ column: other.name, value: ownValue(values, other.target) ?? null })),
  ]);
