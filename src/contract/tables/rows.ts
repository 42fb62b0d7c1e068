import * as v from 'valibot';
import { recordByName } from '../common/recordByName.ts';
import { withoutNul } from '../common/withoutNul.ts';
import { isOfColumns, keyColumnsMax, rowKeySchema } from './rowKey.ts';
import { viewAsField } from './viewAs.ts';

/** Operators of a filter, with what they are called. */
export const filterOperators = {
  '=': 'equals',
  '<>': 'does not equal',
  '<': 'is less than',
  '<=': 'is at most',
  '>': 'is greater than',
  '>=': 'is at least',
  between: 'is between',
  in: 'is one of',
  'not in': 'is not one of',
  contains: 'contains',
  like: 'is like',
  ilike: 'is like (ignore case)',
  '@>': 'contains',
  '<@': 'is contained in',
  '&&': 'overlaps',
  'is null': 'is null',
  'is not null': 'is not null',
} as const;
export type FilterOperator = keyof typeof filterOperators;
const filterOperatorNames = Object.keys(filterOperators) as FilterOperator[];

const containable = /\[\]$|(?:range|multirange)$|^(?:jsonb|box|circle|polygon|tsquery)$/;
const overlapping = /\[\]$|(?:range|multirange)$|^(?:inet|cidr|box|circle|polygon)$/;
/** Types that Postgres has no order for, and no equality or another one than that of values. */
const incomparable = /^(?:json|xml|point|line|lseg|box|path|polygon|circle)(?:\[\])*$/;
const unordered = /^(?:boolean|uuid|jsonb|tsvector|tsquery)$/;

/** Whether rows can be sorted by a column of a type. */
export const isOrdered = (baseType: string): boolean => !incomparable.test(baseType);

/** The operators that make sense for values of a type. */
export function operatorsOf(baseType: string): FilterOperator[] {
  return filterOperatorNames.filter((operator) => {
    switch (operator) {
      case '=':
      case '<>':
      case 'in':
      case 'not in':
        return !incomparable.test(baseType);
      case '<':
      case '<=':
      case '>':
      case '>=':
      case 'between':
        return !incomparable.test(baseType) && !unordered.test(baseType);
      case '@>':
      case '<@':
        return containable.test(baseType);
      case 'contains':
        // Of these types, values contain others.
        return !containable.test(baseType);
      case '&&':
        return overlapping.test(baseType);
      default:
        return true;
    }
  });
}

/** Operators that take no value. */
export const unaryOperators: ReadonlySet<FilterOperator> = new Set<FilterOperator>(['is null', 'is not null']);

/** Operators that take a list of values. */
export const listOperators: ReadonlySet<FilterOperator> = new Set<FilterOperator>(['in', 'not in']);

export const filtersMax = 30;
export const sortsMax = 10;
export const whereMaxLength = 10_000;
const filterValueMaxLength = 10_000;
const nameSchema = v.pipe(v.string(), v.nonEmpty(), v.maxLength(63 * 4));

export const rowFilterSchema = v.object({
  column: nameSchema,
  operator: v.picklist(filterOperatorNames),
  /** As typed. For `in` and `not in`, the values of a list, separated by commas; for `between`, both ends. */
  value: v.pipe(v.string(), v.maxLength(filterValueMaxLength), withoutNul),
});
export type RowFilter = v.InferOutput<typeof rowFilterSchema>;

export const rowSortSchema = v.object({ column: nameSchema, descending: v.boolean() });
export type RowSort = v.InferOutput<typeof rowSortSchema>;

/** Which rows are looked at, and in which order. */
export const rowViewSchema = v.object({
  filters: v.pipe(v.array(rowFilterSchema), v.maxLength(filtersMax)),
  /** A condition in SQL; empty without one. */
  where: v.pipe(v.string(), v.maxLength(whereMaxLength), withoutNul),
  sorts: v.pipe(v.array(rowSortSchema), v.maxLength(sortsMax)),
});
export type RowView = v.InferOutput<typeof rowViewSchema>;

const rowFiltersSchema = v.pick(rowViewSchema, ['filters', 'where']);
export type RowFilters = v.InferOutput<typeof rowFiltersSchema>;

/** Filters as they are typed, and those that were applied when the user began to type. */
export const filterDraftSchema = v.object({ ...rowFiltersSchema.entries, begunFrom: rowFiltersSchema });
export type FilterDraft = v.InferOutput<typeof filterDraftSchema>;

/** Drafts of a table that are kept: the newest ones, each of other filters. */
export const filterDraftsMax = 10;
export const keptFiltersSchema = v.object({
  /** The user has the panel open. */
  isOpen: v.boolean(),
  drafts: v.pipe(v.array(filterDraftSchema), v.maxLength(filterDraftsMax)),
});
export type KeptFilters = v.InferOutput<typeof keptFiltersSchema>;

