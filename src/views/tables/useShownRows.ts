import { useMemo } from 'react';
import { arranged, type ColumnLayout } from '../../contract/tables/columnLayout.ts';
import type { RowPage } from '../../contract/tables/rows.ts';
import type { TableDetail } from '../../contract/tables/table.ts';
import type { StagedRows } from '../../machines/tables/stagedEdits/stagedRows.ts';
import { shownRows, storedRows, withColumns, type ShownRow } from './shownRows.ts';

/**
 * The table with the columns that are shown, in their order. One that was added is shown with its rows: until they are
 * read, nothing can be done with its cells.
 */
export function useShownTable(
  table: TableDetail,
  page: RowPage | null,
  { layout: { order, frozen }, hidden: hiddenByUser }: { layout: ColumnLayout; hidden: readonly string[] },
): TableDetail {
  const hidden = useMemo(() => {
    const unread = table.columns.filter(({ name }) => page?.columns.includes(name) === false);
    return unread.length === 0 ? hiddenByUser : [...hiddenByUser, ...unread.map(({ name }) => name)];
  }, [table.columns, page, hiddenByUser]);
  const columns = useMemo(() => {
    if (order.length === 0 && frozen.length === 0 && hidden.length === 0) return table.columns;
    return arranged(table.columns, { order, frozen }).filter(({ name }) => !hidden.includes(name));
  }, [table.columns, order, frozen, hidden]);
  return useMemo(() => (columns === table.columns ? table : { ...table, columns }), [table, columns]);
}

export interface ShownRows {
  /** With the columns that are shown. */
  shown: readonly ShownRow[];
  /** The same rows with every column of the table. */
  whole: readonly ShownRow[];
}

/** The rows of a page with what is staged; what is stored is prepared once for each page. */
export function useShownRows(
  table: TableDetail,
  visible: TableDetail,
  page: RowPage | null,
  staged: StagedRows,
): ShownRows {
  const base = useMemo(() => (page === null ? [] : storedRows(table, page)), [table, page]);
  const whole = useMemo(() => shownRows(table, base, staged), [table, base, staged]);
  const shown = useMemo(() => withColumns(table, visible, whole), [table, visible, whole]);
  return { shown, whole };
}
