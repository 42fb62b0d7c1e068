import { countWords } from '../../contract/common/counts.ts';
import type { CellRange } from '../../contract/sql/cellRange.ts';
import type { ExportFormat } from '../../contract/tables/exportRows.ts';
import { queryOfRows, rowsWith } from '../../contract/tables/rowAddress.ts';
import { isOrdered, type RowView } from '../../contract/tables/rows.ts';
import { takesRows, type TableColumn, type TableDetail } from '../../contract/tables/table.ts';
import type { ViewAs } from '../../contract/tables/viewAs.ts';
import { href } from '../../router/href.ts';
import type { MenuItem } from '../ui/MenuList.tsx';
import { strokeText } from '../ui/strokeText.ts';
import { canEdit, isText } from './cellRules.ts';
import { pointedRow } from './references.ts';
import type { ShownRow } from './shownRows.ts';
import { takesSort, withoutSort, withSort } from './sorting.ts';

/** What the menus of the grid do. */
export interface RowCommands {
  showView: (view: RowView) => void;
  openCell: () => void;
  /** Where a foreign key points, and where else it may. */
  openReference: () => void;
  copy: (withHeader: boolean) => void;
  copyAs: (format: ExportFormat) => void;
  /** Selected rows or cells as a file. */
  exportSelection: () => void;
  copyText: (text: string) => void;
  setNull: () => void;
  setDefault: () => void;
  setEmpty: () => void;
  /** A new UUID for each cell. */
  generate: () => void;
  deleteRows: () => void;
  duplicateRow: () => void;
  revertRow: () => void;
  openRow: () => void;
  hideColumn: () => void;
  /** By so many places. */
  moveColumn: (by: number) => void;
  /** Keeps the column in place while the others are scrolled, or not. */
  freezeColumn: (isFrozen: boolean) => void;
}

/** Where a column stands among those that are shown. */
interface ColumnPlace {
  index: number;
  count: number;
  isFrozen: boolean;
  /** How many columns are frozen: they come first. */
  frozen: number;
}

/** The commands of a column. */
export function columnMenu(
  column: TableColumn,
  { index, count, isFrozen, frozen }: ColumnPlace,
  view: RowView,
  commands: RowCommands,
): MenuItem[] {
  const { name, baseType } = column;
  const sort = view.sorts.find((one) => one.column === name);
  const others = withoutSort(view.sorts, name).length;
  const sortItem = (descending: boolean, isAdded: boolean): MenuItem => {
    const direction = descending ? 'descending' : 'ascending';
    return {
      kind: 'action',
      key: isAdded ? `then ${direction}` : direction,
      label: isAdded ? `Then sort ${direction}` : `Sort ${direction}`,
      disabled:
        (sort?.descending === descending && (isAdded || others === 0)) ||
        (isAdded && !takesSort(view.sorts, name)) ||
        !isOrdered(baseType),
      onSelect: () =>
        commands.showView({ ...view, sorts: withSort(view.sorts, { column: name, descending }, isAdded) }),
    };
  };
  return [
    { kind: 'heading', key: 'name', label: `${name} ${column.type}` },
    sortItem(false, false),
    sortItem(true, false),
    // After the columns that the rows are sorted by already.
    ...(others > 0 ? [sortItem(false, true), sortItem(true, true)] : []),
    {
      kind: 'action',
      key: 'unsorted',
      label: 'Remove sort',
      disabled: sort === undefined,
      onSelect: () => commands.showView({ ...view, sorts: withoutSort(view.sorts, name) }),
    },
    { kind: 'separator', key: 'arranging' },
    {
      kind: 'action',
      key: 'left',
      label: 'Move left',
      disabled: index === (isFrozen ? 0 : frozen),
      onSelect: () => commands.moveColumn(-1),
    },
    {
      kind: 'action',
      key: 'right',
      label: 'Move right',
      disabled: index === (isFrozen ? frozen : count) - 1,
      onSelect: () => commands.moveColumn(1),
    },
    {
      kind: 'action',
      key: 'freeze',
      label: isFrozen ? 'Unfreeze column' : 'Freeze column',
      // The others need room.
      disabled: !isFrozen && frozen === count - 1,
      onSelect: () => commands.freezeColumn(!isFrozen),
    },
    { kind: 'action', key: 'hide', label: 'Hide column', disabled: count === 1, onSelect: commands.hideColumn },
    { kind: 'separator', key: 'copying' },
    { kind: 'action', key: 'copyName', label: 'Copy column name', onSelect: () => commands.copyText(name) },
  ];
}

interface CellMenuPlace {
  table: TableDetail;
  projectRef: string;
  row: ShownRow;
  column: TableColumn;
  index: number;
  range: CellRange;
  view: RowView;
  viewAs: ViewAs | null;
  /** A selected row is stored. */
  canExport: boolean;
}

