import type { ActorRefFrom } from 'xstate';
import type { CellRange } from '../../contract/sql/cellRange.ts';
import type { RowView } from '../../contract/tables/rows.ts';
import type { TableDetail } from '../../contract/tables/table.ts';
import type { ViewAs } from '../../contract/tables/viewAs.ts';
import type { stagedEditsMachine } from '../../machines/tables/stagedEdits/stagedEdits.machine.ts';
import type { OpenedExport } from '../../machines/tables/tableScreen/tableScreen.machine.ts';
import type { GridMenuRequest } from '../parts/grid/gridOptions.ts';
import { headerRow, type Position } from '../parts/grid/selection.ts';
import type { MenuItem } from '../ui/MenuList.tsx';
import { cellMenu, columnMenu, type RowCommands } from './rowMenus.ts';
import { rowsAsText } from './rowsAsText.ts';
import type { ColumnArrangement } from './useColumnArrangement.ts';
import type { useRowCommands } from './useRowCommands.ts';
import type { ShownRows } from './useShownRows.ts';

export interface GridMenuPlace {
  /** Whole, with every column. */
  table: TableDetail;
  /** With the columns that are shown. */
  visible: TableDetail;
  projectRef: string;
  view: RowView;
  viewAs: ViewAs | null;
  rows: ShownRows;
  /** What is selected; null before the grid says so. */
  selected: CellRange | null;
  commands: ReturnType<typeof useRowCommands>;
  edits: ActorRefFrom<typeof stagedEditsMachine>;
  openCell: (row: number, column: number) => void;
  openReference: (row: number, column: number) => void;
  openRow: (id: string) => void;
  /** What can be exported of a selection. */
  exportOf: (range: CellRange) => OpenedExport;
  onExported: (opening: OpenedExport) => void;
  arrange: ColumnArrangement;
}

/** The commands of a cell or a column where the grid asks for its menu. */
export function gridMenu({
  table,
  visible,
  projectRef,
  view,
  viewAs,
  rows: { shown, whole },
  selected,
  commands,
  edits,
  openCell,
  openReference,
  openRow,
  exportOf,
  onExported,
  arrange,
}: GridMenuPlace): (at: GridMenuRequest) => MenuItem[] {
  const rangeAt = ({ row, column }: Position): CellRange =>
    selected ?? { fromRow: row, toRow: row, fromColumn: column, toColumn: column };
  const menuCommands = ({ row, column }: GridMenuRequest): RowCommands => {
    const range = rangeAt({ row, column });
    const opened = shown[row];
    return {
      showView: commands.showView,
      openCell: () => openCell(row, column),
      openReference: () => openReference(row, column),
      copy: (withHeader) => commands.copy(range, withHeader),
      copyAs: (format) => {
        commands.copyText(rowsAsText(visible, shown, range, format));
        commands.warnOfCutIn(range);
      },
      exportSelection: () => onExported(exportOf(range)),
      copyText: commands.copyText,
      setNull: () => commands.clear(range),
      setDefault: () => commands.setDefault(range),
      generate: () => commands.generate(range),
      setEmpty: () => commands.edit(row, column, ''),
      deleteRows: () => commands.delete(range),
      duplicateRow: () => whole[row] && commands.duplicate(whole[row]),
      revertRow: () => opened?.id != null && edits.send({ type: 'change.reverted', row: opened.id }),
      openRow: () => opened?.id != null && openRow(opened.id),
      hideColumn: () => arrange.hide(visible.columns[column]!.name),
      freezeColumn: (isFrozen) => arrange.freeze(visible.columns[column]!.name, isFrozen),
      moveColumn: (by) => arrange.move(visible.columns[column]!.name, column + by),
    };
  };
  return (at) => {
    const column = visible.columns[at.column];
    const row = shown[at.row];
    if (!column) return [];
    if (at.row === headerRow)
      return columnMenu(
        column,
        {
          index: at.column,
          count: visible.columns.length,
          isFrozen: arrange.layout.frozen.includes(column.name),
          frozen: visible.columns.filter(({ name }) => arrange.layout.frozen.includes(name)).length,
        },
        view,
        menuCommands(at),
      );
    const range = rangeAt(at);
    if (!row) return [];
    const canExport = exportOf(range).exported.selected !== null;
    return cellMenu(
      { table, projectRef, row, column, index: at.column, range, view, viewAs, canExport },
      menuCommands(at),
    );
  };
}
