import * as v from 'valibot';
import type { Cell } from '../sql/query.ts';
import { qualifiedName, quotedName, quotedValue } from '../sql/quotedName.ts';
import { csvField, jsonKeys, jsonValue, spreadsheetField } from '../sql/resultText.ts';
import { rowKeySchema } from './rowKey.ts';
import { rowPageSize, rowViewSchema } from './rows.ts';
import { columnsMax, type TableColumn } from './table.ts';
import { viewAsField } from './viewAs.ts';

/** In `spreadsheet`, nothing can run as a formula; `csv` has exactly what the database has. */
export const exportFormats = ['csv', 'spreadsheet', 'json', 'sql'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** Some rows of a page, wherever they are now: by their keys, or by their place in a table without a key. */
const somePageRowsSchema = v.variant('by', [
  v.object({
    by: v.literal('key'),
    keys: v.pipe(v.array(rowKeySchema), v.nonEmpty(), v.maxLength(rowPageSize)),
  }),
  v.object({
    by: v.literal('offset'),
    offset: v.pipe(v.number(), v.integer(), v.minValue(0)),
    count: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(rowPageSize)),
  }),
]);
export type SomePageRows = v.InferOutput<typeof somePageRowsSchema>;

/** Body of `POST …/projects/{ref}/tables/{id}/export`. */
export const exportRequestSchema = v.object({
  view: rowViewSchema,
  /** Only these rows; null for all of the view. */
  only: v.optional(v.nullable(somePageRowsSchema), null),
  viewAs: viewAsField,
  /** Names, in their order. */
  columns: v.pipe(v.array(v.string()), v.nonEmpty(), v.maxLength(columnsMax)),
  format: v.picklist(exportFormats),
});
export type ExportRequest = v.InferOutput<typeof exportRequestSchema>;

/** A line of the answer: a part of the file, with how many rows it has; or the end, without which it is incomplete. */
export const exportEventSchema = v.variant('type', [
  v.object({ type: v.literal('part'), rows: v.number(), text: v.string() }),
  v.object({ type: v.literal('end') }),
  v.object({ type: v.literal('error'), message: v.string() }),
]);
export type ExportEvent = v.InferOutput<typeof exportEventSchema>;

/** How the rows become text. */
interface RowWriter {
  begin: string;
  /** @param isFirst No row came before. */
  row(cells: readonly Cell[], isFirst: boolean): string;
  end: string;
}

const lineEnd = '\r\n';

export function rowWriter(
  { schema, name }: { schema: string; name: string },
  columns: readonly (Pick<TableColumn, 'name' | 'baseType'> & Partial<Pick<TableColumn, 'identity' | 'generated'>>)[],
  format: ExportFormat,
): RowWriter {
  switch (format) {
    case 'csv':
    case 'spreadsheet': {
      const field = format === 'csv' ? csvField : spreadsheetField;
      const line = (cells: readonly Cell[]) => `${cells.map(field).join(',')}${lineEnd}`;
      return { begin: line(columns.map((column) => column.name)), row: line, end: '' };
    }
    case 'json': {
      const keys = jsonKeys(columns).map((key) => JSON.stringify(key));
      const row = (cells: readonly Cell[]) =>
        `{${columns.map(({ baseType }, place) => `${keys[place]}:${jsonValue(cells[place] ?? null, baseType)}`).join(',')}}`;
      return { begin: '[', row: (cells, isFirst) => `${isFirst ? '\n' : ',\n'}${row(cells)}`, end: '\n]\n' };
    }
    case 'sql': {
      const target = qualifiedName(schema, name);
      const names = columns.map((column) => quotedName(column.name)).join(', ');
      // Without it, Postgres refuses a value for an identity that is always generated.
      const isCounted = columns.some(({ identity, generated }) => identity && generated);
      const head = `insert into ${target} (${names})${isCounted ? ' overriding system value' : ''}`;
      return {
        begin: '',
        row: (cells) =>
          cells.length === 0
            ? `insert into ${target} default values;\n`
            : `${head} values (${cells.map(quotedValue).join(', ')});\n`,
        end: '',
      };
    }
  }
}

const extensions: Readonly<Record<ExportFormat, string>> = {
  csv: 'csv',
  spreadsheet: 'csv',
  json: 'json',
  sql: 'sql',
};

export const exportFileName = (table: string, format: ExportFormat): string =>
  `${table.replaceAll(/[^\p{L}\p{N}_-]+/gu, '_')}${format === 'spreadsheet' ? '-spreadsheet' : ''}.${extensions[format]}`;
