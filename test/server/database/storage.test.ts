import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Client, type PoolClient } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { StartError } from '../../../server/common/startError.ts';
import { openControlDatabase } from '../../../server/database/database.ts';
import { migrateControlDatabase } from '../../../server/database/migrate.ts';
import { createLogger } from '../../../server/http/log.ts';
import { openStorage, type Storage } from '../../../server/storage.ts';
import { createDatabase, postgresPrograms, startPostgres, type TestPostgres } from '../../support/postgres.ts';

let folder: string;
let postgres: TestPostgres | null = null;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'basechart-storage-'));
  if (postgresPrograms !== undefined) postgres = await startPostgres();
});
afterAll(async () => {
  await postgres?.stop();
  await rm(folder, { recursive: true, force: true });
});

const open = (databaseUrl: string | null): Promise<Storage> =>
  openStorage({
    databaseUrl,
    dataFolder: folder,
    cacheFolder: resolve(import.meta.dirname, '../../../.cache'),
    log: createLogger({ level: 'silent', format: 'json' }),
  });

const endOf = (client: PoolClient): Promise<void> =>
  new Promise((done) => {
    client.once('end', () => done());
  });

// What is tried here ends the process where it goes wrong, which fails the run whatever is expected below.
test.skipIf(postgresPrograms === undefined)(
  'a connection that breaks in the middle of a transaction takes nothing else along',
  async () => {
    const storage = await open(postgres?.url ?? null);
    const client = await storage.pool.connect();
    await client.query('begin');
    const {
      rows: [{ pid }],
    } = await client.query('select pg_backend_pid() as pid');
    const ended = endOf(client);
    await storage.pool.query('select pg_terminate_backend($1)', [pid]);
    await ended;
    await expect(client.query('select 1')).rejects.toThrow(/not queryable|terminat/);
    client.release(true);
    expect((await storage.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await storage.close();
  },
);

test.skipIf(postgresPrograms === undefined)(
  'a role that may not read which migrations were made learns so, without a stack',
  async () => {
    const url = new URL(await createDatabase(postgres!, 'unread'));
    const admin = new Client(url.href);
    await admin.connect();
    await admin.query(`
      create role reader login; grant create on database unread to reader;
      create schema basechart; grant usage on schema basechart to reader;
      create table basechart.kysely_migration (name text)`);
    await admin.end();
    url.username = 'reader';
    const storage = await open(url.href);
    await expect(migrateControlDatabase(openControlDatabase(storage.pool))).rejects.toThrow(
      new StartError('Could not migrate the database schema "basechart": permission denied for table kysely_migration'),
    );
    await storage.close();
  },
);

test('the embedded engine may end under a transaction', async () => {
  const storage = await open(null);
  const client = await storage.pool.connect();
  await client.query('begin');
  const ended = endOf(client);
  const closed = storage.close();
  await ended;
  await expect(client.query('select 1')).rejects.toThrow(/not queryable|stopped/);
  client.release(true);
  await closed;
});
