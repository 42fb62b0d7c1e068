import { escapeIdentifier, type QueryArrayConfig } from 'pg';
import type { Cell } from '../../../src/contract/sql/query.ts';
import type { SomePageRows } from '../../../src/contract/tables/exportRows.ts';
import { listValues, rangeEnds } from '../../../src/contract/tables/filterValues.ts';
import { isOfColumns, type RowKey } from '../../../src/contract/tables/rowKey.ts';
import {
  cellMaxLength,
  hasPosition,
  listOperators,
  orderColumns,
  rowPageSize,
  unaryOperators,
  type RowFilter,
  type RowPosition,
  type RowView,
} from '../../../src/contract/tables/rows.ts';
import type { TableColumn, TableDetail } from '../../../src/contract/tables/table.ts';
import type { ViewAs } from '../../../src/contract/tables/viewAs.ts';
import { escapeLike } from '../../common/escapeLike.ts';
import { ApiError } from '../../http/errors.ts';

/** SQL with its parameters, `$1` first. */
export interface Statement {
  text: string;
  values: Cell[];
}

/** Every value stays as Postgres wrote it. */
const asWritten = { getTypeParser: () => (value: unknown) => value };

/**
 * One statement by the extended protocol, which takes no second one, so that no condition or expression can end the
 * transaction around it. Its rows are arrays of text.
 */
export function extended(text: string, values: Cell[]): QueryArrayConfig {
  // pg's typings do not know the mode yet.
  const query: QueryArrayConfig & { queryMode: 'extended' } = {
    text,
    values,
    rowMode: 'array',
    queryMode: 'extended',
    types: asWritten as never,
  };
  return query;
}

/** A table, and whose rights hold for its rows: null for the developer's own. */
export interface Readable {
  table: TableDetail & Partial<Pick<PagedTable, 'nondeterministic'>>;
  viewAs: ViewAs | null;
}

/** A table whose pages are read. */
export interface PagedTable extends TableDetail {
  /** The developer may read the versions of its rows, and each change of a row changes its version. */
  hasVersions: boolean;
  /** Columns whose collation takes different texts as equal. */
  nondeterministic: readonly string[];
}

/** One part of the order of rows. */
interface OrderPart {
  column: TableColumn;
  descending: boolean;
}

export const relationName = ({ schema, name }: Pick<TableDetail, 'schema' | 'name'>): string =>
  `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`;

/** Types whose cast to text is what Postgres writes; `boolean` is written out by it. */
const castTypes: ReadonlySet<string> = new Set([
  'bigint',
  'boolean',
  'bytea',
  'character varying',
  'integer',
  'json',
  'jsonb',
  'numeric',
  'smallint',
  'text',
  'uuid',
]);

/**
 * A value as Postgres writes it. Some types have casts of their own: that of `character(n)` drops blanks, that of
 * `inet` adds a mask. `concat` writes every type as a query's result does.
 */
export const asText = ({ name, baseType }: Pick<TableColumn, 'name' | 'baseType'>): string => {
  const column = `t.${escapeIdentifier(name)}`;
  return castTypes.has(baseType) ? `${column}::text` : `case when ${column} is not null then concat(${column}) end`;
};

/** What the fingerprint begins with that is the version of its row. */
const versionMark = 'x';

/**
 * What changes with a long value: the version of its row, which costs nothing, or a hash, for which the value is read
 * to its end. By bytes: a collation may take different texts as equal.
 */
const fingerprintSql = (text: string, by: 'version' | 'hash'): string =>
  by === 'version' ? `'${versionMark}' || t.xmin::text` : `hashtextextended(${text} collate "C", 0)::text`;

/** Types whose values are all short. */
const shortTypes =
  /^(?:smallint|integer|bigint|real|double precision|money|boolean|uuid|date|(?:time|timestamp) with(?:out)? time zone|interval|oid|inet|cidr|macaddr8?|name)$/;

/** What a page holds of a value: all of it, or its beginning, one more character, and its fingerprint. */
export const shownText = (column: TableColumn, by: 'version' | 'hash'): string => {
  const text = asText(column);
  if (column.labels !== null || shortTypes.test(column.baseType)) return text;
  const beginning = `left(${text}, ${cellMaxLength + 1})`;
  const fingerprint = fingerprintSql(text, by);
  return (
    `case when octet_length(${text}) <= ${cellMaxLength} or length(${beginning}) <= ${cellMaxLength} then ${text}` +
    ` else ${beginning} || ${fingerprint} end`
  );
};

/** The parts of what a page holds of a value. */
export function shownParts(shown: Cell): { text: Cell; fingerprint: string | null } {
  if (shown === null || shown.length <= cellMaxLength) return { text: shown, fingerprint: null };
  // A pair of UTF-16 units is one character, which is not to be divided.
  const characters = Array.from(shown);
  if (characters.length <= cellMaxLength) return { text: shown, fingerprint: null };
  return {
    text: characters.slice(0, cellMaxLength).join(''),
    fingerprint: characters.slice(cellMaxLength + 1).join(''),
  };
}

