import { useId, useImperativeHandle, useLayoutEffect, useMemo, useRef, type Ref } from 'react';
import { css } from 'styled-system/css';
import { ownValue } from '../../contract/common/ownValue.ts';
import type { CellRange } from '../../contract/sql/cellRange.ts';
import type { Cell } from '../../contract/sql/query.ts';
import { isOrdered, type RowSort } from '../../contract/tables/rows.ts';
import type { TableColumn, TableDetail } from '../../contract/tables/table.ts';
import { atClockOf } from '../../contract/tables/timeZones.ts';
import { mountGrid, type Grid } from '../parts/grid/grid.ts';
import { createEditor } from '../parts/grid/gridEditor.ts';
import type { ColumnSort, GridColumn, GridMenuRequest, GridOptions } from '../parts/grid/gridOptions.ts';
import { gridClasses } from '../parts/grid/gridStyles.ts';
import { rowHeights } from '../parts/grid/rowHeights.ts';
import type { Position } from '../parts/grid/selection.ts';
import { useDensity } from '../parts/useDensity.ts';
import { strokeText } from '../ui/strokeText.ts';
import { hasText } from './cellCommands.ts';
import { canEdit, editorOf, emptiedValue, isMoment, nullWords } from './cellRules.ts';
import { cellMarkOf, rowMarkOf, shownCells, type RefusedCell, type ShownRow } from './shownRows.ts';

const frame = css({ position: 'relative', height: 'full', minHeight: '0', minWidth: '0' });
const spoken = css({ srOnly: true });

/** What the grid asks for. */
interface RowGridHandlers {
  onCellOpened: (position: Position) => void;
  /** Where the cell points is asked for. */
  onFollowed: (position: Position) => void;
  onCopyRequested: (range: CellRange) => void;
  onMenuRequested: (request: GridMenuRequest) => void;
  onSelected: (range: CellRange) => void;
  /** Why a value that was typed in place cannot be staged in its row; null where it can. */
  refusalOf: (row: ShownRow, column: string) => string | null;
  /** A value was typed in place: the row is as it was shown when the edit began. */
  onEdited: (row: ShownRow, column: string, value: Cell) => void;
  onCleared: (range: CellRange) => void;
  onPasted: (range: CellRange, text: string) => void;
  onFilledDown: (range: CellRange) => void;
  onUndone: () => void;
  onRedone: () => void;
  onCommitted: () => void;
  onResized: (column: string, width: number) => void;
  /** By a column, or by it after the others. */
  onSorted: (column: string, isAdded: boolean) => void;
  /** A column is dragged to a place among those that are shown. */
  onMoved: (column: string, to: number) => void;
}

interface RowGridProps {
  table: TableDetail;
  rows: readonly ShownRow[];
  refused: RefusedCell | null;
  /** Nothing can be edited for the moment. */
  locked: boolean;
  handlers: RowGridHandlers;
  /** Widths that the user chose, by column. */
  widths: Readonly<Record<string, number>>;
  /** How many of the first columns are frozen. */
  frozen: number;
  /** The zone that moments are shown in; null for as Postgres writes them. */
  zone: string | null;
  /** What the rows are sorted by. */
  sorts: readonly RowSort[];
  /** A text whose cells are marked; empty for none. */
  find: string;
  /** Holds the grid while it is mounted. */
  port: Ref<Grid>;
}

const sortOf = (sorts: readonly RowSort[], column: string): ColumnSort | null => {
  const place = sorts.findIndex((sort) => sort.column === column);
  const sort = sorts[place];
  return sort ? { descending: sort.descending, place: sorts.length === 1 ? null : place + 1 } : null;
};

const gridColumn = (
  { name, type, baseType, reference }: TableColumn,
  zone: string | null,
  sorts: readonly RowSort[],
): GridColumn => ({
  name,
  type,
  ...(zone !== null && isMoment({ baseType }) && { zone }),
  ...(isOrdered(baseType) && { sort: sortOf(sorts, name) }),
  ...(reference && { pointsTo: `${reference.table}.${reference.column}` }),
});

