import * as v from 'valibot';
import { qualifiedName } from './quotedName.ts';

/** The examples of the guides are shorter; browsers and proxies take addresses of this length. */
const exampleMaxLength = 6_000;

/** What the address of the SQL editor asks a new query to begin with. It is not run. */
const sqlStartSchema = v.union([
  v.object({ schema: v.string(), table: v.string() }),
  /** Id of a run in the history: its query is opened if this browser knows it, otherwise its text. */
  v.object({ run: v.string() }),
  v.object({ example: v.picklist(['createTable', 'runQuery']) }),
  /** An example of the guides. */
  v.object({ sql: v.pipe(v.string(), v.minLength(1), v.maxLength(exampleMaxLength)) }),
]);
export type SqlStart = v.InferOutput<typeof sqlStartSchema>;

/** The start in the query parameters of an address; null where there is none. */
export function sqlStartIn(query: Readonly<Record<string, string>>): SqlStart | null {
  const { success, output } = v.safeParse(sqlStartSchema, query);
  return success ? output : null;
}

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

/** The text of a start that needs nothing but itself. */
export const startText = (start: Exclude<SqlStart, { run: string }>): string =>
  'sql' in start
    ? `${start.sql.trimEnd()}\n`
    : 'example' in start
      ? examples[start.example]
      : `select * from ${qualifiedName(start.schema, start.table)} limit 100;\n`;
