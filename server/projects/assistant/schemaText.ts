import type { ClientBase } from 'pg';
import { withBoundedAnswer } from '../engines/boundedAnswer.ts';
import { isDeveloperSchema } from '../engines/developerSchema.ts';

interface SchemaTable {
  schema: string;
  name: string;
  kind: string;
  rowSecurity: boolean;
  comment: string | null;
  columns: { name: string; type: string; nullable: boolean; comment: string | null }[];
  /** Primary, unique and foreign keys, as SQL writes them. */
  keys: string[];
}

/** What the role may know of tables, in one statement; only the beginnings of comments, which may be long. */
const schemaQuery = `
  with relations as (
    select c.oid, n.nspname, c.relname, c.relkind, c.relrowsecurity
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition
      and ${isDeveloperSchema('n.nspname')}
      and has_schema_privilege(n.oid, 'usage')
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    order by n.nspname <> 'public', n.nspname, c.relname
    limit 1000
  )
  select coalesce(json_agg(json_build_object(
    'schema', r.nspname, 'name', r.relname, 'rowSecurity', r.relrowsecurity,
    'kind', case r.relkind when 'r' then 'table' when 'p' then 'partitioned table' when 'v' then 'view'
      when 'm' then 'materialized view' else 'foreign table' end,
    'comment', left(obj_description(r.oid, 'pg_class'), 300),
    'columns', coalesce((
      select json_agg(json_build_object(
        'name', a.attname, 'type', format_type(a.atttypid, a.atttypmod), 'nullable', not a.attnotnull,
        'comment', left(col_description(r.oid, a.attnum), 200)
      ) order by a.attnum)
      from pg_attribute a where a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped
    ), '[]'),
    'keys', coalesce((
      select json_agg(pg_get_constraintdef(k.oid) order by k.contype <> 'p', k.conname)
      from pg_constraint k where k.conrelid = r.oid and k.contype in ('p', 'u', 'f')
    ), '[]')
  ) order by r.nspname <> 'public', r.nspname, r.relname), '[]') as tables
  from relations r`;

const schemaMaxBytes = 8 * 1024 * 1024;

export async function readSchema(client: ClientBase): Promise<SchemaTable[]> {
  const {
    rows: [row],
  } = await withBoundedAnswer(client, schemaMaxBytes, () => client.query<{ tables: SchemaTable[] }>(schemaQuery));
  return row?.tables ?? [];
}

const commentOf = (comment: string | null): string =>
  comment === null || comment === '' ? '' : ` -- ${comment.replaceAll(/\s+/g, ' ')}`;

function describe({ schema, name, kind, rowSecurity, comment, columns, keys }: SchemaTable): string {
  const lines = [
    ...columns.map(
      (column) => `  ${column.name} ${column.type}${column.nullable ? '' : ' not null'}${commentOf(column.comment)}`,
    ),
    ...keys.map((key) => `  ${key}`),
  ];
  const security = rowSecurity ? ', row level security on' : '';
  return `${kind} ${schema}.${name}${security}${commentOf(comment)}\n${lines.join('\n')}\n`;
}

interface SchemaText {
  text: string;
  told: number;
  leftOut: number;
}

/** Tables as text of a length: those that the user means first and whole, the others as far as there is room. */
export function schemaText(
  tables: readonly SchemaTable[],
  meant: readonly { schema: string; name: string }[],
  maxLength: number,
): SchemaText {
  const isMeant = (table: SchemaTable) =>
    meant.some(({ schema, name }) => schema === table.schema && name === table.name);
  const ordered = [...tables.filter(isMeant), ...tables.filter((table) => !isMeant(table))];
  const parts: string[] = [];
  let length = 0;
  let told = 0;
  for (const table of ordered) {
    const whole = describe(table);
    // With little room left, names still help to ask for more.
    const part = length + whole.length <= maxLength * 0.9 ? whole : `${table.kind} ${table.schema}.${table.name}\n`;
    if (length + part.length > maxLength) break;
    parts.push(part);
    length += part.length;
    told += 1;
  }
  return { text: parts.join('\n'), told, leftOut: tables.length - told };
}