/** A condition that holds while a long value has this fingerprint, with its parameter added to `values`. */
export const hasFingerprint = (column: TableColumn, fingerprint: string, values: Cell[]): string => {
  const by = fingerprint.startsWith(versionMark) ? 'version' : 'hash';
  const isLong = `length(${asText(column)}) > ${cellMaxLength}`;
  return `case when ${isLong} then ${fingerprintSql(asText(column), by)} = $${values.push(fingerprint)}::text else false end`;
};

export function columnOf(table: Pick<TableDetail, 'columns'>, name: string): TableColumn {
  const column = table.columns.find((one) => one.name === name);
  if (column === undefined) throw new ApiError(400, 'unknown_column', `The table has no column "${name}".`);
  return column;
}

/** Oids of the types that users create are not smaller (Postgres, `FirstNormalObjectId`). */
const firstUserOid = 16_384;

const isEnumDomain = ({ labels, type, baseType }: TableColumn): boolean => labels !== null && type !== baseType;

/**
 * A column that values are compared with. Postgres has no operators for a domain of an enumeration. An index can answer
 * for the cast to the enumeration, which a role can name only if it may use its schema. Beside a null, the value is one
 * of the enumeration without its name, but no index answers.
 */
const compared = (column: TableColumn, viewAs: ViewAs | null): string => {
  const name = `t.${escapeIdentifier(column.name)}`;
  if (!isEnumDomain(column)) return name;
  return viewAs === null ? `${name}::${column.baseType}` : `coalesce(${name}, null)`;
};

/**
 * The cast of a value that is compared with a column. Postgres takes the type of most values from the column, but not
 * of those of a composite type or of names of objects. Types without their length would cut a value. Only a role that
 * may use a schema can name its types, and enumerations and arrays need no name.
 */
const castFor = ({ typeOid, labels, baseType }: TableColumn): string =>
  ((typeOid >= firstUserOid && labels === null && !baseType.endsWith('[]')) || baseType.startsWith('reg')) &&
  !/^(?:character|bit)(?:\[\])*$/.test(baseType)
    ? `::${baseType}`
    : '';

function condition({ table, viewAs }: Readable, { column: name, operator, value }: RowFilter, values: Cell[]): string {
  const column = columnOf(table, name);
  const left = compared(column, viewAs);
  const bind = (cell: Cell) => `$${values.push(cell)}`;
  if (unaryOperators.has(operator)) return `${left} ${operator}`;
  const bindAs = (cell: Cell) => bind(cell) + castFor(column);
  if (listOperators.has(operator)) {
    const list = listValues(value);
    if (list.length === 0) return operator === 'in' ? 'false' : 'true';
    return `${left} ${operator} (${list.map(bindAs).join(', ')})`;
  }
  if (operator === 'between') {
    const ends = rangeEnds(value);
    if (ends === null)
      throw new ApiError(400, 'validation_failed', `The range of "${name}" takes two values: from and to.`);
    const [from, to] = ends;
    const parts = [from === '' ? [] : `${left} >= ${bindAs(from)}`, to === '' ? [] : `${left} <= ${bindAs(to)}`].flat();
    return parts.join(' and ') || 'true';
  }
  // Patterns are for text; of every other type, what is shown is compared.
  // Postgres refuses patterns for a nondeterministic collation. Any other keeps its own, by which an index may be used.
  const text = `(${asText(column)})${table.nondeterministic?.includes(name) ? ' collate "default"' : ''}`;
  if (operator === 'contains') return `${text} ilike ${bind(`%${escapeLike(value)}%`)}`;
  if (operator === 'like' || operator === 'ilike') return `${text} ${operator} ${bind(value)}`;
  return `${left} ${operator} ${bindAs(value)}`;
}

/** The conditions of a view. What users write as SQL stands alone on its lines, so that a comment ends with it. */
function conditions(readable: Readable, { filters, where }: Omit<RowView, 'sorts'>, values: Cell[]): string[] {
  return [
    ...filters.map((filter) => condition(readable, filter, values)),
    ...(where.trim() === '' ? [] : [`(\n${where}\n)`]),
  ];
}

/** The chosen order, made unique by the key. */
const orderOf = (table: TableDetail, view: Pick<RowView, 'sorts'>): OrderPart[] =>
  orderColumns(table.key, view).map((name, place) => ({
    column: columnOf(table, name),
    descending: view.sorts[place]?.descending ?? false,
  }));

/** A row or a page is asked for by columns that are not the table's key. */
const keyChanged = () =>
  new ApiError(412, 'key_changed', 'The table has another key than before. Reload the table and try again.');

/** As Postgres orders by default: nulls are greater than every value. */
const orderSql = (order: readonly OrderPart[], backward: boolean): string =>
  order
    .map(({ column, descending }) => `t.${escapeIdentifier(column.name)} ${descending === backward ? 'asc' : 'desc'}`)
    .join(', ');