/** What takes the selection elsewhere. */
const copying = (canExport: boolean, commands: RowCommands): MenuItem[] => [
  { kind: 'action', key: 'copy', label: 'Copy', shortcut: strokeText('Mod+C'), onSelect: () => commands.copy(false) },
  { kind: 'action', key: 'copyHeaders', label: 'Copy with headers', onSelect: () => commands.copy(true) },
  { kind: 'action', key: 'copyJson', label: 'Copy as JSON', onSelect: () => commands.copyAs('json') },
  { kind: 'action', key: 'copyCsv', label: 'Copy as CSV', onSelect: () => commands.copyAs('csv') },
  { kind: 'action', key: 'copySql', label: 'Copy as SQL inserts', onSelect: () => commands.copyAs('sql') },
  {
    kind: 'action',
    key: 'export',
    label: 'Export selection…',
    disabled: !canExport,
    onSelect: commands.exportSelection,
  },
];

/** What gives the selected cells a value that is not typed. */
const settingValues = (column: TableColumn, isEditable: boolean, commands: RowCommands): MenuItem[] => [
  {
    kind: 'action',
    key: 'null',
    label: 'Set to NULL',
    shortcut: 'Del',
    disabled: !isEditable || !column.nullable,
    onSelect: commands.setNull,
  },
  {
    kind: 'action',
    key: 'default',
    label: 'Set to default',
    disabled: !isEditable || column.default === null,
    onSelect: commands.setDefault,
  },
  ...(isText(column)
    ? [
        {
          kind: 'action' as const,
          key: 'empty',
          label: 'Set to empty string',
          disabled: !isEditable,
          onSelect: commands.setEmpty,
        },
      ]
    : []),
  ...(column.baseType === 'uuid'
    ? [
        {
          kind: 'action' as const,
          key: 'generate',
          label: 'Generate UUID',
          disabled: !isEditable,
          onSelect: commands.generate,
        },
      ]
    : []),
];

/** The commands of a cell, and of the rows that are selected. */
export function cellMenu(
  { table, projectRef, row, column, index, range, view, viewAs, canExport }: CellMenuPlace,
  commands: RowCommands,
): MenuItem[] {
  const value = row.cells[index] ?? null;
  const isEditable = canEdit(table, row, column);
  const rows = countWords(range.toRow - range.fromRow + 1, 'row');
  const { reference } = column;
  const pointsAt = pointedRow(table, row, column);
  const isCut = row.cut.has(index);
  return [
    {
      kind: 'action',
      key: 'open',
      label: isEditable ? 'Edit value…' : 'View value…',
      shortcut: strokeText('Mod+Enter'),
      onSelect: commands.openCell,
    },
    { kind: 'action', key: 'row', label: 'Open row', disabled: row.id === null, onSelect: commands.openRow },
    ...copying(canExport, commands),
    ...(reference && !isCut
      ? [
          {
            kind: 'action' as const,
            key: 'reference',
            label:
              value === null
                ? `Choose a row of ${reference.table}…`
                : isEditable
                  ? `Show or choose a row of ${reference.table}…`
                  : `Show row of ${reference.table}…`,
            shortcut: strokeText('Alt+Enter'),
            onSelect: commands.openReference,
          },
        ]
      : []),
    ...(reference && pointsAt !== null && !isCut
      ? [
          {
            kind: 'link' as const,
            key: 'follow',
            label: `Open in ${reference.table}`,
            href: href('table', { ref: projectRef, id: String(reference.id) }, queryOfRows(rowsWith(pointsAt, viewAs))),
          },
        ]
      : []),
    {
      kind: 'action',
      key: 'filter',
      label: value === null ? 'Filter by NULL' : 'Filter by this value',
      disabled: isCut,
      onSelect: () =>
        commands.showView({
          ...view,
          filters: [
            ...view.filters.filter((filter) => filter.column !== column.name),
            { column: column.name, operator: value === null ? 'is null' : '=', value: value ?? '' },
          ],
        }),
    },
    { kind: 'separator', key: 'editing' },
    ...settingValues(column, isEditable, commands),
    { kind: 'separator', key: 'rows' },
    {
      kind: 'action',
      key: 'duplicate',
      label: 'Duplicate row',
      disabled: !takesRows(table),
      onSelect: commands.duplicateRow,
    },
    {
      kind: 'action',
      key: 'revert',
      label: 'Undo changes of this row',
      disabled: row.change === null,
      onSelect: commands.revertRow,
    },
    {
      kind: 'action',
      key: 'delete',
      label: `Delete ${rows}`,
      tone: 'danger',
      disabled: row.id === null || row.change?.type === 'delete' || (row.stored !== null && table.readOnly !== null),
      onSelect: commands.deleteRows,
    },
  ];
}
