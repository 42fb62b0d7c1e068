import * as v from 'valibot';
import {
  rowFilterSchema,
  rowPositionSchema,
  rowSortSchema,
  rowViewSchema,
  type RowPosition,
  type RowView,
} from './rows.ts';

/** The rows that an address of the table editor shows. */
export interface RowAddress {
  view: RowView;
  position: RowPosition | null;
}

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

/** Query parameters as `filter=[{…}]&sql=…&sort=[{…}]&after={…}`; what is not understood is left out. */
export function rowAddressIn(query: Readonly<Record<string, string>>): RowAddress {
  const { success, output } = v.safeParse(rowViewSchema.entries.where, query['sql'] ?? '');
  return {
    view: {
      filters: parsed(v.array(rowFilterSchema), query['filter']) ?? [],
      where: success ? output : '',
      sorts: parsed(v.array(rowSortSchema), query['sort']) ?? [],
    },
    position: parsed(rowPositionSchema, query['after']),
  };
}

/** The query parameters of an address that shows these rows. */
export const queryOfRows = ({
  view: { filters, where, sorts },
  position,
}: RowAddress): Readonly<Record<string, string | undefined>> => ({
  filter: filters.length === 0 ? undefined : JSON.stringify(filters),
  sql: where.trim() === '' ? undefined : where,
  sort: sorts.length === 0 ? undefined : JSON.stringify(sorts),
  after: position === null ? undefined : JSON.stringify(position),
});
