import { ownValue } from '../../contract/common/ownValue.ts';
import type { Cell } from '../../contract/sql/query.ts';
import { goneColumn, type TableColumn, type TableDetail } from '../../contract/tables/table.ts';
import type { OpenedCell } from '../../machines/tables/cellEditor/cellEditor.machine.ts';
import type { CellEditor } from '../parts/grid/gridOptions.ts';
import { pointedRow } from './references.ts';
import type { ShownRow } from './shownRows.ts';

/** Longest text that is edited in its cell. */
const inPlaceMax = 200;

const textTypes: ReadonlySet<string> = new Set(['text', 'character varying', 'character', 'name', 'citext', 'xml']);

/** Other types that have an empty value. */
const emptiableTypes: ReadonlySet<string> = new Set([
  'bytea',
  'bit varying',
  'tsvector',
  'tsquery',
  '"char"',
  'hstore',
  'ltree',
]);

/** Types of extensions are named with their schema. */
const typeName = ({ baseType }: Pick<TableColumn, 'baseType'>): string => baseType.replace(/^.*\./, '');

/** Whether a column holds texts, of which one may be empty. */
export const isText = (column: Pick<TableColumn, 'baseType'>): boolean => textTypes.has(typeName(column));

/** An empty text as a value: NULL where the type has no empty one. */
export const emptiedValue = (column: Pick<TableColumn, 'baseType'>, value: Cell): Cell =>
  value === '' && !isText(column) && !emptiableTypes.has(typeName(column)) ? null : value;

/** Why a value cannot be staged in a column; null where it can. */
export const nullWords = ({ name, nullable }: Pick<TableColumn, 'name' | 'nullable'>, value: Cell): string | null =>
  value === null && !nullable ? `${name} cannot be NULL. Type a value, or press Escape.` : null;

/** The values that a column can have; null where they are not few. */
export const choicesOf = ({ labels, baseType, nullable }: TableColumn): readonly Cell[] | null => {
  const values = labels ?? (baseType === 'boolean' ? ['true', 'false'] : null);
  return values === null ? null : nullable ? [null, ...values] : values;
};

const structuredTypes: ReadonlySet<string> = new Set(['json', 'jsonb', 'bytea']);

/** Whether values of the column may have several lines, or are long. */
export const hasLines = ({ baseType }: Pick<TableColumn, 'baseType'>): boolean =>
  isText({ baseType }) || structuredTypes.has(baseType) || baseType.endsWith('[]');

/** Whether values of the column are moments, which each zone writes in its own way. */
export const isMoment = ({ baseType }: Pick<TableColumn, 'baseType'>): boolean =>
  baseType === 'timestamp with time zone';

/** Types whose text is no form that people can edit: it stands for bytes of their own, or Postgres takes none. */
const unfaithfulTypes: ReadonlySet<string> = new Set([
  'geometry',
  'geography',
  'raster',
  'pg_node_tree',
  'pg_ndistinct',
  'pg_dependencies',
  'pg_mcv_list',
  'pg_snapshot',
  'txid_snapshot',
]);

/** Why values of the column are only shown; null where they can be edited. */
const unfaithfulWords = ({ baseType }: Pick<TableColumn, 'baseType'>): string | null =>
  unfaithfulTypes.has(typeName({ baseType }))
    ? `Values of type ${baseType} are shown as Postgres writes them. Change them in the SQL editor.`
    : null;

/** Why values of the column cannot be edited, as Postgres tells them; null where they can be. */
export const uneditableWords = (column: Pick<TableColumn, 'baseType' | 'generated' | 'computed'>): string | null =>
  column.generated
    ? column.computed
      ? 'Postgres computes this value from the other columns of the row, so you cannot edit it.'
      : 'Postgres numbers the rows in this column (GENERATED ALWAYS AS IDENTITY), so you cannot edit the value.'
    : unfaithfulWords(column);

/** Why a value cannot be staged: one of its columns was dropped or renamed meanwhile. Null where all are there. */
export function goneWords(table: TableDetail, columns: readonly string[]): string | null {
  const gone = goneColumn(table, columns);
  return gone === null ? null : `The table no longer has the column ${gone}. Copy the value, or press Escape.`;
}

/** Whether the user may change a cell. */
export const canEdit = (table: TableDetail, row: ShownRow | undefined, column: TableColumn | undefined): boolean =>
  row !== undefined &&
  column !== undefined &&
  !column.generated &&
  unfaithfulWords(column) === null &&
  row.change?.type !== 'delete' &&
  (row.change?.type === 'insert' || (table.readOnly === null && row.stored !== null));

/** How a cell is edited in its place; null where it is opened instead. */
export function editorOf(table: TableDetail, row: ShownRow | undefined, index: number): CellEditor | null {
  const column = table.columns[index];
  if (!row || !column || !canEdit(table, row, column) || row.cut.has(index)) return null;
  const value = row.cells[index] ?? null;
  const choices = choicesOf(column);
  if (choices === null && value !== null && (value.length > inPlaceMax || value.includes('\n'))) return null;
  return { value, choices };
}

/** A pasted text as a value. One that fits nowhere stays as it is, for Postgres to say so. */
export const pastedValue = (column: TableColumn, text: Cell): Cell =>
  text === '' && column.nullable && !isText(column) ? null : text;

/** The lines of a pasted block; undefined where it says nothing about a column. */
export type PastedBlock = readonly (readonly (Cell | undefined)[])[];

/** A value of a JSON document as the text that Postgres takes. */
const textOfJson = (value: unknown): Cell | undefined =>
  value === null || value === undefined ? value : typeof value === 'object' ? JSON.stringify(value) : String(value);

/** A JSON list as a block: of objects, by the columns from one on; of lists, as they are. Null for another text. */
function jsonBlock(text: string, columns: readonly Pick<TableColumn, 'name'>[]): PastedBlock | null {
  if (!/^\s*\[\s*[[{]/.test(text)) return null;
  try {
    const rows: unknown = JSON.parse(text);
    if (!Array.isArray(rows) || rows.some((row) => typeof row !== 'object' || row === null)) return null;
    return rows.map((row: object) =>
      Array.isArray(row)
        ? row.map(textOfJson)
        : columns.map(({ name }) => textOfJson(ownValue(row as Readonly<Record<string, unknown>>, name))),
    );
  } catch {
    return null;
  }
}

/**
 * The lines and fields of a pasted block: a field in double quotes may hold tabs and line ends. A JSON list of objects
 * goes to the columns of the same names, from the given ones.
 */
export function pastedBlock(text: string, columns: readonly Pick<TableColumn, 'name'>[] = []): PastedBlock {
  const json = jsonBlock(text, columns);
  if (json !== null) return json;
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^\t\r\n]*))(\t|\r?\n|\r|$)/g)) {
    row.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'));
    if (end === '\t') continue;
    rows.push(row);
    row = [];
    if (end === '') break;
  }
  // A block ends with a line end, or without one.
  return rows.length > 1 && rows.at(-1)?.length === 1 && rows.at(-1)?.[0] === '' ? rows.slice(0, -1) : rows;
}

/** A cell as its editor takes it; null where there is none. */
export function openedCell(
  table: TableDetail,
  row: ShownRow | undefined,
  index: number,
  locked: boolean,
): OpenedCell | null {
  const column = table.columns[index];
  if (!row || !column) return null;
  return {
    row: row.id ?? '',
    stored: row.stored,
    column,
    text: row.cells[index] ?? null,
    isCut: row.cut.has(index) && row.stored !== null,
    readOnly: locked || !canEdit(table, row, column),
    pointsAt: pointedRow(table, row, column),
  };
}
