import type { Pool } from 'pg';

/**
 * A connection that breaks fails the query on it and is replaced at the next use. But `pg` says so once more, by an
 * event on the client, and where nobody listens, as while the client is lent out, Node ends the process.
 */
export function handlePoolErrors(pool: Pool, broken: (error: Error) => void = () => undefined): void {
  pool.on('error', broken);
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
  });
}
