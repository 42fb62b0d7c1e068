import { ownValue } from '../../contract/common/ownValue.ts';
import type { Cell } from '../../contract/sql/query.ts';
import { qualifiedName, quotedName, quotedValue } from '../../contract/sql/quotedName.ts';
import type { RowChange } from '../../contract/tables/changes.ts';
import { columnsOfKey, keyWords, type RowKey } from '../../contract/tables/rowKey.ts';
import type { TableColumn, TableDetail } from '../../contract/tables/table.ts';

/** What the SQL of a change names. Without columns, as of a table that is gone, every value is a text. */
export type ChangeTarget = Pick<TableDetail, 'schema' | 'name'> & {
  columns?: readonly Pick<TableColumn, 'name' | 'baseType'>[];
};

/**
 * Types whose numbers Postgres compares and assigns without quotes. A real is not equal to the same digits as a number,
 * and money, xid, xid8 and cid cannot be compared with numbers at all.
 */
const unquotedTypes: ReadonlySet<string> = new Set([
  'smallint',
  'integer',
  'bigint',
  'numeric',
  'double precision',
  'oid',
]);

const plainNumber = /^-?\d+(?:\.\d+)?$/;

/** A value as a person writes it for its column: numbers and booleans without quotes, where they need none. */
function literal(baseType: string | undefined, value: Cell): string {
  if (value === null) return 'null';
  if (baseType === 'boolean' && (value === 'true' || value === 'false')) return value;
  return baseType !== undefined && unquotedTypes.has(baseType) && plainNumber.test(value) ? value : quotedValue(value);
}

type LiteralOf = (column: string, value: Cell) => string;

const whereOf = (key: RowKey, literalOf: LiteralOf): string =>
  columnsOfKey(key) === null
    ? `where false /* the columns of its key are not known: ${keyWords(key).replaceAll('*/', '* /')} */`
    : `where ${Object.entries(key)
        .map(([column, value]) => `${quotedName(column)} = ${literalOf(column, value)}`)
        .join(' and ')}`;

/** A change as SQL, as a person would write it. The server sends the values apart, and compares the old ones. */
export function changeSql({ schema, name, columns = [] }: ChangeTarget, change: RowChange): string {
  const types = Object.fromEntries(columns.map((column) => [column.name, column.baseType]));
  const literalOf: LiteralOf = (column, value) => literal(ownValue(types, column), value);
  const target = qualifiedName(schema, name);
  if (change.type === 'insert') {
    const names = Object.keys(change.values);
    if (names.length === 0) return `insert into ${target} default values;`;
    const values = Object.entries(change.values).map(([column, value]) => literalOf(column, value));
    return `insert into ${target} (${names.map(quotedName).join(', ')})\nvalues (${values.join(', ')});`;
  }
  const where = whereOf(change.key, literalOf);
  if (change.type === 'delete') return `delete from ${target}\n${where};`;
  const set = [
    ...Object.entries(change.values).map(([column, value]) => `${quotedName(column)} = ${literalOf(column, value)}`),
    ...change.defaults.map((column) => `${quotedName(column)} = default`),
  ];
  return `update ${target}\nset ${set.join(', ')}\n${where};`;
}
