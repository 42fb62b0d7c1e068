import * as v from 'valibot';
import type { Cell } from '../sql/query.ts';
import { nameSchema } from './names.ts';
import { newColumn, newTableSchema, withoutRepeatedNames, type NewTable } from './newTable.ts';
import { columnsMax } from './table.ts';

/** Of a file. */
export const importMaxBytes = 1024 ** 3;
/** Of one row, as it stands in the file: what is longer is a quote or a bracket that is never closed. */
export const importedRowMaxLength = 16 * 1024 * 1024;
/** More bad rows than this end an import: the file is not what it was taken for. */
export const rejectedMax = { stop: 100, skip: 10_000 } as const;

/** `delimited` is CSV and TSV; `ndjson` has one JSON object in each line. */
const importFormats = ['delimited', 'json', 'ndjson'] as const;
export type ImportFormat = (typeof importFormats)[number];

export const delimiters = [',', ';', '\t', '|'] as const;
export type Delimiter = (typeof delimiters)[number];

/** As the Encoding Standard names them. */
export const encodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1250',
  'windows-1251',
  'windows-1252',
  'iso-8859-2',
  'iso-8859-15',
  'macintosh',
  'shift_jis',
  'euc-kr',
  'gb18030',
  'big5',
] as const;
export type Encoding = (typeof encodings)[number];

/** How a file is read. */
const readOptionsSchema = v.object({
  format: v.picklist(importFormats),
  encoding: v.picklist(encodings),
  /** These hold for `delimited` only. */
  delimiter: v.picklist(delimiters),
  /** Its first row has the names of the columns. */
  hasHeader: v.boolean(),
  /** A field without quotes that is written so is NULL. */
  nullText: v.pipe(v.string(), v.maxLength(64)),
});
export type ReadOptions = v.InferOutput<typeof readOptionsSchema>;

/** All rows or none; or those that the database takes. */
const onErrorChoices = ['stop', 'skip'] as const;
export type OnError = (typeof onErrorChoices)[number];

const sourceNameSchema = v.pipe(v.string(), v.maxLength(10_000));

/** First line of the body of `POST …/projects/{ref}/tables/import`; the file follows. */
export const importRequestSchema = v.object({
  /** By which a lost answer can be asked for. */
  commit: v.optional(v.pipe(v.string(), v.uuid())),
  read: readOptionsSchema,
  target: v.variant('by', [
    v.object({ by: v.literal('table'), id: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(2 ** 32 - 1)) }),
    /** It is created with the rows, or not at all. */
    v.object({ by: v.literal('newTable'), table: newTableSchema }),
  ]),
  /** Names of the columns in the file, in their order; of JSON, the keys. */
  sources: v.pipe(v.array(sourceNameSchema), v.nonEmpty(), v.maxLength(columnsMax)),
  /** Columns of the table with the place of their source in `sources`. All others get their default. */
  columns: v.pipe(
    v.array(v.object({ source: v.pipe(v.number(), v.integer(), v.minValue(0)), name: nameSchema })),
    v.nonEmpty('Choose at least one column.'),
    v.maxLength(columnsMax),
    withoutRepeatedNames(),
  ),
  onError: v.picklist(onErrorChoices),
});
export type ImportRequest = v.InferOutput<typeof importRequestSchema>;

const rejectedRowSchema = v.object({
  /** Where it begins in the file. */
  line: v.number(),
  reason: v.string(),
  /** As it was read, by `sources`; fewer where it could not be read. */
  cells: v.array(v.nullable(v.string())),
});
export type RejectedRow = v.InferOutput<typeof rejectedRowSchema>;

/** A line of the answer. The end says what became of the rows; without it the import is undecided. */
export const importEventSchema = v.variant('type', [
  /** So many rows are written, from so many bytes of the file. Nothing is kept before the end. */
  v.object({ type: v.literal('progress'), rows: v.number(), bytes: v.number() }),
  v.object({ type: v.literal('rejected'), rows: v.array(rejectedRowSchema) }),
  v.object({
    type: v.literal('end'),
    /** All rows that are not rejected are kept, or none. */
    committed: v.boolean(),
    rows: v.number(),
    rejected: v.number(),
    /** The table's oid; null for a new one that was not kept. */
    id: v.nullable(v.number()),
  }),
  v.object({ type: v.literal('error'), message: v.string() }),
]);
export type ImportEvent = v.InferOutput<typeof importEventSchema>;
export type ImportEnd = Omit<Extract<ImportEvent, { type: 'end' }>, 'type'>;

/** What becomes of a column of the file. */
const columnChoiceSchema = v.object({
  /** Its name in the file. */
  source: v.string(),
  /** The column of the table; empty leaves it out. */
  name: v.string(),
  /** Its type in a new table. */
  dataType: v.string(),
});
export type ColumnChoice = v.InferOutput<typeof columnChoiceSchema>;

/** What the user chooses for an import. */
export const importChoicesSchema = v.object({
  /** Null for a new table. */
  tableId: v.nullable(v.number()),
  read: readOptionsSchema,
  columns: v.array(columnChoiceSchema),
  onError: v.picklist(onErrorChoices),
  /** Of a new table. */
  name: v.string(),
  comment: v.string(),
  rowSecurity: v.boolean(),
  /** Whether a new table begins with a column that numbers its rows. */
  hasId: v.boolean(),
});
export type ImportChoices = v.InferOutput<typeof importChoicesSchema>;

