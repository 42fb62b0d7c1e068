import { mkdir, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Pool } from 'pg';
import type { Logger } from 'pino';
import { errorCode } from './common/errorCode.ts';
import { StartError } from './common/startError.ts';
import { closeControlDatabase } from './database/closeControlDatabase.ts';
import { handlePoolErrors } from './database/handlePoolErrors.ts';
import { openEmbeddedEngine } from './projects/engines/embedded/embeddedEngine.ts';

/** Where the control plane keeps what it knows. */
export interface Storage {
  pool: Pool;
  /** Major version, as `18`. */
  postgresVersion: string;
  close(): Promise<void>;
}

export interface StorageOptions {
  databaseUrl: string | null;
  dataFolder: string;
  /** Where the template of embedded databases is kept. */
  cacheFolder: string;
  log: Logger;
}

export const openStorage = (options: StorageOptions): Promise<Storage> =>
  options.databaseUrl === null ? openEmbeddedStorage(options) : openExternalStorage(options.databaseUrl, options.log);

const maintenanceIntervalMs = 60 * 60_000;

/** As `mkdir -p`. Node's own goes on for ever where a parent exists and holds no folders, as under /proc. */
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

/** Databases of projects that no control database knows would look like an empty platform, so they are said first. */
async function refuseOrphans(dataFolder: string): Promise<void> {
  const entries = (name: string) => readdir(join(dataFolder, name)).catch((): string[] => []);
  const [control, projects] = await Promise.all([entries('control'), entries('projects')]);
  if (control.includes('pgdata') || projects.length === 0) return;
  throw new StartError(
    `The data folder ${dataFolder} has databases of projects (${projects.length}) but not the control database that knows them. ` +
      `Put ${join(dataFolder, 'control')} back from a backup, or move ${join(dataFolder, 'projects')} elsewhere to begin anew. Nothing was changed.`,
  );
}

/** The control plane's own embedded Postgres. A folder in use, damaged or unwritable is said plainly and left as it is. */
async function openEmbeddedStorage({ dataFolder, cacheFolder, log }: StorageOptions): Promise<Storage> {
  try {
    await makeFolder(dataFolder);
  } catch (error) {
    throw new StartError(`The data folder ${dataFolder} cannot be made: ${explainFolder(errorCode(error))}.`, {
      cause: error,
    });
  }
  await refuseOrphans(dataFolder);
  const engine = await openEmbeddedEngine({
    folder: join(dataFolder, 'control'),
    cacheFolder,
    create: true,
    extensions: false,
    poolSessions: 'kept',
    onRestart: (reason) => log.warn({ reason }, 'the control database began anew'),
  });
  const postgresVersion = await readMajorVersion(engine.pool).catch(async (error: unknown) => {
    await engine.stop();
    throw error;
  });
  // Embedded, Postgres has no daemon that does it.
  const tidying = setInterval(() => {
    engine.pool
      .query('vacuum analyze')
      .catch((error: unknown) => log.warn({ err: error }, 'the control database could not be tidied'));
  }, maintenanceIntervalMs).unref();
  return {
    pool: engine.pool,
    postgresVersion,
    async close() {
      clearInterval(tidying);
      await engine.stop();
    },
  };
}

async function openExternalStorage(connectionString: string, log: Logger): Promise<Storage> {
  // Developers' roles may connect to this database too, and before Postgres 15 make functions in its schema `public`.
  const pool = new Pool({
    connectionString,
    max: 10,
    connectionTimeoutMillis: 10_000,
    application_name: 'basechart',
    options: '-c search_path=pg_catalog',
  });
  handlePoolErrors(pool, (error) => log.warn({ err: error }, 'a database connection broke'));
  try {
    const postgresVersion = await readMajorVersion(pool);
    await closeControlDatabase(pool, log);
    return { pool, postgresVersion, close: () => pool.end() };
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

/** Postgres's own words are fit for the operator; the address, which holds a password, is not repeated. */
function describeConnectError(error: unknown): string {
  if (error instanceof AggregateError) return describeConnectError(error.errors[0]);
  return error instanceof Error && error.message !== '' ? error.message : (errorCode(error) ?? 'unknown reason');
}
