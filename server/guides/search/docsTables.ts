import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { errorCode } from '../../common/errorCode.ts';
import { controlSchema, type ControlDatabase } from '../../database/database.ts';

/** The newest, and one that a server of another version may still search. */
export const keptStates = 2;

export const hashOf = (...parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url');

export const batchesOf = <Row>(rows: readonly Row[], size = 500): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / size) }, (_, index) => rows.slice(index * size, (index + 1) * size));

/** One server at a time writes what follows from the docs; the lock ends with the transaction. */
export const lockDocs = (db: ControlDatabase) =>
  sql`select pg_advisory_xact_lock(hashtextextended('basechart docs', 0))`.execute(db);

/** With letters of the state that need no quotes. */
const nameOf = (name: string, hash: string): string =>
  `${name}_${createHash('sha256').update(hash).digest('hex').slice(0, 16)}`;

/**
 * A table that follows from one state of the docs, after whose hash it is named. It never changes once it is written,
 * so a search that reads it several times reads the same state; and no migration knows it.
 */
export const docsTable = (name: string, hash: string) => sql.id(controlSchema, nameOf(name, hash));

/** Writes the tables of a state unless they are there, and drops those of the states before the last ones. */
export async function writeDocsTables(
  db: ControlDatabase,
  hash: string,
  names: readonly string[],
  write: (transaction: ControlDatabase) => Promise<void>,
): Promise<void> {
  const areWritten = async (reader: ControlDatabase): Promise<boolean> => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from pg_catalog.pg_tables
      where schemaname = ${controlSchema} and tablename = any(${names.map((name) => nameOf(name, hash))}::text[])`.execute(
      reader,
    );
    return rows[0]?.count === names.length;
  };
  if (await areWritten(db)) return;
  await db.transaction().execute(async (transaction) => {
    await lockDocs(transaction);
    // Another server may have been first.
    if (await areWritten(transaction)) return;
    await write(transaction);
    for (const name of names) {
      await sql`analyze ${docsTable(name, hash)}`.execute(transaction);
      const { rows } = await sql<{ name: string }>`
        select relname as name from pg_catalog.pg_class
        where relnamespace = ${controlSchema}::regnamespace and relkind = 'r' and relname ~ ${`^${name}_[0-9a-f]{16}$`}
        order by oid desc offset ${keptStates}::int`.execute(transaction);
      for (const old of rows) await sql`drop table ${sql.id(controlSchema, old.name)}`.execute(transaction);
    }
  });
}

/** Whether a search failed because other servers have dropped the tables of its state. */
export const isDropped = (error: unknown): boolean => errorCode(error) === '42P01';
