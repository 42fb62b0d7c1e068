import type { Cell } from '../../../contract/sql/query.ts';
import type { ResultSet } from './resultStore.ts';

/** Which rows of a column are shown. */
export type CellFilter = { kind: 'contains'; text: string } | { kind: 'is'; value: Cell };

/** How a result is looked at. Columns are numbered as the database sent them. */
export interface Arrangement {
  sort: { column: number; descending: boolean } | null;
  filters: ReadonlyMap<number, CellFilter>;
  hidden: ReadonlySet<number>;
}

/** A result as the database sent it. */
export const asReceived: Arrangement = { sort: null, filters: new Map(), hidden: new Set() };

export const isAsReceived = ({ sort, filters, hidden }: Arrangement): boolean =>
  sort === null && filters.size === 0 && hidden.size === 0;

/**
 * Returns a result as it is looked at. Only the grid arranges, and it loads later than the store of results: so the
 * store is given this.
 */
export type ArrangeResult = (result: ResultSet, arrangement: Arrangement) => ResultSet;
