import * as v from 'valibot';
import { qualifiedName, quotedName, quotedValue } from '../sql/quotedName.ts';
import { constraintsSchema } from './constraint.ts';
import { expressionSchema } from './expression.ts';
import { columnReferenceSchema, referencesSql } from './foreignKey.ts';
import { nameSchema } from './names.ts';
import type { KeyTarget } from './shapeSuggestions.ts';
import { columnsMax } from './table.ts';

/** The later one of two columns of the same name is refused. */
export const withoutRepeatedNames = <Column extends { name: string }>() =>
  v.rawCheck<Column[]>(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const names = new Set<string>();
    for (const [place, column] of dataset.value.entries()) {
      if (names.has(column.name))
        addIssue({
          message: 'Two columns have the same name.',
          path: [
            { type: 'array', origin: 'value', input: dataset.value, key: place, value: column },
            { type: 'object', origin: 'value', input: { ...column }, key: 'name', value: column.name },
          ],
        });
      names.add(column.name);
    }
  });

const newColumnSchema = v.object({
  name: nameSchema,
  /** As SQL writes it, such as `numeric(10, 2)` or `text[]`. */
  dataType: v.pipe(expressionSchema, v.nonEmpty('Enter a type.')),
  /** An expression. */
  default: expressionSchema,
  /** Where a foreign key of this column points; null without one. */
  references: v.nullable(columnReferenceSchema),
  /** The condition that every value has to meet. */
  check: v.optional(expressionSchema, ''),
  /** The expression that Postgres computes every value by. */
  generated: v.optional(expressionSchema, ''),
  nullable: v.boolean(),
  unique: v.boolean(),
  primaryKey: v.boolean(),
  /** Postgres counts its values. */
  identity: v.boolean(),
  comment: v.optional(expressionSchema, ''),
});
export type NewColumn = v.InferOutput<typeof newColumnSchema>;

/** Body of `POST …/projects/{ref}/tables`. */
export const newTableSchema = v.object({
  schema: nameSchema,
  name: nameSchema,
  comment: expressionSchema,
  rowSecurity: v.boolean(),
  columns: v.pipe(v.array(newColumnSchema), v.maxLength(columnsMax), withoutRepeatedNames()),
  /** Beside those of single columns. */
  constraints: v.optional(constraintsSchema, []),
});
export type NewTable = v.InferOutput<typeof newTableSchema>;

/** Answer of `POST …/projects/{ref}/tables`. */
export const tableCreatedSchema = v.object({
  /** The table's oid. */
  id: v.number(),
});
export type TableCreated = v.InferOutput<typeof tableCreatedSchema>;

const blankColumn: NewColumn = {
  name: '',
  dataType: 'text',
  default: '',
  references: null,
  check: '',
  generated: '',
  nullable: true,
  unique: false,
  primaryKey: false,
  identity: false,
  comment: '',
};

/** A column to begin with. */
export const newColumn = (given: Partial<NewColumn> = {}): NewColumn => ({ ...blankColumn, ...given });

/** What a new table begins with: rows that can be told apart, and when they were made. */
export const firstColumns: readonly NewColumn[] = [
  newColumn({ name: 'id', dataType: 'bigint', nullable: false, primaryKey: true, identity: true }),
  newColumn({ name: 'created_at', dataType: 'timestamptz', nullable: false, default: 'now()' }),
];

/** What columns have whose values Postgres counts by a shorthand (its manual, "Serial Types"). */
const valueTypes: Readonly<Record<string, string>> = {
  smallserial: 'smallint',
  serial: 'integer',
  bigserial: 'bigint',
};

/** The new table, for foreign keys of its columns that point to the table itself. */
export const ownTarget = ({ schema, name, columns }: NewTable): KeyTarget => {
  const primary = columns.filter(({ primaryKey }) => primaryKey);
  const unique = columns.filter((column) => column.unique && !column.primaryKey).map((column) => [column]);
  return {
    schema,
    table: name,
    keys: [...(primary.length === 0 ? [] : [primary]), ...unique]
      .filter((key) => key.every((column) => column.name !== ''))
      .map((key) =>
        key.map(({ name: column, dataType }) => ({ name: column, type: valueTypes[dataType] ?? dataType })),
      ),
  };
};

