import * as v from 'valibot';
import {
  everyRow,
  rowFilterSchema,
  rowPositionSchema,
  rowSortSchema,
  rowViewSchema,
  type RowFilter,
  type RowPosition,
  type RowView,
} from './rows.ts';
import { viewAsSchema, type ViewAs } from './viewAs.ts';

/** The rows that an address of the table editor shows. */
export interface RowAddress {
  view: RowView;
  position: RowPosition | null;
  /** Whose rights and policies hold; null for the developer's own. */
  viewAs: ViewAs | null;
  /** Columns that are not shown. */
  hidden: readonly string[];
  /** Id of the row that is open in the panel; null without one. */
  row: string | null;
}

/** Columns of a Postgres table at most. */
const columnsMax = 1_600;
const rowIdMaxLength = 10_000;
/** In links of older versions it was a list of values, whose columns are not known. */
const isRowId = (text: string): boolean => text !== '' && text.length <= rowIdMaxLength && !text.startsWith('[');
const hiddenSchema = v.pipe(v.array(v.string()), v.maxLength(columnsMax));

export const wholeTable: RowAddress = { view: everyRow, position: null, viewAs: null, hidden: [], row: null };

/** The rows that these filters let through, seen as before. */
export const rowsWith = (filters: readonly RowFilter[], viewAs: ViewAs | null = null): RowAddress => ({
  ...wholeTable,
  viewAs,
  view: { ...everyRow, filters: [...filters] },
});

function parsed<Schema extends v.GenericSchema>(
  schema: Schema,
  text: string | undefined,
): v.InferOutput<Schema> | null {
  if (text === undefined) return null;
  try {
    const { success, output } = v.safeParse(schema, JSON.parse(text));
    return success ? output : null;
  } catch {
    return null;
  }
}

/**
 * Query parameters as `filter=[{…}]&sql=…&sort=[{…}]&after={…}&as={…}&hide=[…]&row=…`; what is not understood is
 * left out.
 */
export function rowAddressIn(query: Readonly<Record<string, string>>): RowAddress {
  const { success, output } = v.safeParse(rowViewSchema.entries.where, query['sql'] ?? '');
  const { row } = query;
  return {
    view: {
      filters: parsed(v.array(rowFilterSchema), query['filter']) ?? [],
      where: success ? output : '',
      sorts: parsed(v.array(rowSortSchema), query['sort']) ?? [],
    },
    position: parsed(rowPositionSchema, query['after']),
    viewAs: parsed(viewAsSchema, query['as']),
    hidden: parsed(hiddenSchema, query['hide']) ?? [],
    row: row === undefined || !isRowId(row) ? null : row,
  };
}

/** The query parameters of an address that shows these rows. */
export const queryOfRows = ({
  view: { filters, where, sorts },
  position,
  viewAs,
  hidden,
  row,
}: RowAddress): Readonly<Record<string, string | undefined>> => ({
  filter: filters.length === 0 ? undefined : JSON.stringify(filters),
  sql: where.trim() === '' ? undefined : where,
  sort: sorts.length === 0 ? undefined : JSON.stringify(sorts),
  after: position === null ? undefined : JSON.stringify(position),
  as: viewAs === null ? undefined : JSON.stringify(viewAs),
  hide: hidden.length === 0 ? undefined : JSON.stringify(hidden),
  row: row ?? undefined,
});
