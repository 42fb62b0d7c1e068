import { quotedName, quotedValue } from '../../contract/sql/quotedName.ts';
import type { RowChange } from '../../contract/tables/changes.ts';
import { columnsOfKey, keyWords, type RowKey } from '../../contract/tables/rowKey.ts';
import type { TableDetail } from '../../contract/tables/table.ts';

const whereOf = (key: RowKey): string =>
  columnsOfKey(key) === null
    ? `where false /* the columns of its key are not known: ${keyWords(key).replaceAll('*/', '* /')} */`
    : `where ${Object.entries(key)
        .map(([column, value]) => `${quotedName(column)} = ${quotedValue(value)}`)
        .join(' and ')}`;

/** A change as SQL, as a person would write it. The server sends the values apart, and compares the old ones. */
export function changeSql({ schema, name }: Pick<TableDetail, 'schema' | 'name'>, change: RowChange): string {
  const target = `${quotedName(schema)}.${quotedName(name)}`;
  if (change.type === 'insert') {
    const names = Object.keys(change.values);
    if (names.length === 0) return `insert into ${target} default values;`;
    return `insert into ${target} (${names.map(quotedName).join(', ')})\nvalues (${Object.values(change.values).map(quotedValue).join(', ')});`;
  }
  const where = whereOf(change.key);
  if (change.type === 'delete') return `delete from ${target}\n${where};`;
  const set = [
    ...Object.entries(change.values).map(([column, value]) => `${quotedName(column)} = ${quotedValue(value)}`),
    ...change.defaults.map((column) => `${quotedName(column)} = default`),
  ];
  return `update ${target}\nset ${set.join(', ')}\n${where};`;
}
