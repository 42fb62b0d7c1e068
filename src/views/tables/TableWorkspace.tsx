import { useSelector } from '@xstate/react';
import Filter from 'lucide-react/icons/list-filter';
import Plus from 'lucide-react/icons/plus';
import RotateCw from 'lucide-react/icons/rotate-cw';
import X from 'lucide-react/icons/x';
import { useMemo, useRef, useState } from 'react';
import { css } from 'styled-system/css';
import type { ActorRefFrom } from 'xstate';
import type { CellRange } from '../../contract/sql/cellRange.ts';
import type { Cell } from '../../contract/sql/query.ts';
import { resultText } from '../../contract/sql/resultText.ts';
import { filterOperators, type RowPage, type RowView } from '../../contract/tables/rows.ts';
import type { TableDetail } from '../../contract/tables/table.ts';
import { selectClipboard } from '../../machines/app/app.selectors.ts';
import type { OpenedCell } from '../../machines/tables/cellEditor/cellEditor.machine.ts';
import type { stagedEditsMachine } from '../../machines/tables/stagedEdits/stagedEdits.machine.ts';
import {
  selectRefused,
  selectRefusedRow,
  selectStaged,
} from '../../machines/tables/stagedEdits/stagedEdits.selectors.ts';
import type { CellEdit, StagedRows } from '../../machines/tables/stagedEdits/stagedRows.ts';
import type { tableRowsMachine } from '../../machines/tables/tableRows/tableRows.machine.ts';
import {
  selectIsReadingRows,
  selectPage,
  selectRowsFailure,
  selectView,
} from '../../machines/tables/tableRows/tableRows.selectors.ts';
import { href } from '../../router/href.ts';
import { useApp } from '../parts/app.context.ts';
import type { Grid } from '../parts/grid/grid.ts';
import type { GridMenuRequest } from '../parts/grid/gridOptions.ts';
import { headerRow, type Position } from '../parts/grid/selection.ts';
import { Badge } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { MenuAtPoint } from '../ui/MenuAtPoint.tsx';
import { SkeletonRows } from '../ui/Skeleton.tsx';
import { useDocumentTitle } from '../ui/useDocumentTitle.ts';
import { cellEdit, clearing, copyOf, defaulting, deleting, fillingDown, pasting } from './cellCommands.ts';
import { canEdit } from './cellRules.ts';
import { ChangeBar, ChangeNotices } from './ChangeBar.tsx';
import { FilterPanel } from './FilterPanel.tsx';
import { RowFooter } from './RowFooter.tsx';
import { RowGrid } from './RowGrid.tsx';
import { cellMenu, columnMenu, type RowCommands } from './rowMenus.ts';
import { shownRows, storedRows, type RefusedCell, type ShownRow } from './shownRows.ts';
import { kindWords, readOnlyWords } from './tableWords.ts';

type RowsFlow = ActorRefFrom<typeof tableRowsMachine>;
type EditsFlow = ActorRefFrom<typeof stagedEditsMachine>;

const frame = css({ display: 'flex', flexDirection: 'column', height: 'full', minHeight: '0', minWidth: '0' });
const head = css({ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: '2', padding: '3', flexShrink: '0' });
/** On a narrow window, the list is another page. */
const back = css({ display: 'none', mdDown: { display: 'block' } });
const title = css({ textStyle: 'section', overflowWrap: 'anywhere' });
const schemaName = css({ color: 'muted', fontWeight: 'regular' });
const note = css({ textStyle: 'small', color: 'muted', paddingInline: '3', paddingBottom: '2' });
const chips = css({ display: 'flex', flexWrap: 'wrap', gap: '1.5', paddingInline: '3', paddingBottom: '2' });
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

/** Key of the clipboard, for what the grid copies. */
const copiedCells = 'cells of a table';

const newRowId = (): string => `new-${crypto.randomUUID()}`;