/** The rows after a row in this order. */
function beyond(
  { order, backward, viewAs }: Pick<PageStatement, 'order' | 'backward'> & Pick<Readable, 'viewAs'>,
  at: Readonly<Record<string, Cell>>,
  values: Cell[],
): string {
  const left = order.map(({ column }) => compared(column, viewAs));
  const right = order.map(({ column }) => {
    const cell = at[column.name] ?? null;
    return cell === null ? null : `$${values.push(cell)}${castFor(column)}`;
  });
  const isSimple = order.every(({ column, descending }) => !column.nullable && descending === order[0]?.descending);
  // An index can answer this form, whatever page it is, but for a domain of an enumeration in another role.
  if (isSimple) {
    const operator = (order[0]?.descending ?? false) === backward ? '>' : '<';
    return `(${left.join(', ')}) ${operator} (${right.join(', ')})`;
  }
  const steps = order.map(({ column, descending }, index) => {
    const same = left
      .slice(0, index)
      .map((name, place) => (right[place] === null ? `${name} is null` : `${name} = ${right[place]}`));
    const isUp = descending === backward;
    const value = right[index] ?? null;
    const past =
      value === null
        ? isUp
          ? 'false'
          : `${left[index]} is not null`
        : isUp
          ? `(${left[index]} > ${value}${column.nullable ? ` or ${left[index]} is null` : ''})`
          : `${left[index]} < ${value}`;
    return [...same, past].join(' and ');
  });
  return `(${steps.join(' or ')})`;
}

const whereOf = (all: readonly string[]): string => (all.length === 0 ? '' : ` where ${all.join(' and ')}`);

/** How a page of rows is read. */
interface PageStatement extends Statement {
  order: readonly OrderPart[];
  /** The rows come in reverse. */
  backward: boolean;
  /** Rows before the page in a table that is read by offset; null where it is read by key. */
  offset: number | null;
}

/**
 * The statement for a page and one row more, which tells whether another page follows. Each row holds its values, cut,
 * then the whole values that the next page begins after.
 */
export function pageStatement(
  readable: Readable & { table: PagedTable },
  view: RowView,
  position: RowPosition | null,
): PageStatement {
  const { table, viewAs } = readable;
  const values: Cell[] = [];
  const order = table.key.length === 0 ? [] : orderOf(table, view);
  const byOffset = table.key.length === 0;
  if (position !== null && !hasPosition(table.key, view, position)) throw keyChanged();
  const backward = position?.by === 'end' || (position?.by === 'key' && position.backward);
  const offset = byOffset ? (position?.by === 'offset' ? position.offset : 0) : null;
  // A role that may read all columns of a table need not see the versions of its rows.
  const by = viewAs === null && table.hasVersions ? 'version' : 'hash';
  const shown = table.columns.map((column) => shownText(column, by));
  const at = order.map(({ column }) => asText(column));
  const all = conditions(readable, view, values);
  if (position?.by === 'key') all.push(beyond({ order, backward, viewAs }, position.values, values));
  const sorted = byOffset
    ? view.sorts.map(({ column, descending }) => ({ column: columnOf(table, column), descending }))
    : order;
  const orderBy = sorted.length === 0 ? '' : ` order by ${orderSql(sorted, backward)}`;
  return {
    text:
      `select ${[...shown, ...at].join(', ') || '1'} from ${relationName(table)} as t${whereOf(all)}${orderBy}` +
      ` limit ${rowPageSize + 1}${offset === null ? '' : ` offset ${offset}`}`,
    values,
    order,
    backward,
    offset,
  };
}

/** The statement for whole values of all rows of a view, or of some of them, in the order of the view. */
export function exportStatement(
  readable: Readable,
  columns: readonly TableColumn[],
  view: RowView,
  only: SomePageRows | null,
): Statement {
  const { table } = readable;
  const values: Cell[] = [];
  const order = orderOf(table, view);
  const orderBy = order.length === 0 ? '' : ` order by ${orderSql(order, false)}`;
  const selected = columns.map((column) => asText(column)).join(', ');
  const where = whereOf(
    only?.by === 'key'
      ? [`(${only.keys.map((key) => byKey(readable, key, values)).join(' or ')})`]
      : conditions(readable, view, values),
  );
  const part = only?.by === 'offset' ? ` limit ${only.count} offset ${only.offset}` : '';
  return { text: `select ${selected} from ${relationName(table)} as t${where}${orderBy}${part}`, values };
}

export function countStatement(readable: Readable, view: Omit<RowView, 'sorts'>): Statement {
  const values: Cell[] = [];
  const where = whereOf(conditions(readable, view, values));
  return {
    text: `select count(*) as count from ${relationName(readable.table)} as t${where}`,
    values,
  };
}

/** A condition on the key that holds for one row, with its parameters added to `values`. */
export const byKey = ({ table, viewAs }: Readable, key: RowKey, values: Cell[]): string => {
  if (!isOfColumns(table.key, key)) throw keyChanged();
  return table.key
    .map((name) => {
      const column = columnOf(table, name);
      return `${compared(column, viewAs)} = $${values.push(key[name]!)}${castFor(column)}`;
    })
    .join(' and ');
};
