import * as v from 'valibot';

/** The examples of the guides are shorter; browsers and proxies take addresses of this length. */
const exampleMaxLength = 6_000;

/** What the address of the SQL editor asks a new query to begin with. It is not run. */
const sqlStartSchema = v.union([
  /** An example policy for a table. */
  v.object({ example: v.literal('policy'), schema: v.string(), table: v.string() }),
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