/** The columns with another one in a place. What points to that column goes on doing so when it is renamed. */
export function withColumn(columns: readonly NewColumn[], place: number, column: NewColumn): NewColumn[] {
  const before = columns[place]?.name;
  const isOnlyOne = columns.filter(({ name }) => name === before).length === 1;
  return columns.map((one, at) => {
    const kept = at === place ? column : one;
    return isOnlyOne && kept.references?.table === null && kept.references.column === before
      ? { ...kept, references: { ...kept.references, column: column.name } }
      : kept;
  });
}

/** Types of Postgres that the form suggests; any other can be typed. */
export const commonTypes = [
  'bigint',
  'bit',
  'bit varying',
  'boolean',
  'box',
  'bytea',
  'char',
  'cidr',
  'circle',
  'date',
  'datemultirange',
  'daterange',
  'double precision',
  'inet',
  'int4multirange',
  'int4range',
  'int8multirange',
  'int8range',
  'integer',
  'integer[]',
  'interval',
  'json',
  'jsonb',
  'line',
  'lseg',
  'macaddr',
  'macaddr8',
  'money',
  'numeric',
  'nummultirange',
  'numrange',
  'path',
  'point',
  'polygon',
  'real',
  'smallint',
  'text',
  'text[]',
  'time',
  'timestamp',
  'timestamptz',
  'timetz',
  'tsmultirange',
  'tsquery',
  'tsrange',
  'tstzmultirange',
  'tstzrange',
  'tsvector',
  'uuid',
  'uuid[]',
  'varchar',
  'xml',
] as const;

const columnSql = (
  table: Pick<NewTable, 'schema' | 'name'>,
  { name, dataType, default: expression, references, check, generated, ...is }: NewColumn,
): string =>
  [
    quotedName(name),
    dataType,
    generated !== '' && `generated always as (${generated}) stored`,
    is.identity && generated === '' && 'generated by default as identity',
    expression !== '' && !is.identity && generated === '' && `default ${expression}`,
    !is.nullable && !is.primaryKey && 'not null',
    is.unique && !is.primaryKey && 'unique',
    references !== null &&
      `references ${referencesSql({
        ...references,
        ...(references.table === null ? { schema: table.schema, table: table.name } : { table: references.table }),
        columns: [references.column],
      })}`,
    check !== '' && `check (${check})`,
  ]
    .filter((part) => part !== false)
    .join(' ');

/** The statements that create a table, without their semicolons. */
export function newTableSql({ schema, name, comment, rowSecurity, columns, constraints }: NewTable): string[] {
  const target = qualifiedName(schema, name);
  const keys = columns.filter(({ primaryKey }) => primaryKey).map((column) => quotedName(column.name));
  const parts = [
    ...columns.map((column) => columnSql({ schema, name }, column)),
    ...(keys.length === 0 ? [] : [`primary key (${keys.join(', ')})`]),
    ...constraints.map(({ definition }) => definition),
  ];
  return [
    parts.length === 0 ? `create table ${target} ()` : `create table ${target} (\n  ${parts.join(',\n  ')}\n)`,
    `alter table ${target} ${rowSecurity ? 'enable' : 'disable'} row level security`,
    ...(comment === '' ? [] : [`comment on table ${target} is ${quotedValue(comment)}`]),
    ...columns
      .filter((column) => column.comment !== '')
      .map((column) => `comment on column ${target}.${quotedName(column.name)} is ${quotedValue(column.comment)}`),
  ];
}

/** The same as a form shows it while it is filled in: names that are not typed yet have a placeholder. */
export const newTablePreview = (table: NewTable): string =>
  newTableSql({
    ...table,
    name: table.name || 'table_name',
    columns: table.columns.map((column, place) => ({ ...column, name: column.name || `column_${place + 1}` })),
  })
    .map((sql) => `${sql};`)
    .join('\n');
