import { quotedName, quotedValue } from '../../contract/sql/quotedName.ts';
import type { RowChange } from '../../contract/tables/changes.ts';
import type { TableDetail } from '../../contract/tables/table.ts';

/** A change as SQL, as a person would write it. The server sends the values apart, and compares the old ones. */
export function changeSql({ schema, name, key }: TableDetail, change: RowChange): string {
  const target = `${quotedName(schema)}.${quotedName(name)}`;
  if (change.type === 'insert') {
    const names = Object.keys(change.values);
    if (names.length === 0) return `insert into ${target} default values;`;
    return `insert into ${target} (${names.map(quotedName).join(', ')})\nvalues (${Object.values(change.values).map(quotedValue).join(', ')});`;
  }
  const where = key
    .map((column, index) => `${quotedName(column)} = ${quotedValue(change.key[index] ?? null)}`)
    .join(' and ');
  if (change.type === 'delete') return `delete from ${target}\nwhere ${where};`;
  const set = [
    ...Object.entries(change.values).map(([column, value]) => `${quotedName(column)} = ${quotedValue(value)}`),
    ...change.defaults.map((column) => `${quotedName(column)} = default`),
  ];
  return `update ${target}\nset ${set.join(', ')}\nwhere ${where};`;
}
