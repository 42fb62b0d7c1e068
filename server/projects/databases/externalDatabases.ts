import { escapeIdentifier, type Pool } from 'pg';
import { computeMemory } from '../../../src/contract/projects/computeMemory.ts';
import type { Engine } from '../engines/engine.ts';
import { externalCapabilities, openExternalEngine } from '../engines/external/externalEngine.ts';
import { cancelAs } from '../engines/external/externalSessions.ts';
import { bootstrapDatabase, createRoles, setPassword } from './bootstrap.ts';
import { createAddresses } from './externalAddresses.ts';
import { guardStatistics } from './guardStatistics.ts';
import type { DatabaseSpec, ProjectDatabases } from './projectDatabases.ts';
import {
  developerOf,
  dropProjectRoles,
  allowLogin,
  makeProjectRoles,
  platformOf,
  putAccessRight,
} from './projectRoles.ts';

interface ExternalDatabasesOptions {
  databaseUrl: string;
  /** On the database that `databaseUrl` names. */
  pool: Pool;
}

/** An open engine costs a few idle connections here, and none while it is not used. */
const poolLimit = 256;

/**
 * Every project as a database of one Postgres server. The developer's role owns it and is no superuser; the server uses
 * a second role that may only switch to the first, so that a changed password does not lock it out. No other role may
 * connect. What the developer can change about either role is restored whenever the database is opened, after it was
 * used, and where the server cannot log in.
 *
 * All projects share the roles `anon`, `authenticated` and `service_role`, because policies name them and roles belong
 * to the whole Postgres server. They cannot log in and cannot be granted, and a session that uses one is limited to its
 * own database; but statistics are kept by role, so these roles may not read them.
 */
export function openExternalDatabases({ databaseUrl, pool }: ExternalDatabasesOptions): ProjectDatabases {
  const { asAdminIn, asPlatform, connectionOf } = createAddresses(databaseUrl);
  const opened = new WeakMap<Engine, DatabaseSpec>();

  return {
    capabilities: externalCapabilities,
    poolLimit,
    developer: developerOf,

    create: (spec) => createDatabase(pool, spec),

    furnish: (spec, engine) =>
      engine.lease(async ({ client }) => {
        await bootstrapDatabase(client, developerOf(spec.ref), spec);
        await guardStatistics(client, developerOf(spec.ref));
      }),

    async open(spec) {
      const name = developerOf(spec.ref);
      await putAccessRight(pool, spec);
      const { workMemMb, maintenanceWorkMemMb } = computeMemory(spec.computeSize);
      await pool.query(`
        alter database ${escapeIdentifier(name)} set work_mem = '${workMemMb}MB';
        alter database ${escapeIdentifier(name)} set maintenance_work_mem = '${maintenanceWorkMemMb}MB'`);
      const engine = openExternalEngine({
        admin: asAdminIn(name),
        platform: asPlatform(spec),
        developer: name,
        putRight: () => putAccessRight(pool, spec),
      });
      try {
        await engine.lease(({ client }) => guardStatistics(client, name));
      } catch (error) {
        await engine.stop();
        throw error;
      }
      opened.set(engine, spec);
      return engine;
    },

    // The server has its own autovacuum; what a developer has used may need more.
    async maintain(engine) {
      const spec = opened.get(engine);
      if (spec === undefined) return;
      await putAccessRight(pool, spec);
      await engine.lease(({ client }) => guardStatistics(client, developerOf(spec.ref)));
    },

    async shut(ref) {
      const name = developerOf(ref);
      if (!(await databaseExists(pool, name))) return;
      await allowLogin(pool, ref, false);
      await pool.query(`alter database ${escapeIdentifier(name)} with allow_connections false`);
      await pool.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 or usename in ($1, $2)',
        [name, platformOf(ref)],
      );
    },

    async unshut(ref) {
      await pool.query(`alter database ${escapeIdentifier(developerOf(ref))} with allow_connections true`);
      await allowLogin(pool, ref, true);
    },

    async remove(ref) {
      await pool.query(`drop database if exists ${escapeIdentifier(developerOf(ref))} with (force)`);
      await dropProjectRoles(pool, ref, asAdminIn);
    },

    cancelBackend: (spec, backendPid) => cancelAs(asPlatform(spec), backendPid),

    connection: connectionOf,
  };
}

const databaseExists = async (pool: Pool, name: string): Promise<boolean> =>
  (await pool.query('select from pg_database where datname = $1', [name])).rowCount === 1;

/** Creates the database and its roles, unless they exist. */
async function createDatabase(pool: Pool, spec: DatabaseSpec): Promise<void> {
  const name = developerOf(spec.ref);
  const owner = escapeIdentifier(name);
  const {
    rows: [admin],
  } = await pool.query<{ superuser: boolean; bypass: boolean }>(
    'select rolsuper as superuser, rolbypassrls as bypass from pg_roles where rolname = current_user',
  );
  const client = await pool.connect();
  try {
    await createRoles(client, { bypassRls: (admin?.superuser ?? false) || (admin?.bypass ?? false) });
  } finally {
    client.release();
  }
  await makeProjectRoles(pool, spec);
  await setPassword(pool, name, spec.passwordVerifier);
  // Every role may connect to a new database by default, so it accepts no connections until that is changed.
  if (!(await databaseExists(pool, name)))
    await pool.query(
      `create database ${owner} owner ${owner} template template0 encoding 'UTF8' allow_connections false`,
    );
  await putAccessRight(pool, spec);
  await pool.query(`alter database ${owner} with allow_connections true`);
}
