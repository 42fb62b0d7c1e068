import { mkdir, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Pool } from 'pg';
import type { Logger } from 'pino';
import { errorCode } from './common/errorCode.ts';
import { StartError } from './common/startError.ts';
import { closeControlDatabase } from './database/closeControlDatabase.ts';
import { handlePoolErrors } from './database/handlePoolErrors.ts';
import { openEmbeddedEngine } from './projects/engines/embedded/embeddedEngine.ts';

/** The storage of the control plane. */
export interface Storage {
  pool: Pool;
  /** Major version, such as `18`. */
  postgresVersion: string;
  /** Projects can have event triggers, which only a superuser creates. */
  hasEventTriggers: boolean;
  close(): Promise<void>;
}

interface StorageOptions {
  databaseUrl: string | null;
  dataFolder: string;
  /** Folder of the template for embedded databases. */
  cacheFolder: string;
  log: Logger;
}

export const openStorage = (options: StorageOptions): Promise<Storage> =>
  options.databaseUrl === null ? openEmbeddedStorage(options) : openExternalStorage(options.databaseUrl, options.log);

const maintenanceIntervalMs = 60 * 60_000;

/** Like `mkdir -p`. Node's own loops forever where a parent exists and holds no folders, as under /proc. */
async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    const code = errorCode(error);
    if (code === 'EEXIST' && (await stat(folder)).isDirectory()) return;
    if (
      code !== 'ENOENT' ||
      (await stat(dirname(folder)).then(
        () => true,
        () => false,
      ))
    )
      throw error;
    await makeFolder(dirname(folder));
    await makeFolder(folder);
  }
}

function explainFolder(code: string | undefined): string {
  switch (code) {
    case 'EEXIST':
    case 'ENOTDIR':
      return 'there is a file of that name, or on the way to it';
    case 'EACCES':
    case 'EPERM':
      return 'this user may not write there';
    case 'EROFS':
      return 'that disk is read-only';
    case 'ENOENT':
      return 'that place takes no folders';
    case 'ENOSPC':
      return 'the disk is full';
    default:
      return code ?? 'unknown reason';
  }
}

/** Projects' databases without a control database would look like an empty platform, so they are reported first. */
async function refuseOrphans(dataFolder: string): Promise<void> {
  const entries = (name: string) => readdir(join(dataFolder, name)).catch((): string[] => []);
  const [control, projects] = await Promise.all([entries('control'), entries('projects')]);
  if (control.includes('pgdata') || projects.length === 0) return;
  throw new StartError(
    `The data folder ${dataFolder} has databases of projects (${projects.length}) but not the control database that knows them. ` +
      `Restore ${join(dataFolder, 'control')} from a backup, or move ${join(dataFolder, 'projects')} elsewhere to start over. Nothing was changed.`,
  );
}

/**
 * The control plane's own embedded Postgres. A folder that is in use, damaged or not writable is reported and left
 * unchanged.
 */
async function openEmbeddedStorage({ dataFolder, cacheFolder, log }: StorageOptions): Promise<Storage> {
  try {
    await makeFolder(dataFolder);
  } catch (error) {
    throw new StartError(`The data folder ${dataFolder} cannot be created: ${explainFolder(errorCode(error))}.`, {
      cause: error,
    });
  }
  await refuseOrphans(dataFolder);
  const engine = await openEmbeddedEngine({
    folder: join(dataFolder, 'control'),
    cacheFolder,
    create: true,
    // What the index of the guides needs.
    extensions: ['vector', 'pg_trgm'],
    poolSessions: 'kept',
    onRestart: (reason) => log.warn({ reason }, 'the control database restarted'),
  });
  const postgresVersion = await readMajorVersion(engine.pool).catch(async (error: unknown) => {
    await engine.stop();
    throw error;
  });
  // Embedded Postgres has no autovacuum.
  const tidying = setInterval(() => {
    engine.pool
      .query('vacuum analyze')
      .catch((error: unknown) => log.warn({ err: error }, 'failed to clean up the control database'));
  }, maintenanceIntervalMs).unref();
  return {
    pool: engine.pool,
    postgresVersion,
    hasEventTriggers: true,
    async close() {
      clearInterval(tidying);
      await engine.stop();
    },
  };
}

async function openExternalStorage(connectionString: string, log: Logger): Promise<Storage> {
  // Developers' roles may connect to this database too, and before Postgres 15 create functions in its schema `public`.
  const pool = new Pool({
    connectionString,
    max: 10,
    connectionTimeoutMillis: 10_000,
    application_name: 'basechart',
    options: '-c search_path=pg_catalog',
  });
  handlePoolErrors(pool, (error) => log.warn({ err: error }, 'database connection lost'));
  try {
    const postgresVersion = await readMajorVersion(pool);
    const hasEventTriggers = await isSuperuser(pool);
    await closeControlDatabase(pool, log);
    return { pool, postgresVersion, hasEventTriggers, close: () => pool.end() };
  } catch (error) {
    await pool.end();
    throw new StartError(`The Postgres named by DATABASE_URL cannot be used: ${describeConnectError(error)}.`, {
      cause: error,
    });
  }
}

async function readMajorVersion(pool: Pool): Promise<string> {
  const {
    rows: [row],
  } = await pool.query<{ major: string }>("select (current_setting('server_version_num')::int / 10000)::text as major");
  return row?.major ?? '';
}

async function isSuperuser(pool: Pool): Promise<boolean> {
  const {
    rows: [row],
  } = await pool.query<{ superuser: boolean }>(
    'select rolsuper as superuser from pg_roles where rolname = current_user',
  );
  return row?.superuser ?? false;
}

/** The operator may see Postgres's own message; the address, which contains a password, is not repeated. */
function describeConnectError(error: unknown): string {
  if (error instanceof AggregateError) return describeConnectError(error.errors[0]);
  return error instanceof Error && error.message !== '' ? error.message : (errorCode(error) ?? 'unknown reason');
}
