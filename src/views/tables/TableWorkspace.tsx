import { useSelector } from '@xstate/react';
import { memo, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { css } from 'styled-system/css';
import type { ActorRefFrom } from 'xstate';
import type { Failure } from '../../contract/common/apiError.ts';
import type { CellRange } from '../../contract/sql/cellRange.ts';
import { isMissingTable, type TableDetail } from '../../contract/tables/table.ts';
import type { OpenedCell } from '../../machines/tables/cellEditor/cellEditor.machine.ts';
import type { columnLayoutMachine } from '../../machines/tables/columnLayout/columnLayout.machine.ts';
import type { stagedEditsMachine } from '../../machines/tables/stagedEdits/stagedEdits.machine.ts';
import {
  selectIsLocked,
  selectRefused,
  selectRefusedRow,
  selectStaged,
} from '../../machines/tables/stagedEdits/stagedEdits.selectors.ts';
import type { tableRowsMachine } from '../../machines/tables/tableRows/tableRows.machine.ts';
import {
  selectIsFilterAhead,
  selectIsReadingRows,
  selectOpenRow,
  selectRowId,
  selectPage,
  selectRowsFailure,
  selectView,
  selectViewAs,
} from '../../machines/tables/tableRows/tableRows.selectors.ts';
import type { OpenedExport } from '../../machines/tables/tableScreen/tableScreen.machine.ts';
import type { Grid } from '../parts/grid/grid.ts';
import type { GridMenuRequest } from '../parts/grid/gridOptions.ts';
import type { Position } from '../parts/grid/selection.ts';
import { useLayoutFlow } from '../parts/useLayoutFlow.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import { SkeletonRows } from '../ui/Skeleton.tsx';
import { useDocumentTitle } from '../ui/useDocumentTitle.ts';
import { openedCell } from './cellRules.ts';
import { ChangeBar, ChangeNotices } from './ChangeBar.tsx';
import { FindInRows } from './FindInRows.tsx';
import type { GridMenuPlace } from './gridMenu.ts';
import { ImportDrop } from './ImportDrop.tsx';
import { RowFooter } from './RowFooter.tsx';
import { RowGrid } from './RowGrid.tsx';
import { placeOfNewRow, type RefusedCell, type ShownRow } from './shownRows.ts';
import { TableHead, type TableHeadProps } from './TableHead.tsx';
import { GridMenu, RowPanel } from './tableParts.ts';
import { useColumnArrangement } from './useColumnArrangement.ts';
import { useExport } from './useExport.ts';
import { useLeavingNotice } from './useLeavingNotice.ts';
import { useRowCommands } from './useRowCommands.ts';
import { useShownRows, useShownTable } from './useShownRows.ts';

type RowsFlow = ActorRefFrom<typeof tableRowsMachine>;
type EditsFlow = ActorRefFrom<typeof stagedEditsMachine>;

const frame = css({ display: 'flex', flexDirection: 'column', height: 'full', minHeight: '0', minWidth: '0' });
const place = css({ flex: '1', minHeight: '0', position: 'relative', borderTop: 'hairline' });
const foot = css({ flexShrink: '0' });
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

/** Tells how high the bars below the rows are: toasts are shown above them. */
const reportHeight = (element: HTMLDivElement) => {
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => style.setProperty('--foot-height', `${element.offsetHeight}px`));
  observer.observe(element);
  return () => {
    observer.disconnect();
    style.removeProperty('--foot-height');
  };
};

interface FootProps extends Pick<TableWorkspaceProps, 'table' | 'rows' | 'edits'> {
  /** The rows of the page. */
  shown: readonly ShownRow[];
  /** What is searched for in them. */
  text: string;
  onTyped: (text: string) => void;
  onFound: (position: Position) => void;
}

/** What is staged, and what is shown of the rows. */
const Foot = ({ edits, table, rows, shown, ...find }: FootProps) => (
  <div ref={reportHeight} className={foot}>
    <ChangeBar edits={edits} table={table} />
    <RowFooter rows={rows} table={table}>
      <FindInRows rows={shown} {...find} />
    </RowFooter>
  </div>
);

/** The cell that the last commit was refused for. */
function useRefused(edits: EditsFlow): RefusedCell | null {
  const refusal = useSelector(edits, selectRefused);
  const row = useSelector(edits, selectRefusedRow);
  return useMemo(
    () => (refusal === null ? null : { row, column: refusal.outcome === 'failed' ? refusal.column : null }),
    [refusal, row],
  );
}

