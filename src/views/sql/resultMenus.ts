import type { CellRange } from '../../contract/sql/cellRange.ts';
import type { TextFormat } from '../../contract/sql/resultText.ts';
import { shownColumns } from '../../machines/sql/sqlRun/arrangedResult.ts';
import type { Arrangement, CellFilter } from '../../machines/sql/sqlRun/arrangement.ts';
import type { ResultSet } from '../../machines/sql/sqlRun/resultStore.ts';
import type { Position } from '../parts/grid/selection.ts';
import type { MenuItem } from '../ui/MenuList.tsx';
import { strokeText } from '../ui/strokeText.ts';

/** What the menus of a result do. Columns of an arrangement are numbered as received, those of cells as shown. */
export interface ResultCommands {
  arrangement: Arrangement;
  /** Rows still arrive: they can be copied, but not sorted or filtered. */
  isReceiving: boolean;
  arrange: (change: Partial<Arrangement>) => void;
  filter: (column: number, wanted: CellFilter) => void;
  /** Lets the user type what a column's values contain. */
  typeFilter: (column: number) => void;
  openCell: (row: number, column: number) => void;
  copy: (range: CellRange, format: TextFormat, withHeader: boolean) => void;
  copyText: (text: string) => void;
}

/** The commands of a column. */
export function columnMenu(
  result: ResultSet,
  received: ResultSet,
  shownAt: number,
  commands: ResultCommands,
): MenuItem[] {
  const { arrangement, isReceiving, arrange, typeFilter, copy, copyText } = commands;
  const shown = shownColumns(received.columns, arrangement);
  const column = shown[shownAt]!;
  const { name } = received.columns[column]!;
  const { sort, hidden } = arrangement;
  const sortItem = (descending: boolean): MenuItem => ({
    kind: 'action',
    key: descending ? 'descending' : 'ascending',
    label: descending ? 'Sort descending' : 'Sort ascending',
    detail: received.more ? 'Loaded rows' : undefined,
    disabled: isReceiving || (sort?.column === column && sort.descending === descending),
    onSelect: () => arrange({ sort: { column, descending } }),
  });
  return [
    { kind: 'heading', key: 'name', label: name },
    sortItem(false),
    sortItem(true),
    {
      kind: 'action',
      key: 'filter',
      label: 'Filter…',
      detail: received.more ? 'Loaded rows' : undefined,
      disabled: isReceiving,
      onSelect: () => typeFilter(column),
    },
    {
      kind: 'action',
      key: 'hide',
      label: 'Hide column',
      disabled: isReceiving || shown.length === 1,
      onSelect: () => arrange({ hidden: new Set([...hidden, column]) }),
    },
    { kind: 'separator', key: 'copying' },
    {
      kind: 'action',
      key: 'copy',
      label: 'Copy column',
      onSelect: () =>
        copy({ fromRow: 0, toRow: result.rows.length - 1, fromColumn: shownAt, toColumn: shownAt }, 'tsv', false),
    },
    { kind: 'action', key: 'copyName', label: 'Copy column name', onSelect: () => copyText(name) },
  ];
}

/** The commands of a cell, and of the selection that it is in. */
export function cellMenu(
  result: ResultSet,
  received: ResultSet,
  { row, column }: Position,
  selected: CellRange | null,
  { arrangement, isReceiving, filter, openCell, copy }: ResultCommands,
): MenuItem[] {
  const range = selected ?? { fromRow: row, toRow: row, fromColumn: column, toColumn: column };
  const value = result.rows[row]?.[column] ?? null;
  return [
    {
      kind: 'action',
      key: 'copy',
      label: 'Copy',
      shortcut: strokeText('Mod+C'),
      onSelect: () => copy(range, 'tsv', false),
    },
    { kind: 'action', key: 'copyHeaders', label: 'Copy with headers', onSelect: () => copy(range, 'tsv', true) },
    { kind: 'action', key: 'copyJson', label: 'Copy as JSON', onSelect: () => copy(range, 'json', true) },
    { kind: 'separator', key: 'viewing' },
    {
      kind: 'action',
      key: 'view',
      label: 'View value',
      shortcut: strokeText('Enter'),
      onSelect: () => openCell(row, column),
    },
    {
      kind: 'action',
      key: 'filter',
      label: value === null ? 'Filter by NULL' : 'Filter by this value',
      disabled: isReceiving,
      onSelect: () => filter(shownColumns(received.columns, arrangement)[column]!, { kind: 'is', value }),
    },
  ];
}