/** The beginning of a file as it is read. */
export interface ImportPreview {
  /** Names of the columns in the file. */
  sources: readonly string[];
  /** What their values look like. */
  types: readonly string[];
  rows: readonly (readonly Cell[])[];
  /** Why the first rows that cannot be read cannot be read. */
  problems: readonly { line: number; reason: string }[];
}

/** The table that an import would create. */
export function importedTable(choices: ImportChoices, schema: string): NewTable {
  const { name, comment, rowSecurity, hasId, columns } = choices;
  const chosen = columns.filter((column) => column.name.trim() !== '');
  return {
    schema,
    name: name.trim(),
    comment: comment.trim(),
    rowSecurity,
    columns: [
      ...(hasId && !chosen.some((column) => column.name.trim() === 'id')
        ? [newColumn({ name: 'id', dataType: 'bigint', nullable: false, primaryKey: true, identity: true })]
        : []),
      ...chosen.map((column) =>
        newColumn({
          name: column.name.trim(),
          dataType: column.dataType.trim(),
          ...(hasId && column.name.trim() === 'id' && { primaryKey: true, nullable: false }),
        }),
      ),
    ],
    constraints: [],
  };
}

/** The request that the choices amount to. */
export const importRequestOf = (choices: ImportChoices, schema: string): Omit<ImportRequest, 'commit'> => ({
  read: choices.read,
  target:
    choices.tableId === null
      ? { by: 'newTable', table: importedTable(choices, schema) }
      : { by: 'table', id: choices.tableId },
  sources: choices.columns.map(({ source }) => source),
  columns: choices.columns.flatMap(({ name }, source) => (name.trim() === '' ? [] : [{ source, name: name.trim() }])),
  onError: choices.onError,
});

/** As names are compared to find the column that a header means. */
const plain = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');

/** A name that a new column can have without quotes. */
const columnNameOf = (source: string): string =>
  source
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_+|_+$/g, '')
    .replace(/^(?=\d)/, 'c') || 'column';

/** The name, with a number where it is taken. */
export function distinct(name: string, taken: Set<string>): string {
  let free = name;
  for (let count = 2; taken.has(free); count++) free = `${name}_${count}`;
  taken.add(free);
  return free;
}

/**
 * Columns of a file with those of the table that they go to: of the same name, however it is written; in a new table,
 * one each.
 *
 * @param columns Of the table; null for a new one.
 */
export function matchColumns(
  { sources, types }: Pick<ImportPreview, 'sources' | 'types'>,
  columns: readonly { name: string; generated: boolean }[] | null,
): ColumnChoice[] {
  const taken = new Set<string>();
  const free = columns?.filter(({ generated }) => !generated) ?? [];
  return sources.map((source, index) => {
    const dataType = types[index] ?? 'text';
    if (columns === null) return { source, name: distinct(columnNameOf(source), taken), dataType };
    const found =
      free.find(({ name }) => name === source && !taken.has(name)) ??
      free.find(({ name }) => plain(name) === plain(source) && !taken.has(name));
    if (found) taken.add(found.name);
    return { source, name: found?.name ?? '', dataType };
  });
}

/** The name of a table for the rows of a file. */
export const tableNameOf = (file: string): string => columnNameOf(file.replace(/\.[^.]*$/, ''));

/** Whether the day that a text begins with is in the calendar of Postgres, which knows no February 30 and no year 0. */
function isInCalendar(text: string): boolean {
  const day = text.slice(0, 10);
  const date = new Date(day);
  return !Number.isNaN(date.valueOf()) && date.toISOString().startsWith(day) && !day.startsWith('0000');
}

const moments: ReadonlySet<string> = new Set(['date', 'timestamptz', 'timestamp']);
const integer = /^[+-]?\d{1,18}$/;
const patterns: readonly (readonly [type: string, pattern: RegExp])[] = [
  ['boolean', /^(?:true|false|t|f|yes|no)$/i],
  ['bigint', integer],
  ['numeric', /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i],
  ['uuid', /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i],
  ['date', /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/],
  [
    'timestamptz',
    /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])[T ](?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?\s?(?:Z|[+-]\d{2}(?::?\d{2})?)$/,
  ],
  [
    'timestamp',
    /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])[T ](?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?$/,
  ],
];
/** A number that begins with a zero is a code: of a postal address, of a telephone. */
const isCode = (text: string): boolean => /^[+-]?0\d/.test(text);

const isJson = (text: string): boolean => {
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** The narrowest type that takes all values. */
export function guessType(values: readonly Cell[]): string {
  const known = values.filter((value): value is string => value !== null && value !== '');
  if (known.length === 0) return 'text';
  const all = (fits: (text: string) => boolean) => known.every(fits);
  const [found] = patterns.find(([, pattern]) => all((text) => pattern.test(text))) ?? [];
  if (found !== undefined) {
    if (moments.has(found) && !all(isInCalendar)) return 'text';
    return (found === 'bigint' || found === 'numeric') && known.some(isCode) ? 'text' : found;
  }
  return all(isJson) ? 'jsonb' : 'text';
}