/** What apps can reach of a table that has no policy for them, or needs none. */
const securityWords = ({ rowSecurity, policies, kind }: TableDetail): string | null => {
  if (kind !== 'table' && kind !== 'partitioned table') return null;
  if (!rowSecurity) return 'Row level security is off: apps with a key of the project may reach every row.';
  return policies === 0 ? 'Row level security is on without a policy: apps see no rows. You see all of them.' : null;
};

/** The conditions and the order of the rows, each with a way to remove it. */
function ViewChips({ view, onChanged }: { view: RowView; onChanged: (view: RowView) => void }) {
  const { filters, where, sorts } = view;
  if (filters.length + sorts.length === 0 && where === '') return null;
  return (
    <div className={chips} role="group" aria-label="Filters and order">
      {filters.map(({ column, operator, value }, index) => (
        <Button
          key={`filter ${index}`}
          size="small"
          iconEnd={<X />}
          onClick={() => onChanged({ ...view, filters: filters.filter((_, at) => at !== index) })}
        >
          {`${column} ${filterOperators[operator]} ${value}`.trim()}
        </Button>
      ))}
      {where !== '' && (
        <Button size="small" iconEnd={<X />} onClick={() => onChanged({ ...view, where: '' })}>
          {where}
        </Button>
      )}
      {sorts.map(({ column, descending }) => (
        <Button
          key={`sort ${column}`}
          size="small"
          iconEnd={<X />}
          onClick={() => onChanged({ ...view, sorts: sorts.filter((sort) => sort.column !== column) })}
        >
          {`${column} ${descending ? 'descending' : 'ascending'}`}
        </Button>
      ))}
    </div>
  );
}

interface TableHeadProps {
  table: TableDetail;
  projectRef: string;
  view: RowView;
  edits: EditsFlow;
  onViewChanged: (view: RowView) => void;
  onInserted: () => void;
  onReloaded: () => void;
}

/** What the table is, and what can be done with it. */
function TableHead({ table, projectRef, view, edits, onViewChanged, onInserted, onReloaded }: TableHeadProps) {
  const { kind, rowSecurity, policies, readOnly } = table;
  const canInsert = readOnly === null || readOnly === 'no_key';
  const security = securityWords(table);
  const [isFiltering, setFiltering] = useState(false);
  const conditions = view.filters.length + (view.where === '' ? 0 : 1);
  return (
    <>
      <div className={head}>
        <div className={back}>
          <ButtonLink size="small" href={href('tables', { ref: projectRef })}>
            Tables
          </ButtonLink>
        </div>
        <h1 className={title}>
          <span className={schemaName}>{table.schema}.</span>
          {table.name}
        </h1>
        {kind === 'table' || kind === 'partitioned table' ? (
          <Badge tone={rowSecurity ? 'success' : 'warning'}>
            {rowSecurity ? `RLS on, ${policies} ${policies === 1 ? 'policy' : 'policies'}` : 'RLS off'}
          </Badge>
        ) : (
          <Badge>{kindWords[kind]}</Badge>
        )}
        <Button size="small" icon={<Filter />} aria-expanded={isFiltering} onClick={() => setFiltering(!isFiltering)}>
          {conditions === 0 ? 'Filter' : `Filter (${conditions})`}
        </Button>
        {canInsert && (
          <Button size="small" icon={<Plus />} onClick={onInserted}>
            Insert row
          </Button>
        )}
        <IconButton label="Reload table" size="small" icon={<RotateCw />} onClick={onReloaded} />
        <ChangeBar edits={edits} table={table} />
      </div>
      {isFiltering && (
        <FilterPanel key={JSON.stringify(view)} columns={table.columns} view={view} onApplied={onViewChanged} />
      )}
      {security !== null && <p className={note}>{security}</p>}
      {readOnly !== null && <p className={note}>{readOnlyWords[readOnly]}</p>}
      <ViewChips view={view} onChanged={onViewChanged} />
    </>
  );
}