interface TableWorkspaceProps {
  table: TableDetail;
  projectRef: string;
  rows: RowsFlow;
  edits: EditsFlow;
  columns: ActorRefFrom<typeof columnLayoutMachine>;
  /** Whether the table is read again. */
  rereading?: boolean;
  /** Why the table could not be read again: it is shown as it was. */
  rereadFailure?: Failure | null;
  onCellOpened: (cell: OpenedCell) => void;
  /** A cell of a foreign key: where it points. */
  onReferenceOpened: (cell: OpenedCell) => void;
  onExported: (opening: OpenedExport) => void;
  onReloaded: () => void;
}

/** HTTP status of a filter that Postgres refuses: it refuses the same filter again. */
const badRequest = 400;

/** Why the table or its rows could not be read. */
function ReadFailure({
  rows,
  rereadFailure,
  onReloaded,
}: Required<Pick<TableWorkspaceProps, 'rows' | 'rereadFailure' | 'onReloaded'>>) {
  const rowsFailure = useSelector(rows, selectRowsFailure);
  const hasRows = useSelector(rows, selectPage) !== null;
  const isFiltered = useSelector(rows, selectIsFilterAhead);
  const failure = rereadFailure ?? rowsFailure;
  if (failure === null) return null;
  return (
    <div className={inset}>
      <ErrorState
        title={
          rereadFailure
            ? 'Could not read the table again'
            : hasRows
              ? isFiltered
                ? 'Could not apply the filter. The rows below are from the previous one.'
                : 'Could not load the rows. Those below may be out of date.'
              : 'Could not load the rows'
        }
        failure={failure}
        onRetry={
          rereadFailure
            ? onReloaded
            : failure.code === badRequest
              ? undefined
              : () => rows.send({ type: 'rows.reloaded' })
        }
      />
    </div>
  );
}

interface OpenedRowProps extends Pick<
  TableWorkspaceProps,
  'table' | 'projectRef' | 'rows' | 'edits' | 'onCellOpened' | 'onReferenceOpened'
> {
  /** The rows of the page. */
  shown: readonly ShownRow[];
}

/** The row that the address names. */
function OpenedRow({ rows, shown, ...rest }: OpenedRowProps) {
  const id = useSelector(rows, selectRowId);
  const flow = useSelector(rows, selectOpenRow);
  const viewAs = useSelector(rows, selectViewAs);
  const close = () => rows.send({ type: 'row.closed' });
  return <RowPanel {...rest} id={id} viewAs={viewAs} flow={flow} rows={shown} onClose={close} />;
}

/** Edits and selections render the workspace again, but neither of these. */
const Head = memo(TableHead);
const Notices = memo(ChangeNotices);

type HeadCommands = Pick<TableHeadProps, 'onRoleChosen' | 'onViewChanged' | 'onInserted' | 'onExported' | 'onReloaded'>;

/** The same functions at each render, which do what the latest ones do. */
function useHeadCommands(commands: HeadCommands): HeadCommands {
  const latest = useRef(commands);
  useLayoutEffect(() => {
    latest.current = commands;
  });
  return useMemo(
    () => ({
      onRoleChosen: (viewAs) => latest.current.onRoleChosen(viewAs),
      onViewChanged: (view) => latest.current.onViewChanged(view),
      onInserted: () => latest.current.onInserted(),
      onExported: () => latest.current.onExported(),
      onReloaded: () => latest.current.onReloaded(),
    }),
    [],
  );
}

/** What is shown in the place of rows. */
function NoRows({ rows, rereadFailure }: Required<Pick<TableWorkspaceProps, 'rows' | 'rereadFailure'>>) {
  const page = useSelector(rows, selectPage);
  const reading = useSelector(rows, selectIsReadingRows);
  const failure = useSelector(rows, selectRowsFailure);
  if (page !== null) return reading ? null : <p className={empty}>No rows</p>;
  // A table that could not be read again has no rows on their way.
  return reading || (failure === null && rereadFailure === null) ? (
    <div className={loading}>
      <SkeletonRows label="Loading rows" rows={8} />
    </div>
  ) : null;
}

interface OpenedCells extends Pick<TableWorkspaceProps, 'table' | 'onCellOpened' | 'onReferenceOpened'> {
  shown: readonly ShownRow[];
  locked: boolean;
}

/** What opens a cell in its editor, where it points, and its row. */
const openersOf = ({ table, shown, locked, onCellOpened, onReferenceOpened }: OpenedCells, rows: RowsFlow) => ({
  openRow: (id: string) => rows.send({ type: 'row.opened', row: id }),
  openCell: (row: number, column: number) => {
    const cell = openedCell(table, shown[row], column, locked);
    if (cell) onCellOpened(cell);
  },
  openReference: (row: number, column: number) => {
    const cell = openedCell(table, shown[row], column, locked);
    if (cell?.column.reference && !cell.isCut) onReferenceOpened(cell);
  },
});

