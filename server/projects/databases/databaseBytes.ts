import type { Session } from '../engines/engine.ts';

/** Size of a database on its disk, in bytes. */
export async function readDatabaseBytes({ client }: Pick<Session, 'client'>): Promise<number> {
  const {
    rows: [row],
  } = await client.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes');
  if (row === undefined) throw new Error('The database size gave no row.');
  return Number(row.bytes);
}
