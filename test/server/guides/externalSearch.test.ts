/** The search of the guides on a Postgres server that lacks what the embedded one has. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openControlDatabase } from '../../../server/database/database.ts';
import { migrateControlDatabase } from '../../../server/database/migrate.ts';
import { openGuides } from '../../../server/guides/openGuides.ts';
import { openSearchExtensions } from '../../../server/guides/search/searchExtensions.ts';
import { createLogger } from '../../../server/http/log.ts';
import { openStorage } from '../../../server/storage.ts';
import { createDatabase, postgresPrograms, startPostgres, type TestPostgres } from '../../support/postgres.ts';

const log = createLogger({ level: 'silent', format: 'json' });
const root = resolve(import.meta.dirname, '../../..');

describe.skipIf(postgresPrograms === undefined)('on a Postgres server', () => {
  let postgres: TestPostgres;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'basechart-storage-'));
    postgres = await startPostgres();
  });
  afterAll(async () => {
    await postgres?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** The control plane in a new database, as a role without more rights than its schema needs. */
  async function openAs(name: string, mayCreateExtensions: boolean) {
    const url = new URL(await createDatabase(postgres, name));
    const superuser = new Client(url.href);
    await superuser.connect();
    await superuser.query(`create role ${name} login; grant create on database ${name} to ${name}`);
    url.username = name;
    const storage = await openStorage({
      databaseUrl: url.href,
      dataFolder: folder,
      cacheFolder: join(root, '.cache'),
      log,
    });
    const db = openControlDatabase(storage.pool);
    await migrateControlDatabase(db);
    if (!mayCreateExtensions) await superuser.query(`revoke create on database ${name} from ${name}`);
    await superuser.end();
    const guides = openGuides({
      db,
      folder: join(root, 'docs/guides/database'),
      embeddings: null,
      discussionsFeed: null,
      log,
    });
    const pathsOf = async (found: Promise<readonly { path: string }[]>) =>
      (await found).slice(0, 5).map(({ path }) => path);
    return { storage, db, guides, pathsOf };
  }

  test('without pg_trgm and pgvector, words and meanings are found, only typos are not corrected', async () => {
    const { storage, db, guides, pathsOf } = await openAs('plain', false);
    try {
      expect(await openSearchExtensions(db)).toEqual({ vector: null, trigrams: null });
      expect(await pathsOf(guides.search('row level security'))).toContain('/guides/row-level-security');
      expect(await pathsOf(guides.search('materializ'))).toContain('/guides/views');
      expect(await guides.search('partittions')).toEqual([]);
      // The parts of a word are alike in meaning, so a typo is found there.
      expect(await pathsOf(guides.searchByMeaning('partittions'))).toContain('/guides/partitions');
      expect(await pathsOf(guides.find('who may see what rows'))).toContain('/guides/row-level-security');
      const { rows } = await sql`select from pg_class where relname like 'docs_latent_vectors%'`.execute(db);
      expect(rows).toEqual([]);
    } finally {
      await storage.close();
    }
  });

  test('the server creates pg_trgm where it may, which corrects typos', async () => {
    const { storage, db, guides, pathsOf } = await openAs('trusted', true);
    try {
      expect((await openSearchExtensions(db)).trigrams).toBe('basechart');
      expect(await pathsOf(guides.search('partittions'))).toContain('/guides/partitions');
    } finally {
      await storage.close();
    }
  });
});