/** Imports a file into the table. */
function useImport(table: TableDetail): (file: File) => void {
  const list = useLayoutFlow('tables');
  return (file) => list?.send({ type: 'import.requested', table, file });
}

/** Inserts a row and selects it, once the grid has it. */
function goToNewRow(grid: RefObject<Grid | null>, before: readonly ShownRow[], insert: () => void): void {
  flushSync(insert);
  grid.current?.select({ row: placeOfNewRow(before), column: 0 });
  grid.current?.focus();
}

/** A table with its rows, and what is staged of them. */
export function TableWorkspace({
  table,
  projectRef,
  rows,
  edits,
  columns,
  rereading = false,
  rereadFailure = null,
  onCellOpened,
  onReferenceOpened,
  onExported,
  onReloaded,
}: TableWorkspaceProps) {
  useDocumentTitle(table.name);
  useLeavingNotice({ id: table.id, edits, isGone: rereadFailure !== null && isMissingTable(rereadFailure) });
  const page = useSelector(rows, selectPage);
  const view = useSelector(rows, selectView);
  const viewAs = useSelector(rows, selectViewAs);
  const reading = useSelector(rows, selectIsReadingRows);
  const staged = useSelector(edits, selectStaged);
  const locked = useSelector(edits, selectIsLocked);
  const arrange = useColumnArrangement(table, rows, columns);
  const visible = useShownTable(table, page, arrange);
  const shownRows = useShownRows(table, visible, page, staged);
  const { shown } = shownRows;
  const refused = useRefused(edits);
  const grid = useRef<Grid>(null);
  const [menu, setMenu] = useState<GridMenuRequest | null>(null);
  const [selected, setSelected] = useState<CellRange | null>(null);
  const [find, setFind] = useState('');
  const importFile = useImport(table);
  const exportOf = useExport(visible, shown, rows);
  const commands = useRowCommands({ table, visible, shown, edits, rows, importFile });

  const cells = { table: visible, shown, locked, onCellOpened, onReferenceOpened };
  const openers = openersOf(cells, rows);
  const menuPlace: GridMenuPlace = {
    table,
    visible,
    projectRef,
    view,
    viewAs,
    rows: shownRows,
    selected,
    commands,
    edits,
    ...openers,
    exportOf: (range) => exportOf('cells', range),
    onExported,
    arrange,
  };

  const select = (position: Position) => grid.current?.select(position);
  const headCommands = useHeadCommands({
    onRoleChosen: (chosen) => rows.send({ type: 'role.chosen', viewAs: chosen }),
    onViewChanged: commands.showView,
    onInserted: () => goToNewRow(grid, shown, () => commands.insert({})),
    onExported: () => onExported(exportOf('all', selected)),
    onReloaded,
  });

  return (
    <div className={frame}>
      <Head
        table={table}
        projectRef={projectRef}
        view={view}
        rows={rows}
        edits={edits}
        arrange={arrange}
        viewAs={viewAs}
        reloading={rereading || reading}
        {...headCommands}
      />
      <Notices edits={edits} table={table} />
      <ReadFailure rows={rows} rereadFailure={rereadFailure} onReloaded={onReloaded} />
      <ImportDrop className={place} table={table.name} busy={reading} onDropped={importFile}>
        {/* The grid is there before its rows: a row that is inserted meanwhile has the keyboard. */}
        <RowGrid
          table={visible}
          rows={shown}
          refused={refused}
          locked={locked}
          port={grid}
          widths={arrange.layout.widths}
          zone={arrange.layout.zone}
          sorts={view.sorts}
          find={find}
          frozen={visible.columns.filter(({ name }) => arrange.layout.frozen.includes(name)).length}
          handlers={{
            ...commands.handlers,
            onCellOpened: ({ row, column }) => openers.openCell(row, column),
            onFollowed: ({ row, column }) => openers.openReference(row, column),
            onMenuRequested: setMenu,
            onSelected: setSelected,
            onResized: arrange.resize,
            onMoved: arrange.move,
            onSorted: commands.sort,
          }}
        />
        {shown.length === 0 && <NoRows rows={rows} rereadFailure={rereadFailure} />}
      </ImportDrop>
      <Foot edits={edits} table={table} rows={rows} shown={shown} text={find} onTyped={setFind} onFound={select} />
      <OpenedRow
        table={table}
        projectRef={projectRef}
        rows={rows}
        edits={edits}
        shown={shownRows.whole}
        onCellOpened={onCellOpened}
        onReferenceOpened={onReferenceOpened}
      />
      {menu && <GridMenu request={menu} place={menuPlace} onClose={() => setMenu(null)} />}
    </div>
  );
}