/** What the user does with the rows that are shown. */
function useRowCommands(table: TableDetail, shown: readonly ShownRow[], edits: EditsFlow, rows: RowsFlow) {
  const clipboard = useSelector(useApp(), selectClipboard);
  const here = { table, rows: shown };
  const stage = (cells: readonly CellEdit[]) => {
    if (cells.length > 0) edits.send({ type: 'cells.edited', cells });
  };
  const copyText = (text: string) => clipboard?.send({ type: 'copy.requested', text, key: copiedCells });
  const copy = (range: CellRange, withHeader: boolean) => {
    const { columns } = table;
    copyText([...resultText({ columns, rows: shown.map(({ cells }) => cells) }, range, 'tsv', withHeader)].join(''));
  };
  const edit = (row: number, column: number, value: Cell) => stage(cellEdit(here, row, column, value));
  const clear = (range: CellRange) => stage(clearing(here, range));
  return {
    copyText,
    copy,
    edit,
    clear,
    /** What the grid itself asks for. */
    handlers: {
      onCopyRequested: (range: CellRange) => copy(range, false),
      onEdited: ({ row, column }: Position, value: Cell) => edit(row, column, value),
      onCleared: clear,
      onPasted: (range: CellRange, text: string) => {
        const { cells, added } = pasting(here, range, text);
        stage(cells);
        if (added.length > 0)
          edits.send({ type: 'rows.inserted', rows: added.map((values) => ({ row: newRowId(), cells: values })) });
      },
      onFilledDown: (range: CellRange) => stage(fillingDown(here, range)),
      onUndone: () => edits.send({ type: 'edit.undone' }),
      onRedone: () => edits.send({ type: 'edit.redone' }),
      onCommitted: () => edits.send({ type: 'commit.requested' }),
    },
    setDefault: (range: CellRange) => stage(defaulting(here, range)),
    delete: (range: CellRange) => edits.send({ type: 'rows.deleted', rows: deleting(here, range) }),
    insert: (cells: Readonly<Record<string, Cell>>) =>
      edits.send({ type: 'rows.inserted', rows: [{ row: newRowId(), cells }] }),
    showView: (view: RowView) => rows.send({ type: 'view.changed', view }),
  };
}

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
    const opened = shown[row];
    const described = table.columns[column];
    if (!opened || !described) return;
    onCellOpened({
      row: opened.id ?? '',
      stored: opened.stored,
      column: described,
      text: opened.cells[column] ?? null,
      isCut: opened.cut.has(column) && opened.stored !== null,
      readOnly: !canEdit(table, opened, described),
    });
  };
  const rangeAt = ({ row, column }: Position): CellRange =>
    selected ?? { fromRow: row, toRow: row, fromColumn: column, toColumn: column };
  const menuCommands = ({ row, column }: GridMenuRequest): RowCommands => {
    const range = rangeAt({ row, column });
    const opened = shown[row];
    return {
      showView: commands.showView,
      openCell: () => openCell(row, column),
      copy: (withHeader) => commands.copy(range, withHeader),
      copyText: commands.copyText,
      setNull: () => commands.clear(range),
      setDefault: () => commands.setDefault(range),
      setEmpty: () => commands.edit(row, column, ''),
      deleteRows: () => commands.delete(range),
      duplicateRow: () => opened && commands.insert(copyOf(table, opened)),
      revertRow: () => opened?.id != null && edits.send({ type: 'change.reverted', row: opened.id }),
    };
  };
  const menuItems = (at: GridMenuRequest) => {
    const column = table.columns[at.column];
    const row = shown[at.row];
    if (!column) return [];
    if (at.row === headerRow) return columnMenu(column, view, menuCommands(at));
    const range = rangeAt(at);
    return row ? cellMenu({ table, projectRef, row, column, index: at.column, range, view }, menuCommands(at)) : [];
  };

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
