import type { Cell, Column } from '../../../contract/sql/query.ts';
import type { Arrangement, ArrangeResult, CellFilter } from './arrangement.ts';
import type { Row } from './resultStore.ts';
import { sortKeyOf, type SortKey } from './sortKey.ts';
import { textOrderOf } from './textOrder.ts';

/** The numbers of the columns that are shown, in their order. */
export const shownColumns = (columns: readonly Column[], { hidden }: Arrangement): number[] =>
  [...columns.keys()].filter((column) => !hidden.has(column));

/** Postgres sorts NaN after all other numbers. */
const compareKeys = (a: SortKey, b: SortKey): number =>
  a < b ? -1 : a > b ? 1 : Number(Number.isNaN(a)) - Number(Number.isNaN(b));

/** NULL is the largest value, as in Postgres. Equal rows keep their order. */
function sortedRows(rows: readonly Row[], at: number, column: Column, descending: boolean): readonly Row[] {
  const sign = descending ? -1 : 1;
  const keyOf = sortKeyOf(column);
  const compareValues = textOrderOf(column);
  const keyed = rows.map((row) => {
    const value = row[at] ?? null;
    return { row, value, key: value === null ? null : (keyOf?.(value) ?? NaN) };
  });
  const isReadable = keyed.every(({ value, key }) => !Number.isNaN(key) || value === 'NaN');
  return keyed
    .toSorted((a, b) => {
      if (a.value === null || b.value === null) return sign * (Number(a.value === null) - Number(b.value === null));
      if (isReadable && a.key !== null && b.key !== null) return sign * compareKeys(a.key, b.key);
      return sign * compareValues(a.value, b.value);
    })
    .map(({ row }) => row);
}

const passes = (value: Cell, filter: CellFilter): boolean =>
  filter.kind === 'is'
    ? value === filter.value
    : value !== null && value.toLowerCase().includes(filter.text.toLowerCase());

/** The result with its rows filtered and sorted, and without its hidden columns. Equal rows keep their order. */
export const arranged: ArrangeResult = (result, arrangement) => {
  const { sort, filters, hidden } = arrangement;
  let rows: readonly Row[] = result.rows;
  for (const [column, filter] of filters) rows = rows.filter((row) => passes(row[column] ?? null, filter));
  const sorted = sort && result.columns[sort.column];
  if (sort && sorted) rows = sortedRows(rows, sort.column, sorted, sort.descending);
  if (hidden.size === 0) return { ...result, rows };
  const shown = shownColumns(result.columns, arrangement);
  return {
    ...result,
    columns: shown.map((column) => result.columns[column]!),
    rows: rows.map((row) => shown.map((column) => row[column] ?? null)),
  };
};