/** Holds the grid of a table's rows, which draws itself: rows never pass through React. */
export function RowGrid({
  table,
  rows,
  refused,
  locked,
  handlers,
  widths,
  frozen,
  zone,
  sorts,
  find,
  port,
}: RowGridProps) {
  const place = useRef<HTMLDivElement>(null);
  const grid = useRef<Grid | null>(null);
  const id = useId();
  const rowHeight = rowHeights[useDensity()];
  const cells = useMemo(() => shownCells(table, rows, zone), [table, rows, zone]);
  const shownNow = { table, rows, cells, refused, locked, handlers, widths, rowHeight, find };
  const latest = useRef(shownNow);
  useLayoutEffect(() => {
    const before = latest.current;
    latest.current = shownNow;
    grid.current?.setRowHeight(rowHeight);
    // A grid with other columns takes its place.
    if (before.table.columns !== table.columns) return;
    const isSame = (['cells', 'refused', 'locked', 'find'] as const).every((name) => before[name] === shownNow[name]);
    if (!isSame) grid.current?.redraw();
  });
  useLayoutEffect(
    () => () => {
      grid.current?.destroy();
      grid.current = null;
    },
    [],
  );
  const { name: tableName, columns } = table;
  useLayoutEffect(() => {
    const ask = () => latest.current.handlers;
    const rowAt = (row: number) => latest.current.rows[row];
    const options: GridOptions = {
      id,
      data: {
        columns: columns.map((column) => gridColumn(column, zone, sorts)),
        get rows() {
          return latest.current.cells;
        },
      },
      classes: gridClasses,
      rowHeight: latest.current.rowHeight,
      label: `Rows of ${tableName}`,
      describedBy: `${id}-help`,
      onCellOpened: (position) => ask().onCellOpened(position),
      onFollowed: (position) => ask().onFollowed(position),
      onCopyRequested: (range) => ask().onCopyRequested(range),
      onSelected: (range) => ask().onSelected(range),
      onMenuRequested: (request) => ask().onMenuRequested(request),
      widthOf: (column) => ownValue(latest.current.widths, columns[column]!.name),
      onResized: (column, width) => ask().onResized(columns[column]!.name, width),
      frozen,
      onSorted: (column, isAdded) => ask().onSorted(columns[column]!.name, isAdded),
      onMoved: (column, to) => ask().onMoved(columns[column]!.name, to),
      marks: {
        cellAt: (row, column) => cellMarkOf(rowAt(row)!, columns[column]!, latest.current.refused),
        rowAt: (row) => rowMarkOf(rowAt(row)!, latest.current.refused),
        isFound: (row, column) => hasText(rowAt(row)!.cells[column] ?? null, latest.current.find),
      },
      editing: {
        create: createEditor,
        isEditable: () => {
          const { table: shown, rows: all } = latest.current;
          return all.some((row) => columns.some((column) => canEdit(shown, row, column)));
        },
        edit: ({ row, column }) => {
          const begun = rowAt(row);
          const editor = latest.current.locked ? null : editorOf(latest.current.table, begun, column);
          if (!begun || !editor) return null;
          const edited = columns[column]!;
          return {
            ...editor,
            // In the zone that is shown.
            value: latest.current.cells[row]?.[column] ?? null,
            position: () => {
              const now = {
                row: latest.current.rows.findIndex(({ id: one }) => one === begun.id),
                column: latest.current.table.columns.findIndex(({ name }) => name === edited.name),
              };
              return now.row === -1 || now.column === -1 ? null : now;
            },
            refusal: (given) =>
              ask().refusalOf(begun, edited.name) ??
              (given === undefined ? null : nullWords(edited, emptiedValue(edited, given))),
            onEdited: (given) => {
              const value = emptiedValue(edited, given);
              const isAtClock = zone !== null && value !== null && isMoment(edited);
              ask().onEdited(begun, edited.name, isAtClock ? atClockOf(value, zone) : value);
            },
          };
        },
        onCleared: (range) => ask().onCleared(range),
        onPasted: (range, text) => ask().onPasted(range, text),
        onFilledDown: (range) => ask().onFilledDown(range),
        onUndone: () => ask().onUndone(),
        onRedone: () => ask().onRedone(),
        onCommitted: () => ask().onCommitted(),
      },
    };
    grid.current = grid.current?.replaceWith(options) ?? mountGrid(place.current!, options);
  }, [id, tableName, columns, frozen, zone, sorts]);
  useImperativeHandle(port, () => grid.current!);
  return (
    <div ref={place} className={frame}>
      <p id={`${id}-help`} className={spoken}>
        {`Enter edits a cell, ${strokeText('Mod+Enter')} opens its value, Alt+Enter shows where a foreign key points, Delete sets it to NULL, ${strokeText('Mod+C')} and ${strokeText('Mod+V')} copy and paste, ${strokeText('Mod+D')} fills down, ${strokeText('Mod+Z')} undoes, ${strokeText('Mod+S')} commits. Shift and F10 opens the menu of the cell, Alt and the down arrow that of the column. In the header, Enter sorts, and Shift and Enter sort after other columns. Tab goes to the next cell; Escape and then Tab leaves the rows.`}
      </p>
    </div>
  );
}
