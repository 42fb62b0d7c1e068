import * as v from 'valibot';
import type { Failure } from '../common/apiError.ts';

/** What the table editor can open, as `pg_class.relkind` tells them apart. */
export const relationKinds = ['table', 'partitioned table', 'view', 'materialized view', 'foreign table'] as const;
export type RelationKind = (typeof relationKinds)[number];

const tableEntrySchema = v.object({
  /** Its oid: it stays when the table is renamed. */
  id: v.number(),
  schema: v.string(),
  name: v.string(),
  kind: v.picklist(relationKinds),
  rowSecurity: v.boolean(),
  /** Bytes with indexes and long values, where the list is asked for sizes; null for what stores nothing. */
  bytes: v.optional(v.nullable(v.number())),
  /** Rows as the planner estimates them, where the list is asked for sizes; null where it knows nothing. */
  rows: v.optional(v.nullable(v.number())),
});
export type TableEntry = v.InferOutput<typeof tableEntrySchema>;

/** Answer of `GET …/projects/{ref}/tables?schema=&search=&after=&sizes=`: a page of a schema's tables by name. */
export const tablePageSchema = v.object({
  /** All schemas that users can have tables in. */
  schemas: v.array(v.string()),
  tables: v.array(tableEntrySchema),
  /** Name after which the next page begins; null on the last. */
  next: v.nullable(v.string()),
});
export type TablePage = v.InferOutput<typeof tablePageSchema>;

/** The table of a project that was opened last. */
export const lastTableSchema = v.object({ id: v.number(), name: v.string() });
export type LastTable = v.InferOutput<typeof lastTableSchema>;

/** Most columns of a table (MaxHeapAttributeNumber). */
export const columnsMax = 1_600;

export const tablePageSize = 100;
export const tableSearchMaxLength = 255;
/** How long the user must pause, in milliseconds: a search reads the project's catalog. */
export const tableSearchDebounceMs = 200;

/** Where a column of a foreign key points. */
const referenceSchema = v.object({
  id: v.number(),
  schema: v.string(),
  table: v.string(),
  column: v.string(),
  /** The key's other columns, and the columns that those point to; empty for a key of one column. */
  others: v.optional(v.array(v.object({ name: v.string(), target: v.string() })), []),
});

const tableColumnSchema = v.object({
  name: v.string(),
  /** Its number among all columns that the table ever had (`pg_attribute.attnum`): it stays when it is renamed. */
  number: v.number(),
  /** As `format_type` writes it, with the length or precision. */
  type: v.string(),
  typeOid: v.number(),
  /** The type below a domain, without length or precision. */
  baseType: v.string(),
  nullable: v.boolean(),
  /** The expression of its default; null without one. */
  default: v.nullable(v.string()),
  /** Postgres computes every value: an identity that is always generated, or a generated column. */
  generated: v.boolean(),
  /** Postgres counts its values: an identity. */
  identity: v.optional(v.boolean(), false),
  /** Its values follow from those of the row: a generated column. */
  computed: v.optional(v.boolean(), false),
  /** Labels of an enumeration; null for every other type. */
  labels: v.nullable(v.array(v.string())),
  reference: v.nullable(referenceSchema),
  comment: v.nullable(v.string()),
});
export type TableColumn = v.InferOutput<typeof tableColumnSchema>;

/** A foreign key that points to a table, by its first column. */
const backReferenceSchema = v.object({
  ...referenceSchema.entries,
  /** The column that it points to. */
  target: v.string(),
});
export type BackReference = v.InferOutput<typeof backReferenceSchema>;

/** Why rows cannot be edited: nothing identifies one row, the kind of relation, or a missing privilege. */
const readOnlyReasons = [
  'no_key',
  'view_no_key',
  'view',
  'materialized_view',
  'foreign_table',
  'foreign_no_key',
  'no_privilege',
] as const;

/** A row level security policy. */
const policySchema = v.object({
  name: v.string(),
  /** A kind of statement in lower case, or `all`. */
  command: v.string(),
  /** Names of roles; `public` stands for every role. */
  roles: v.array(v.string()),
  /** It only narrows what other policies allow. */
  restrictive: v.boolean(),
});
export type Policy = v.InferOutput<typeof policySchema>;

/** Most policies that a table is described with. */
export const listedPoliciesMax = 20;

/** Answer of `GET …/projects/{ref}/tables/{id}`. */
export const tableDetailSchema = v.object({
  ...tableEntrySchema.entries,
  comment: v.nullable(v.string()),
  /** Number of row level security policies. */
  policies: v.number(),
  /** The first of them by name, at most `listedPoliciesMax`; other platforms may not list them. */
  policyList: v.optional(v.array(policySchema)),
  columns: v.array(tableColumnSchema),
  /** Foreign keys of other tables, or of this one, that point here. */
  referencedBy: v.array(backReferenceSchema),
  /** Columns that identify one row: the primary key, else a unique key without nulls; empty without either. */
  key: v.array(v.string()),
  /** Null where rows can be edited. */
  readOnly: v.nullable(v.picklist(readOnlyReasons)),
  /** Rows, as the planner estimates them; null where it knows nothing. */
  estimate: v.nullable(v.number()),
});
export type TableDetail = v.InferOutput<typeof tableDetailSchema>;

/** The first of these columns that the table does not have; null where it has all. */
export const goneColumn = (table: Pick<TableDetail, 'columns'> | null, columns: readonly string[]): string | null =>
  columns.find((column) => table?.columns.every(({ name }) => name !== column)) ?? null;

/** Whether rows can be inserted: no key is needed for that. */
export const takesRows = ({ readOnly }: Pick<TableDetail, 'readOnly'>): boolean =>
  readOnly === null || readOnly.endsWith('no_key');

/** Names of dependants that are listed; their total counts all of them. */
export const dependantsMax = 100;

/** Answer of `GET …/projects/{ref}/tables/{id}/dependants`. */
export const dependantsSchema = v.object({
  /** As Postgres describes what must be dropped before the table can be. */
  names: v.array(v.string()),
  total: v.number(),
});
export type Dependants = v.InferOutput<typeof dependantsSchema>;

/** Whether a table could not be read because there is none: a project, or the route of a proxy, may be missing too. */
export const isMissingTable = ({ reason }: Pick<Failure, 'reason'>): boolean => reason === 'table_not_found';
