import type { CellRange } from './cellRange.ts';
import { doubleTypes } from './numericTypes.ts';
import type { Cell, Column } from './query.ts';

/**
 * `spreadsheetCsv` is CSV in which nothing can run as a formula; every other format has exactly what the database has.
 */
export type TextFormat = 'tsv' | 'csv' | 'spreadsheetCsv' | 'json';

export interface ResultTable {
  columns: readonly Pick<Column, 'name' | 'type'>[];
  rows: readonly (readonly Cell[])[];
}

/** About the length of a piece, in characters: small enough to make within a few milliseconds. */
const pieceLength = 64 * 1024;

/** A spreadsheet splits at tabs and lines, and reads a quoted cell whole. */
const tsvSpecial = /[\t\n\r"]/;
const csvSpecial = /[,\n\r"]/;

/** What a spreadsheet would run as a formula when the file is opened. Signed numbers are left alone: they are data. */
const formula = /^[=@\t\r]|^[+-](?!\d*\.?\d+(?:[eE][+-]?\d+)?$|Infinity$)/;

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** One CSV field. NULL is an empty field and an empty string is `""`, as COPY … CSV writes and reads them. */
export function csvField(value: Cell): string {
  if (value === null) return '';
  return value === '' || csvSpecial.test(value) ? quoted(value) : value;
}

/** The same, disarmed: a leading apostrophe is how spreadsheets themselves mark text. */
export function spreadsheetField(value: Cell): string {
  return value !== null && formula.test(value) ? quoted(`'${value}`) : csvField(value);
}

/** One field for pasting. NULL and the empty string are both an empty cell, which is all that a paste can say. */
export function tsvField(value: Cell): string {
  if (value === null) return '';
  return tsvSpecial.test(value) ? quoted(value) : value;
}

const fields: Readonly<Record<Exclude<TextFormat, 'json'>, (value: Cell) => string>> = {
  tsv: tsvField,
  csv: csvField,
  spreadsheetCsv: spreadsheetField,
};

const finite = /^-?\d/;
const jsonTypes: ReadonlySet<string> = new Set(['json', 'jsonb']);
const booleanTypes: ReadonlySet<string> = new Set(['bool', 'boolean']);

/**
 * One value as JSON. Numbers that a reader's double would round (bigint, numeric) or cannot say (NaN) stay strings, so
 * that what is exported is exactly what the database has.
 */
export function jsonValue(value: Cell, type: string): string {
  if (value === null) return 'null';
  if (booleanTypes.has(type)) return value === 't' || value === 'true' ? 'true' : 'false';
  if (doubleTypes.has(type) && finite.test(value)) return value;
  if (jsonTypes.has(type)) return value;
  return JSON.stringify(value);
}

/** Names as keys of a JSON object: a name that comes twice gets its number. */
export function jsonKeys(columns: readonly { name: string }[]): string[] {
  const taken = new Set<string>();
  return columns.map(({ name }) => {
    let key = name;
    for (let next = 2; taken.has(key); next++) key = `${name}_${next}`;
    taken.add(key);
    return key;
  });
}

export const wholeOf = ({ columns, rows }: ResultTable): CellRange => ({
  fromRow: 0,
  toRow: rows.length - 1,
  fromColumn: 0,
  toColumn: columns.length - 1,
});

/** A result, or a rectangle of it, as text in pieces, so that the caller can pause between them. */
export function* resultText(
  table: ResultTable,
  range: CellRange,
  format: TextFormat,
  withHeader: boolean,
): Generator<string, void, undefined> {
  const { fromRow, toRow, fromColumn, toColumn } = range;
  const columns = table.columns.slice(fromColumn, toColumn + 1);
  const separator = format === 'tsv' ? '\t' : ',';
  const field = fields[format === 'json' ? 'csv' : format];
  const lineEnd = format === 'tsv' ? '\n' : '\r\n';
  const keys = jsonKeys(columns).map((key) => JSON.stringify(key));

  const line = (row: readonly Cell[]): string => {
    if (format === 'json')
      return `{${columns.map(({ type }, index) => `${keys[index]!}:${jsonValue(row[fromColumn + index] ?? null, type)}`).join(',')}}`;
    let text = '';
    for (let column = fromColumn; column <= toColumn; column++)
      text += (column === fromColumn ? '' : separator) + field(row[column] ?? null);
    return text;
  };

  let piece = format === 'json' ? '[' : '';
  let first = true;
  const add = (text: string) => {
    // A pasted block ends without a line end, a file with one.
    if (format === 'json') piece += (first ? '\n' : ',\n') + text;
    else piece += format === 'tsv' ? (first ? '' : lineEnd) + text : text + lineEnd;
    first = false;
  };
  if (withHeader && format !== 'json') add(columns.map(({ name }) => field(name)).join(separator));
  for (let index = fromRow; index <= toRow; index++) {
    add(line(table.rows[index]!));
    if (piece.length >= pieceLength) {
      yield piece;
      piece = '';
    }
  }
  if (format === 'json') piece += '\n]\n';
  if (piece !== '') yield piece;
}
