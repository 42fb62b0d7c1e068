import type { Pool } from 'pg';

/**
 * A broken connection fails its query and is replaced at the next use. But `pg` also emits an error event on the
 * client, and without a listener, as while the client is checked out, Node exits.
 */
export function handlePoolErrors(pool: Pool, broken: (error: Error) => void = () => undefined): void {
  pool.on('error', broken);
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
  });
}
