import { useSelector } from '@xstate/react';
import { useMemo, useRef, useState } from 'react';
import { css } from 'styled-system/css';
import type { ActorRefFrom } from 'xstate';
import type { CellRange } from '../../contract/sql/cellRange.ts';
import type { RowPage } from '../../contract/tables/rows.ts';
import type { TableDetail } from '../../contract/tables/table.ts';
import type { OpenedCell } from '../../machines/tables/cellEditor/cellEditor.machine.ts';
import type { stagedEditsMachine } from '../../machines/tables/stagedEdits/stagedEdits.machine.ts';
import {
  selectIsLocked,
  selectRefused,
  selectRefusedRow,
  selectStaged,
} from '../../machines/tables/stagedEdits/stagedEdits.selectors.ts';
import type { StagedRows } from '../../machines/tables/stagedEdits/stagedRows.ts';
import type { tableRowsMachine } from '../../machines/tables/tableRows/tableRows.machine.ts';
import {
  selectIsReadingRows,
  selectPage,
  selectRowsFailure,
  selectView,
} from '../../machines/tables/tableRows/tableRows.selectors.ts';
import type { Grid } from '../parts/grid/grid.ts';
import type { GridMenuRequest } from '../parts/grid/gridOptions.ts';
import { headerRow } from '../parts/grid/selection.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import { MenuAtPoint } from '../ui/MenuAtPoint.tsx';
import { SkeletonRows } from '../ui/Skeleton.tsx';
import { useDocumentTitle } from '../ui/useDocumentTitle.ts';
import { openedCell } from './cellRules.ts';
import { ChangeNotices } from './ChangeBar.tsx';
import { gridMenu } from './gridMenu.ts';
import { RowFooter } from './RowFooter.tsx';
import { RowGrid } from './RowGrid.tsx';
import { shownRows, storedRows, type RefusedCell, type ShownRow } from './shownRows.ts';
import { TableHead } from './TableHead.tsx';
import { useRowCommands } from './useRowCommands.ts';

type RowsFlow = ActorRefFrom<typeof tableRowsMachine>;
type EditsFlow = ActorRefFrom<typeof stagedEditsMachine>;

const frame = css({ display: 'flex', flexDirection: 'column', height: 'full', minHeight: '0', minWidth: '0' });
const place = css({ flex: '1', minHeight: '0', position: 'relative', borderTop: 'hairline' });
const inset = css({ padding: '3' });
/** Below the header of the grid. */
const loading = css({ position: 'absolute', insetInline: '0', top: '10', pointerEvents: 'none' });
const empty = css({
  position: 'absolute',
  insetInline: '0',
  top: '10',
  textAlign: 'center',
  color: 'muted',
  pointerEvents: 'none',
});

/** The rows of a page with what is staged; what is stored is prepared once for each page. */
function useShownRows(table: TableDetail, page: RowPage | null, staged: StagedRows): readonly ShownRow[] {
  const base = useMemo(() => (page === null ? [] : storedRows(table, page)), [table, page]);
  return useMemo(() => shownRows(table, base, staged), [table, base, staged]);
}

export interface TableWorkspaceProps {
  table: TableDetail;
  projectRef: string;
  rows: RowsFlow;
  edits: EditsFlow;
  onCellOpened: (cell: OpenedCell) => void;
  onReloaded: () => void;
}

/** A table with its rows, and what is staged of them. */
export function TableWorkspace({ table, projectRef, rows, edits, onCellOpened, onReloaded }: TableWorkspaceProps) {
  useDocumentTitle(table.name);
  const page = useSelector(rows, selectPage);
  const view = useSelector(rows, selectView);
  const reading = useSelector(rows, selectIsReadingRows);
  const failure = useSelector(rows, selectRowsFailure);
  const staged = useSelector(edits, selectStaged);
  const locked = useSelector(edits, selectIsLocked);
  const refusal = useSelector(edits, selectRefused);
  const refusedRow = useSelector(edits, selectRefusedRow);
  const shown = useShownRows(table, page, staged);
  const refused = useMemo(
    (): RefusedCell | null =>
      refusal === null ? null : { row: refusedRow, column: refusal.outcome === 'failed' ? refusal.column : null },
    [refusal, refusedRow],
  );
  const grid = useRef<Grid>(null);
  const [menu, setMenu] = useState<GridMenuRequest | null>(null);
  const [selected, setSelected] = useState<CellRange | null>(null);
  const commands = useRowCommands(table, shown, edits, rows);

  const openCell = (row: number, column: number) => {
    const cell = openedCell(table, shown[row], column, locked);
    if (cell) onCellOpened(cell);
  };
  const menuItems = gridMenu({ table, projectRef, view, shown, selected, commands, edits, openCell });

  return (
    <div className={frame}>
      <TableHead
        table={table}
        projectRef={projectRef}
        view={view}
        edits={edits}
        onViewChanged={commands.showView}
        onInserted={() => {
          commands.insert({});
          grid.current?.select({ row: 0, column: 0 });
          grid.current?.focus();
        }}
        onReloaded={onReloaded}
      />
      <ChangeNotices edits={edits} />
      {failure && (
        <div className={inset}>
          <ErrorState
            title="Could not load the rows"
            failure={failure}
            onRetry={() => rows.send({ type: 'rows.reloaded' })}
          />
        </div>
      )}
      <div className={place} aria-busy={reading}>
        {/* The grid is there before its rows: a row that is inserted meanwhile has the keyboard. */}
        <RowGrid
          table={table}
          rows={shown}
          refused={refused}
          locked={locked}
          port={grid}
          handlers={{
            ...commands.handlers,
            onCellOpened: ({ row, column }) => openCell(row, column),
            onMenuRequested: setMenu,
            onSelected: setSelected,
          }}
        />
        {page === null && shown.length === 0 && failure === null && (
          <div className={loading}>
            <SkeletonRows label="Loading rows" rows={8} />
          </div>
        )}
        {page !== null && shown.length === 0 && !reading && <p className={empty}>No rows</p>}
      </div>
      <RowFooter rows={rows} table={table} />
      {menu && (
        <MenuAtPoint
          label={menu.row === headerRow ? `Column ${table.columns[menu.column]?.name}` : 'Cell'}
          point={menu}
          byKey={menu.byKey}
          ownerId={menu.owner}
          items={menuItems(menu)}
          onClose={() => setMenu(null)}
        />
      )}
    </div>
  );
}
