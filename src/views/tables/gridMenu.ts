import type { ActorRefFrom } from 'xstate';
import type { CellRange } from '../../contract/sql/cellRange.ts';
import type { RowView } from '../../contract/tables/rows.ts';
import type { TableDetail } from '../../contract/tables/table.ts';
import type { stagedEditsMachine } from '../../machines/tables/stagedEdits/stagedEdits.machine.ts';
import type { GridMenuRequest } from '../parts/grid/gridOptions.ts';
import { headerRow, type Position } from '../parts/grid/selection.ts';
import type { MenuItem } from '../ui/floating/MenuList.tsx';
import { copyOf } from './cellCommands.ts';
import { cellMenu, columnMenu, type RowCommands } from './rowMenus.ts';
import type { ShownRow } from './shownRows.ts';
import type { useRowCommands } from './useRowCommands.ts';

export interface GridMenuPlace {
  table: TableDetail;
  projectRef: string;
  view: RowView;
  shown: readonly ShownRow[];
  /** What is selected; null before the grid says so. */
  selected: CellRange | null;
  commands: ReturnType<typeof useRowCommands>;
  edits: ActorRefFrom<typeof stagedEditsMachine>;
  openCell: (row: number, column: number) => void;
}

/** The commands of a cell or a column where the grid asks for its menu. */
export function gridMenu({
  table,
  projectRef,
  view,
  shown,
  selected,
  commands,
  edits,
  openCell,
}: GridMenuPlace): (at: GridMenuRequest) => MenuItem[] {
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
  return (at) => {
    const column = table.columns[at.column];
    const row = shown[at.row];
    if (!column) return [];
    if (at.row === headerRow) return columnMenu(column, view, menuCommands(at));
    const range = rangeAt(at);
    return row ? cellMenu({ table, projectRef, row, column, index: at.column, range, view }, menuCommands(at)) : [];
  };
}
