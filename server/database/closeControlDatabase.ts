import { escapeIdentifier, type Pool } from 'pg';
import type { Logger } from 'pino';

const openDatabases = `
  select datname as name, datname = current_database() as control from pg_database
  where datallowconn and has_database_privilege('public', oid, 'connect') and datname not like 'basechart\\_%' order by datname`;

/**
 * Postgres lets every role connect to a new database. Developers have roles on this server, so the control plane's own
 * database is closed to all but its owner; the log names other databases, which the server must not change.
 */
export async function closeControlDatabase(pool: Pool, log: Logger): Promise<void> {
  const find = async () => (await pool.query<{ name: string; control: boolean }>(openDatabases)).rows;
  const [control] = (await find()).filter((database) => database.control);
  if (control !== undefined) await close(pool, control.name);
  const open = (await find()).map(({ name }) => name);
  if (open.length > 0) {
    log.warn(
      { databases: open },
      'developers of projects can connect to databases that Postgres lets every role connect to: REVOKE CONNECT ON DATABASE … FROM PUBLIC keeps them out',
    );
  }
}

/** Only an owner or a superuser may do this; Postgres only warns other roles. */
async function close(pool: Pool, name: string): Promise<void> {
  const client = await pool.connect();
  try {
    const database = escapeIdentifier(name);
    await client.query(`
      begin;
      select pg_advisory_xact_lock(hashtextextended('basechart access', 0));
      grant connect, temporary on database ${database} to current_user;
      revoke all on database ${database} from public;
      commit`);
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}
