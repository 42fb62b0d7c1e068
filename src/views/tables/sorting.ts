import { sortsMax, type RowSort } from '../../contract/tables/rows.ts';
import { nextSort } from '../parts/grid/nextSort.ts';

export const withoutSort = (sorts: readonly RowSort[], column: string): RowSort[] =>
  sorts.filter((sort) => sort.column !== column);

/** Whether the order takes a column after the others. */
export const takesSort = (sorts: readonly RowSort[], column: string): boolean =>
  sorts.length < sortsMax || sorts.some((sort) => sort.column === column);

/** The order with a column, after the others or alone. A column that counts already keeps its place. */
export function withSort(sorts: readonly RowSort[], sort: RowSort, isAdded: boolean): RowSort[] {
  if (!isAdded) return [sort];
  return sorts.some(({ column }) => column === sort.column)
    ? sorts.map((one) => (one.column === sort.column ? sort : one))
    : [...sorts, sort];
}

/** The order after the header of a column was chosen: up, then down, then without it. Null where it takes no more. */
export function nextSorts(sorts: readonly RowSort[], column: string, isAdded: boolean): RowSort[] | null {
  if (isAdded && !takesSort(sorts, column)) return null;
  const sort = nextSort(sorts.find((one) => one.column === column));
  if (sort === null) return isAdded ? withoutSort(sorts, column) : [];
  return withSort(sorts, { column, ...sort }, isAdded);
}
