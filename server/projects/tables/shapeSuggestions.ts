import {
  targetSuggestionsMax,
  typeSuggestionsMax,
  type ShapeSuggestions,
} from '../../../src/contract/tables/shapeSuggestions.ts';
import { tableSearchMaxLength } from '../../../src/contract/tables/table.ts';
import { withBoundedAnswer } from '../engines/boundedAnswer.ts';
import type { Session } from '../engines/engine.ts';
import { openSchema, uniqueKey } from './catalogSql.ts';

/**
 * Arrays, and the types of the rows of tables, are left out. A foreign key points to a unique key that holds at once
 * and for every row.
 */
const suggestionsQuery = `
  with schemas as (
    select n.oid, n.nspname from pg_namespace n
    where ${openSchema}
  ), types as (
    select format_type(t.oid, null) as name from pg_type t join schemas n on n.oid = t.typnamespace
    where t.typtype <> 'p' and t.typcategory <> 'A' and has_type_privilege(t.oid, 'usage')
      and (t.typrelid = 0 or exists (select from pg_class c where c.oid = t.typrelid and c.relkind = 'c'))
    order by name limit ${typeSuggestionsMax}
  ), targets as (
    select n.nspname, c.relname, keys.list from pg_class c
    join schemas n on n.oid = c.relnamespace
    cross join lateral (
      select json_agg((
        select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by part.place)
        from unnest(i.indkey[0:i.indnkeyatts - 1]) with ordinality as part (attnum, place)
        join pg_attribute a on a.attrelid = i.indrelid and a.attnum = part.attnum
      ) order by i.indisprimary desc, i.indnkeyatts, i.indexrelid) as list
      from pg_index i
      where i.indrelid = c.oid and ${uniqueKey}
    ) keys
    where c.relkind in ('r', 'p') and not c.relispartition and has_table_privilege(c.oid, 'references')
      and ($1 = '' or strpos(lower(n.nspname || '.' || c.relname), lower($1)) > 0)
      and keys.list is not null
    order by n.nspname, c.relname limit ${targetSuggestionsMax}
  ), filled as (
    select c.oid, n.nspname, c.relname from pg_class c
    join schemas n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition and has_table_privilege(c.oid, 'insert')
      and ($1 = '' or strpos(lower(n.nspname || '.' || c.relname), lower($1)) > 0)
    order by n.nspname, c.relname limit ${targetSuggestionsMax}
  )
  select json_build_object(
    'types', coalesce((select json_agg(name order by name) from types), '[]'),
    'targets', coalesce((
      select json_agg(json_build_object('schema', nspname, 'table', relname, 'keys', list) order by nspname, relname)
      from targets
    ), '[]'),
    'tables', coalesce((
      select json_agg(json_build_object('id', oid::bigint, 'schema', nspname, 'name', relname) order by nspname, relname)
      from filled
    ), '[]')
  ) as suggestions`;

const suggestionsMaxBytes = 4 * 1024 * 1024;

/** What the forms of a table suggest: types of the database, and tables that a foreign key can point to. */
export async function readShapeSuggestions(
  { client }: Pick<Session, 'client'>,
  search: string,
): Promise<ShapeSuggestions> {
  const {
    rows: [row],
  } = await withBoundedAnswer(client, suggestionsMaxBytes, () =>
    client.query<{ suggestions: ShapeSuggestions }>(suggestionsQuery, [search.slice(0, tableSearchMaxLength)]),
  );
  if (row === undefined) throw new Error('The suggestions gave no row.');
  return row.suggestions;
}
