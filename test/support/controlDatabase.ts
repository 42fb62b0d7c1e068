/** The control plane's database without a server, for what would take thousands of requests to bring about. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { openControlDatabase, type ControlDatabase } from '../../server/database/database.ts';
import { migrateControlDatabase } from '../../server/database/migrate.ts';
import { createLogger } from '../../server/http/log.ts';
import { openStorage } from '../../server/storage.ts';

export interface TestControlDatabase {
  db: ControlDatabase;
  close: () => Promise<void>;
}

/** The database in the data folder of a server that does not run. */
export async function openControlDatabaseIn(dataFolder: string): Promise<TestControlDatabase> {
  const storage = await openStorage({
    databaseUrl: null,
    dataFolder,
    cacheFolder: resolve(import.meta.dirname, '../../.cache'),
    log: createLogger({ level: 'silent', format: 'json' }),
  });
  return { db: openControlDatabase(storage.pool), close: () => storage.close() };
}

/** A migrated database on an engine of its own. */
export async function openTestControlDatabase(): Promise<TestControlDatabase> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'basechart-control-'));
  const { db, close } = await openControlDatabaseIn(dataFolder);
  await migrateControlDatabase(db);
  return {
    db,
    async close() {
      await close();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

/** Adds a user with a profile; returns the user's id. */
export async function addUser(db: ControlDatabase): Promise<string> {
  const id = randomUUID();
  await db
    .insertInto('profiles')
    .values({ gotrue_id: id, username: id, primary_email: `${id}@example.com`, first_name: null, last_name: null })
    .execute();
  return id;
}

/** Adds a project, in an organization of its own and without a database; returns its id. */
export async function addProject(db: ControlDatabase): Promise<number> {
  const name = randomUUID();
  const organization = await db
    .insertInto('organizations')
    .values({
      slug: name,
      name,
      kind: 'PERSONAL',
      size: null,
      tier: 'tier_pro',
      billing_email: null,
      restriction_status: null,
      restriction_data: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const project = await db
    .insertInto('projects')
    .values({
      ref: name,
      organization_id: organization.id,
      parent_project_ref: null,
      name,
      status: 'ACTIVE_HEALTHY',
      status_reason: null,
      cloud_provider: 'AWS',
      region: 'eu-central-1',
      compute_size: 'micro',
      db_version: null,
      data_api: true,
      automatic_rls: true,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return project.id;
}
