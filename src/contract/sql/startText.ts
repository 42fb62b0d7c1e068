import { qualifiedName } from './quotedName.ts';
import type { SqlStart } from './sqlStart.ts';

const examples = {
  createTable: `create table notes (
  id bigint generated always as identity primary key,
  body text not null,
  created_at timestamptz not null default now()
);

insert into notes (body) values ('First note');

select * from notes;
`,
  runQuery: 'select current_user, current_database(), version();\n',
};

/** The comments name no table: a name may hold a line break, and would end them. */
const policyText = (
  schema: string,
  table: string,
): string => `create policy "Everyone can read" on ${qualifiedName(schema, table)}
  for select
  -- Everyone with the public key. For users who are signed in too: anon, authenticated
  to anon
  -- They see all rows. For some rows only, replace true with a condition on the columns.
  using (true);
`;

/** The text of a start that needs nothing but itself. */
export const startText = (start: Exclude<SqlStart, { run: string }>): string =>
  'sql' in start
    ? `${start.sql.trimEnd()}\n`
    : 'example' in start
      ? start.example === 'policy'
        ? policyText(start.schema, start.table)
        : examples[start.example]
      : `select * from ${qualifiedName(start.schema, start.table)} limit 100;\n`;
