import type { Cell } from '../sql/query.ts';
import { importedRowMaxLength, type ImportFormat, type ReadOptions } from './importRows.ts';

/** A row of a file: its cells, or why it cannot be read. */
export interface ImportRecord {
  /** Where it begins. */
  line: number;
  cells: Cell[];
  reason: string | null;
}

/** The rest of a file cannot be read. */
export class UnreadableFileError extends Error {
  override readonly name = 'UnreadableFileError';
}

/** What the parser of delimited files tells beside each record. */
export interface DelimitedRecord {
  info: { lines: number };
  record: Cell[];
}

/** The options of `csv-parse` for a file. NULL and an empty text are told apart as COPY does: by quotes. */
export const delimitedOptions = ({ delimiter, nullText }: ReadOptions) => ({
  delimiter,
  info: true,
  bom: true,
  // Discovered ones would hold for the whole file, whose lines may end in several ways.
  record_delimiter: ['\r\n', '\n', '\r'],
  skip_empty_lines: true,
  relax_column_count: true,
  // A quote in a field that does not begin with one is a character like any other.
  relax_quotes: true,
  max_record_size: importedRowMaxLength,
  cast: (value: string, { quoting }: { quoting: boolean }): Cell => (!quoting && value === nullText ? null : value),
});

/**
 * An error of `csv-parse`, in words for the user.
 *
 * @param line Of the last row that could be read.
 */
export function unreadable(error: unknown, line: number): unknown {
  const { code } = error as { code?: unknown };
  if (code === 'CSV_QUOTE_NOT_CLOSED')
    return new UnreadableFileError(`A quote that opens after line ${line} is not closed.`);
  if (code === 'CSV_MAX_RECORD_SIZE')
    return new UnreadableFileError(`The row after line ${line} is too long. A quote may be missing in it.`);
  return error;
}

const lineEnds = /\r\n|\n|\r/g;

/** The row of a record of `csv-parse`, which has to have so many fields. */
export function delimitedRow({ info, record }: DelimitedRecord, width: number): ImportRecord {
  let inside = 0;
  for (const cell of record) if (cell !== null && /[\r\n]/.test(cell)) inside += cell.match(lineEnds)?.length ?? 0;
  const { length } = record;
  return {
    line: info.lines - inside,
    cells: record,
    reason: length === width ? null : `The row has ${length} ${length === 1 ? 'field' : 'fields'} instead of ${width}.`,
  };
}

/** A piece of a JSON file that should be one object. */
interface Piece {
  line: number;
  text: string;
}

const brackets: Readonly<Record<string, number>> = { '[': 1, '{': 1, ']': -1, '}': -1 };
const blank = /^\s*$/;
const tooLong = (line: number) =>
  new UnreadableFileError(`The row at line ${line} is too long. A quote or a bracket may be missing before it.`);

/** Splits a JSON list into its elements, as the text comes. Each is then parsed alone, so one may be bad. */
class ListSplitter {
  #state: 'before' | 'inside' | 'after' = 'before';
  #depth = 0;
  #isQuoted = false;
  #isEscaped = false;
  #line = 1;
  #begin = 1;
  #text = '';
  #count = 0;

