import { listValues, rangeEnds } from '../../contract/tables/filterValues.ts';
import {
  filterOperators,
  listOperators,
  unaryOperators,
  type RowFilter,
  type RowView,
} from '../../contract/tables/rows.ts';
import type { ViewAs } from '../../contract/tables/viewAs.ts';

/** Whether a view has every row of its table. Policies may hide rows from a role. */
export const isWhole = ({ filters, where }: RowView, viewAs: ViewAs | null): boolean =>
  filters.length === 0 && where === '' && viewAs === null;

/** How an empty text is typed: a field without a text is a line that was not filled in. */
export const emptyText = '""';

/** Whether the operator compares with one value. */
export const takesOne = ({ operator }: Pick<RowFilter, 'operator'>): boolean =>
  operator !== 'between' && !listOperators.has(operator) && !unaryOperators.has(operator);

/** A filter as a sentence. */
export function filterWords({ column, operator, value }: RowFilter): string {
  if (unaryOperators.has(operator)) return `${column} ${filterOperators[operator]}`;
  if (operator === 'between') {
    const [from, to] = rangeEnds(value) ?? ['', ''];
    if (from === '') return `${column} ${filterOperators['<=']} ${to}`;
    return to === '' ? `${column} ${filterOperators['>=']} ${from}` : `${column} is between ${from} and ${to}`;
  }
  const words = listOperators.has(operator) ? listValues(value).join(', ') : value;
  return `${column} ${filterOperators[operator]} ${words === '' ? emptyText : words}`;
}
