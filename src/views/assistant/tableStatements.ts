import type { Catalog } from '../../contract/projects/catalog.ts';
import { qualifiedName, quotedName } from '../../contract/sql/quotedName.ts';

type Column = Catalog['schemas'][number]['relations'][number]['columns'][number];

interface TableStatement {
  label: string;
  sql: string;
}

/** Statements that users often need of a table. Values to fill in are named parameters of a comment. */
export function tableStatements(schema: string, name: string, columns: readonly Column[]): TableStatement[] {
  const table = qualifiedName(schema, name);
  const keys = columns.filter(({ primaryKey }) => primaryKey);
  const others = columns.filter(({ primaryKey }) => !primaryKey);
  const names = (some: readonly Column[]) => some.map((column) => quotedName(column.name)).join(', ');
  const condition = (keys.length > 0 ? keys : columns.slice(0, 1))
    .map((column) => `${quotedName(column.name)} = null /* ${column.type} */`)
    .join(' and ');
  const changed = others[0] ?? columns[0];
  return [
    { label: 'Select rows', sql: `select ${names(columns) || '*'}\nfrom ${table}\nlimit 100;` },
    { label: 'Count rows', sql: `select count(*)\nfrom ${table};` },
    ...(columns.length === 0
      ? []
      : [
          {
            label: 'Insert a row',
            sql: `insert into ${table} (${names(others.length > 0 ? others : columns)})\nvalues (${(others.length > 0
              ? others
              : columns
            )
              .map(({ type }) => `null /* ${type} */`)
              .join(', ')})\nreturning *;`,
          },
          {
            label: 'Update a row',
            sql: `update ${table}\nset ${quotedName(changed!.name)} = null /* ${changed!.type} */\nwhere ${condition}\nreturning *;`,
          },
          { label: 'Delete a row', sql: `delete from ${table}\nwhere ${condition}\nreturning *;` },
        ]),
  ];
}