  push(chunk: string): Piece[] {
    const pieces: Piece[] = [];
    let from = 0;
    for (let at = 0; at < chunk.length; at++) {
      const char = chunk[at]!;
      if (char === '\n') this.#line += 1;
      if (this.#state !== 'inside') {
        this.#beside(char);
        from = at + 1;
      } else if (this.#isQuoted) this.#quoted(char);
      else if (char === '"') this.#isQuoted = true;
      else if (this.#depth === 0 && (char === ',' || char === ']')) {
        pieces.push(...this.#end(chunk.slice(from, at), char === ']'));
        from = at + 1;
      } else this.#depth += brackets[char] ?? 0;
    }
    if (this.#state === 'inside') this.#text += chunk.slice(from);
    if (this.#text.length > importedRowMaxLength) throw tooLong(this.#begin);
    return pieces;
  }

  /** Nothing may follow. */
  end(): Piece[] {
    if (this.#state === 'before') throw new UnreadableFileError('The file is empty: it has to be a JSON list.');
    if (this.#state === 'inside') throw new UnreadableFileError('The file ends before its JSON list does.');
    return [];
  }

  #beside(char: string): void {
    if (blank.test(char) || char === '\uFEFF') return;
    if (this.#state === 'after')
      throw new UnreadableFileError(`Line ${this.#line} has text after the end of the JSON list.`);
    if (char !== '[')
      throw new UnreadableFileError('The file has to be a JSON list of objects, which begins with “[”.');
    this.#state = 'inside';
    this.#begin = this.#line;
  }

  #quoted(char: string): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (char === '\\') this.#isEscaped = true;
    else if (char === '"') this.#isQuoted = false;
  }

  #end(rest: string, isLast: boolean): Piece[] {
    const text = this.#text + rest;
    const line = this.#begin + (/^\s*/.exec(text)![0].match(/\n/g)?.length ?? 0);
    const isEmptyList = isLast && this.#count === 0 && blank.test(text);
    this.#text = '';
    this.#begin = this.#line;
    this.#count += 1;
    if (isLast) this.#state = 'after';
    return isEmptyList ? [] : [{ line, text }];
  }
}

/** Splits a file into its lines, as the text comes; those without text are left out. */
class LineSplitter {
  #line = 0;
  #text = '';

  push(chunk: string): Piece[] {
    const lines = chunk.split('\n');
    const last = lines.pop()!;
    const pieces = lines.flatMap((line) => this.#end(line));
    this.#text += last;
    if (this.#text.length > importedRowMaxLength) throw tooLong(this.#line + 1);
    return pieces;
  }

  end(): Piece[] {
    return this.#end('');
  }

  #end(rest: string): Piece[] {
    const text = this.#text + rest;
    this.#text = '';
    this.#line += 1;
    return blank.test(text) ? [] : [{ line: this.#line, text: text.replace(/^\uFEFF/, '') }];
  }
}

/** What `JSON.parse` tells about a number, and what `JSON.stringify` writes as it is, where the engine knows both. */
interface ExactJson {
  parse(text: string, reviver: (key: string, value: unknown, context?: { source?: string }) => unknown): unknown;
  rawJSON?: (text: string) => object;
  isRawJSON?: (value: unknown) => boolean;
}
const exact = JSON as ExactJson;

/** Numbers that a double may round, or write another way. */
const delicate = /\d[.eE]|\d{16}/;

/** Parses a text whose numbers stay as they are written. */
const parseExactly = (text: string): unknown =>
  delicate.test(text) && exact.rawJSON
    ? exact.parse(text, (_, value, context) =>
        typeof value === 'number' && context?.source !== undefined ? exact.rawJSON!(context.source) : value,
      )
    : JSON.parse(text);

/** A value of JSON as a cell: what has parts stays JSON. */
function cellOfJson(value: unknown): Cell {
  if (value === null || value === undefined) return null;
  if (typeof value !== 'object') return String(value);
  return JSON.stringify(value);
}

const notAnObject = 'The row is not a JSON object.';

/** A row of JSON, by its key. */
type JsonRow = { line: number } & (
  | { values: Readonly<Record<string, unknown>>; reason: null }
  | { values: null; reason: string; text: string }
);

function jsonRow({ line, text }: Piece): JsonRow {
  try {
    const values = parseExactly(text);
    const isObject = typeof values === 'object' && values !== null && !Array.isArray(values);
    if (isObject) return { line, values: values as Readonly<Record<string, unknown>>, reason: null };
    return { line, values: null, reason: notAnObject, text };
  } catch (error) {
    return { line, values: null, reason: `The row is not JSON: ${(error as Error).message}.`, text };
  }
}

/** Reads the rows of a JSON file as its text comes. */
export function jsonReader(format: Exclude<ImportFormat, 'delimited'>) {
  const splitter = format === 'json' ? new ListSplitter() : new LineSplitter();
  return {
    push: (chunk: string): JsonRow[] => splitter.push(chunk).map(jsonRow),
    end: (): JsonRow[] => splitter.end().map(jsonRow),
  };
}

/** A row of JSON by the columns of its file. A key that is absent is NULL. */
export const recordOfJson = (row: JsonRow, sources: readonly string[]): ImportRecord =>
  row.values === null
    ? { line: row.line, cells: [row.text], reason: row.reason }
    : {
        line: row.line,
        cells: sources.map((key) => (Object.hasOwn(row.values, key) ? cellOfJson(row.values[key]) : null)),
        reason: null,
      };
