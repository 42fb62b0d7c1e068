import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { CellRange } from '../../contract/sql/cellRange.ts';
import type { TableDetail } from '../../contract/tables/table.ts';
import type { ExportScope } from '../../machines/tables/exportRows/exportRows.machine.ts';
import type { tableRowsMachine } from '../../machines/tables/tableRows/tableRows.machine.ts';
import {
  selectCount,
  selectPageRequest,
  selectView,
  selectViewAs,
} from '../../machines/tables/tableRows/tableRows.selectors.ts';
import type { OpenedExport } from '../../machines/tables/tableScreen/tableScreen.machine.ts';
import { isWhole } from './filterWords.ts';
import { selectedRows } from './selectedRows.ts';
import type { ShownRow } from './shownRows.ts';

/** What can be exported of the rows that are shown and of those that are selected. */
export function useExport(
  table: TableDetail,
  shown: readonly ShownRow[],
  rows: ActorRefFrom<typeof tableRowsMachine>,
): (scope: ExportScope, selected: CellRange | null) => OpenedExport {
  const view = useSelector(rows, selectView);
  const viewAs = useSelector(rows, selectViewAs);
  const read = useSelector(rows, selectPageRequest);
  const count = useSelector(rows, selectCount);
  return (scope, selected) => ({
    scope,
    exported: {
      name: table.name,
      view,
      viewAs,
      columns: table.columns.map(({ name }) => name),
      total: count ?? (isWhole(view, viewAs) ? table.estimate : null),
      selected: selectedRows(table, shown, selected, read),
    },
  });
}
