import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { computeMemory } from '../../../src/contract/projects/computeMemory.ts';
import { embeddedDatabase } from '../engines/embedded/configuration.ts';
import {
  createEmbeddedDatabase,
  embeddedCapabilities,
  openEmbeddedEngine,
} from '../engines/embedded/embeddedEngine.ts';
import { bootstrapDatabase, createRoles } from './bootstrap.ts';
import type { ProjectDatabases } from './projectDatabases.ts';
import { maintainTables } from './tableMaintenance.ts';

interface EmbeddedDatabasesOptions {
  /** Contains a folder for each project. */
  folder: string;
  cacheFolder: string;
  poolLimit: number;
  onRestart(ref: string, reason: string): void;
}

/** The role of hosted platforms' SQL editors; the engine's superuser has another name. */
const developer = 'postgres';

const removedPrefix = 'removed-';

/** Every project's database in its own folder, run by this process. */
export async function openEmbeddedDatabases({
  folder,
  cacheFolder,
  poolLimit,
  onRestart,
}: EmbeddedDatabasesOptions): Promise<ProjectDatabases> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // Interrupted deletions.
  for (const name of await readdir(folder))
    if (name.startsWith(removedPrefix)) await rm(join(folder, name), { recursive: true, force: true });

  const folderOf = (ref: string) => join(folder, ref);

  return {
    capabilities: embeddedCapabilities,
    poolLimit,
    developer: () => developer,
    create: ({ ref }) => createEmbeddedDatabase({ folder: folderOf(ref), cacheFolder }),
    furnish: (spec, engine) =>
      engine.lease(async ({ client }) => {
        await createRoles(client, { bypassRls: true });
        await client.query(`
        do $$ begin create role ${developer} login createrole bypassrls;
        exception when duplicate_object then null; end $$;
        grant anon, authenticated, service_role to ${developer} with admin option;
        grant pg_monitor, pg_signal_backend to ${developer};
        alter database ${embeddedDatabase} owner to ${developer}`);
        // `alter role` first tries whether the verifier is an empty password's: 4,096 rounds of a hash, a tenth of
        // the time that a new project takes here.
        await client.query('update pg_authid set rolpassword = $1 where rolname = $2', [
          spec.passwordVerifier,
          developer,
        ]);
        await bootstrapDatabase(client, developer, spec);
      }),
    open: ({ ref, computeSize }) =>
      openEmbeddedEngine({
        folder: folderOf(ref),
        cacheFolder,
        create: false,
        extensions: 'all',
        guardOwner: true,
        memory: computeMemory(computeSize),
        onRestart: (reason) => onRestart(ref, reason),
      }),
    maintain: maintainTables,
    // A stopped engine accepts no sessions, and its folder has no other access.
    shut: () => Promise.resolve(),
    unshut: () => Promise.resolve(),
    async remove(ref) {
      const removed = join(folder, `${removedPrefix}${randomUUID()}`);
      try {
        // Atomic by a rename: a partly deleted folder would look like a damaged database.
        await rename(folderOf(ref), removed);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
        return;
      }
      await rm(removed, { recursive: true, force: true });
    },
    // This process runs all queries, and stops them itself.
    cancelBackend: () => Promise.resolve(),
    connection: () => ({
      uri: null,
      host: null,
      port: null,
      database: embeddedDatabase,
      user: developer,
      reason:
        'This project uses the embedded database, which does not accept Postgres connections. Set DATABASE_URL to use an external Postgres server.',
    }),
  };
}
