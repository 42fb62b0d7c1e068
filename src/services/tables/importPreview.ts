import { parse } from 'csv-parse/browser/esm/sync';
import type { Cell } from '../../contract/sql/query.ts';
import {
  delimitedOptions,
  delimitedRow,
  jsonReader,
  recordOfJson,
  unreadable,
  UnreadableFileError,
  type DelimitedRecord,
  type ImportRecord,
} from '../../contract/tables/importRecords.ts';
import {
  delimiters,
  distinct,
  guessType,
  type Delimiter,
  type Encoding,
  type ImportPreview,
  type ReadOptions,
} from '../../contract/tables/importRows.ts';
import { columnsMax } from '../../contract/tables/table.ts';

/** As much of a file as is looked at, in bytes. */
const previewBytes = 512 * 1024;
/** Rows whose values tell the types, and those that are shown. */
const sampleRows = 1_000;
const shownRows = 20;
const shownProblems = 3;

/** A byte order mark, else UTF-8 where all bytes are, else what Windows writes. */
function encodingOf(bytes: Uint8Array): Encoding {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

/** Records of a delimited text, at most so many. Of a text that is cut, the last one is left out. */
function recordsIn(text: string, read: ReadOptions, { isCut, most }: { isCut: boolean; most: number }) {
  const records: DelimitedRecord[] = [];
  let isWhole = !isCut;
  try {
    parse(text, {
      ...delimitedOptions(read),
      to: most + 1,
      // What was read before an error counts too.
      on_record(record: DelimitedRecord) {
        records.push(record);
        return null;
      },
    } as never);
  } catch (error) {
    if (!isCut) throw unreadable(error, records.at(-1)?.info.lines ?? 0);
    // The row that is cut was not read.
    isWhole = true;
  }
  return !isWhole && records.length <= most ? records.slice(0, -1) : records.slice(0, most);
}

/** The delimiter that gives rows of the same number of fields, and the most. */
function delimiterOf(text: string, read: ReadOptions): Delimiter {
  const scored = delimiters.map((delimiter) => {
    const widths = recordsIn(text, { ...read, delimiter }, { isCut: true, most: 20 }).map(
      ({ record }) => record.length,
    );
    const [width = 1] = widths;
    const same = widths.filter((one) => one === width).length / Math.max(1, widths.length);
    return { delimiter, score: width === 1 ? 0 : same * 100 + Math.min(width, 50) };
  });
  return scored.reduce((best, one) => (one.score > best.score ? one : best)).delimiter;
}

/** Whether a first row has names: texts that differ, above anything. */
function isHeader(first: readonly Cell[]): boolean {
  const names = first.map((cell) => cell?.trim() ?? '');
  return new Set(names).size === names.length && names.every((name) => name !== '' && guessType([name]) === 'text');
}

interface Beginning {
  bytes: Uint8Array;
  /** More of the file follows. */
  isCut: boolean;
}

const decode = ({ bytes }: Beginning, encoding: Encoding): string =>
  new TextDecoder(encoding).decode(bytes, { stream: true });

/** How the file is probably to be read. */
function detect(name: string, beginning: Beginning): ReadOptions {
  const encoding = encodingOf(beginning.bytes);
  const text = decode(beginning, encoding);
  const read: ReadOptions = { format: 'delimited', encoding, delimiter: ',', hasHeader: true, nullText: '' };
  const [begin = ''] = /\S/.exec(text) ?? [];
  if (/\.(?:ndjson|jsonl)$/i.test(name)) return { ...read, format: 'ndjson' };
  if (begin === '[' || /\.json$/i.test(name)) return { ...read, format: 'json' };
  if (begin === '{') return { ...read, format: 'ndjson' };
  const delimiter = /\.tsv$/i.test(name) ? '\t' : delimiterOf(text, read);
  const [first] = recordsIn(text, { ...read, delimiter }, { isCut: beginning.isCut, most: 1 });
  return { ...read, delimiter, hasHeader: first !== undefined && isHeader(first.record) };
}

function delimitedPreview(beginning: Beginning, read: ReadOptions) {
  const text = decode(beginning, read.encoding);
  const all = recordsIn(text, read, { isCut: beginning.isCut, most: sampleRows });
  const [first] = all;
  if (first === undefined) throw new UnreadableFileError('The file has no rows.');
  const width = Math.min(first.record.length, columnsMax);
  const taken = new Set<string>();
  const sources = Array.from({ length: width }, (_, index) => {
    const name = read.hasHeader ? (first.record[index]?.trim() ?? '') : '';
    return distinct(name === '' ? `column_${index + 1}` : name, taken);
  });
  return { sources, records: all.slice(read.hasHeader ? 1 : 0).map((record) => delimitedRow(record, width)) };
}

function jsonPreview(beginning: Beginning, read: ReadOptions) {
  const reader = jsonReader(read.format === 'json' ? 'json' : 'ndjson');
  const rows = reader.push(decode(beginning, read.encoding));
  if (!beginning.isCut) rows.push(...reader.end());
  const keys = new Set(rows.slice(0, sampleRows).flatMap(({ values }) => Object.keys(values ?? {})));
  const sources = [...keys].slice(0, columnsMax);
  if (sources.length === 0)
    throw new UnreadableFileError(rows.find(({ reason }) => reason !== null)?.reason ?? 'The file has no rows.');
  return { sources, records: rows.slice(0, sampleRows).map((row) => recordOfJson(row, sources)) };
}

const isReadable = ({ reason }: ImportRecord): boolean => reason === null;

/**
 * The beginning of a file as it is read.
 *
 * @param given How to read it; null to find out.
 */
export async function previewFile(
  file: File,
  given: ReadOptions | null,
): Promise<{ read: ReadOptions; preview: ImportPreview }> {
  const bytes = new Uint8Array(await file.slice(0, previewBytes).arrayBuffer());
  const beginning = { bytes, isCut: file.size > previewBytes };
  if (bytes.length === 0) throw new UnreadableFileError('The file is empty.');
  const read = given ?? detect(file.name, beginning);
  const { sources, records } =
    read.format === 'delimited' ? delimitedPreview(beginning, read) : jsonPreview(beginning, read);
  const good = records.filter(isReadable);
  return {
    read,
    preview: {
      sources,
      types: sources.map((_, place) => guessType(good.map(({ cells }) => cells[place] ?? null))),
      rows: good.slice(0, shownRows).map(({ cells }) => cells),
      problems: records
        .filter((record) => !isReadable(record))
        .slice(0, shownProblems)
        .map(({ line, reason }) => ({ line, reason: reason ?? '' })),
    },
  };
}