/** Whether the filters are written alike. */
export const areSameFilters = (one: RowFilters, other: RowFilters): boolean =>
  one.where === other.where &&
  one.filters.length === other.filters.length &&
  one.filters.every(({ column, operator, value }, index) => {
    const filter = other.filters[index]!;
    return column === filter.column && operator === filter.operator && value === filter.value;
  });

export const everyRow: RowView = { filters: [], where: '', sorts: [] };

/** Rows that have a text in any column, in any case. Postgres writes a row with its quotes and backslashes doubled. */
export const rowsWithText = (text: string): RowView => {
  const wanted = text.trim().toLowerCase().replaceAll(/["\\]/g, '$&$&').replaceAll("'", "''");
  // As a string with escapes, backslashes are doubled once more.
  const literal = `e'${wanted.replaceAll('\\', '\\\\')}'`;
  return { ...everyRow, where: wanted === '' ? '' : `strpos(lower(t::text), ${literal}) > 0` };
};

/**
 * Where a page begins: beside a row, which its sorted values and its key identify, or after a number of rows in a table
 * without a key.
 */
export const rowPositionSchema = v.variant('by', [
  v.object({
    by: v.literal('key'),
    /** By column, of the row that the page follows, or precedes where it goes backward. */
    values: v.pipe(
      recordByName(v.nullable(v.pipe(v.string(), withoutNul))),
      v.check(
        (values) => Object.keys(values).length <= keyColumnsMax,
        `A position has ${keyColumnsMax} columns at most.`,
      ),
      v.description('object by name'),
    ),
    backward: v.boolean(),
  }),
  v.object({ by: v.literal('offset'), offset: v.pipe(v.number(), v.integer(), v.minValue(0)) }),
  v.object({ by: v.literal('end') }),
]);
export type RowPosition = v.InferOutput<typeof rowPositionSchema>;

/** The columns that order the rows of a view: those that it is sorted by, and the key, which makes the order unique. */
export const orderColumns = (key: readonly string[], { sorts }: Pick<RowView, 'sorts'>): string[] => {
  const chosen = sorts.map(({ column }) => column);
  return [...chosen, ...key.filter((name) => !chosen.includes(name))];
};

/** Whether a table with this key has the position in this order: it may have had another key, or none. */
export function hasPosition(key: readonly string[], view: Pick<RowView, 'sorts'>, position: RowPosition): boolean {
  if (key.length === 0) return position.by === 'offset';
  return position.by === 'key'
    ? isOfColumns([...new Set(orderColumns(key, view))], position.values)
    : position.by === 'end';
}

export const rowPageSize = 100;

/** Body of `POST …/projects/{ref}/tables/{id}/rows`, which reads a page of rows. */
export const readRowsSchema = v.object({
  view: rowViewSchema,
  /** Null for the first page. */
  position: v.nullable(rowPositionSchema),
  viewAs: viewAsField,
});
export type ReadRows = v.InferOutput<typeof readRowsSchema>;

/** Characters of a value that a page of rows holds; the rest is read when the value is opened. */
export const cellMaxLength = 2_000;

/** Bytes of a file that becomes a value: the old and the new value travel in one request, a byte as two digits. */
export const valueFileMax = 7 * 1024 * 1024;

/** A cell that holds only the beginning of its value: row, column, and a fingerprint, which changes with the value. */
export type CutCell = readonly [row: number, column: number, fingerprint: string];

const isCutCell = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.length === 3 &&
  value.every((part, index) => typeof part === (index === 2 ? 'string' : 'number'));

export const rowPageSchema = v.object({
  /** Names of the table's columns when the page was read: it may have been altered. */
  columns: v.array(v.string()),
  /** Values by the table's columns, as Postgres writes them. */
  rows: v.array(v.array(v.nullable(v.string()))),
  /** Cells that hold only the beginning of their value. */
  cut: v.array(v.custom<CutCell>(isCutCell)),
  /** Null on the first page. */
  previous: v.nullable(rowPositionSchema),
  /** Null on the last page. */
  next: v.nullable(rowPositionSchema),
});
export type RowPage = v.InferOutput<typeof rowPageSchema>;

/** Body of `POST …/projects/{ref}/tables/{id}/count`. */
export const countRowsSchema = v.object({ view: rowViewSchema, viewAs: viewAsField });
export type CountRows = v.InferOutput<typeof countRowsSchema>;
export const rowCountSchema = v.object({ count: v.number() });
export type RowCount = v.InferOutput<typeof rowCountSchema>;

/** Body of `POST …/projects/{ref}/tables/{id}/value`, which reads one whole value. */
export const readValueSchema = v.object({
  key: rowKeySchema,
  column: nameSchema,
  viewAs: viewAsField,
  /** A longer value is left out; null for the longest that the server sends. */
  maxBytes: v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0))), null),
});
export type ReadValue = v.InferOutput<typeof readValueSchema>;

export const wholeValueSchema = v.object({
  /** Null for NULL, and for a value that is left out. */
  value: v.nullable(v.string()),
  /** Of a value that is left out. */
  leftOutBytes: v.nullable(v.number()),
});
export type WholeValue = v.InferOutput<typeof wholeValueSchema>;
