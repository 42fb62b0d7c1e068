import { escapeIdentifier, escapeLiteral, type ClientConfig, type Pool } from 'pg';
import { externalCapabilities, cancelAs, openExternalEngine } from '../engines/external/externalEngine.ts';
import { bootstrapDatabase, createRoles, setPassword } from './bootstrap.ts';
import { computeMemory } from './computeMemory.ts';
import type { DatabaseSpec, ProjectDatabases } from './projectDatabases.ts';

export interface ExternalDatabasesOptions {
  databaseUrl: string;
  /** On the database that `databaseUrl` names. */
  pool: Pool;
}

/** An open engine costs a few idle connections here, and none when nobody uses it. */
const warmLimit = 256;

/**
 * Every project as a database of one Postgres server. The developer's role owns it and is no superuser; the server acts
 * through a second role that may only become the first, so that a changed password does not lock it out. Nobody else may
 * connect.
 */
export function openExternalDatabases({ databaseUrl, pool }: ExternalDatabasesOptions): ProjectDatabases {
  const nameOf = (ref: string) => `basechart_${ref}`;
  const platformOf = (ref: string) => `${nameOf(ref)}_platform`;
  const addressOf = (ref: string): URL => {
    const url = new URL(databaseUrl);
    url.pathname = `/${nameOf(ref)}`;
    // Whatever an address says wins in `pg` over what is said beside it, and a session's options decide its role.
    url.searchParams.delete('options');
    return url;
  };
  const asAdmin = (ref: string): ClientConfig => ({ connectionString: addressOf(ref).href });
  const asPlatform = ({ ref, platformPassword }: DatabaseSpec): ClientConfig => {
    const url = addressOf(ref);
    // In the query, where they win over every other place; an address without a host, as a socket's, has no other.
    url.searchParams.set('user', platformOf(ref));
    url.searchParams.set('password', platformPassword);
    return { connectionString: url.href };
  };
  const databaseExists = async (name: string) => (await pool.query('select from pg_database where datname = $1', [name])).rowCount === 1;

  return {
    capabilities: externalCapabilities,
    warmLimit,
    developer: nameOf,

    async create(spec) {
      const name = nameOf(spec.ref);
      const role = escapeIdentifier(name);
      const platform = escapeIdentifier(platformOf(spec.ref));
      const { rows: [admin] } = await pool.query<{ superuser: boolean; bypass: boolean }>(
        'select rolsuper as superuser, rolbypassrls as bypass from pg_roles where rolname = current_user');
      const isSuperuser = admin?.superuser ?? false;
      const client = await pool.connect();
      try {
        await createRoles(client, { bypassRls: isSuperuser || (admin?.bypass ?? false) });
        await client.query(`
          do $$ begin create role ${role} login;
          exception when duplicate_object then null; end $$;
          do $$ begin create role ${platform} login;
          exception when duplicate_object then null; end $$;
          alter role ${platform} password ${escapeLiteral(spec.platformPassword)};
          grant ${role} to ${platform};
          grant ${role} to current_user`);
        await setPassword(client, name, spec.passwordVerifier);
        if (!await databaseExists(name)) await client.query(`create database ${role} owner ${role} template template0 encoding 'UTF8'`);
        await client.query(`revoke all on database ${role} from public; grant connect on database ${role} to ${platform}`);
      } finally {
        client.release();
      }
    },

    furnish: (spec, engine) => engine.lease(({ client }) => bootstrapDatabase(client, nameOf(spec.ref), spec)),

    async open(spec) {
      const engine = openExternalEngine({ admin: asAdmin(spec.ref), platform: asPlatform(spec), developer: nameOf(spec.ref) });
      try {
        const { workMemMb, maintenanceWorkMemMb } = computeMemory(spec.computeSize);
        const role = escapeIdentifier(nameOf(spec.ref));
        await engine.pool.query(`
          alter database ${role} set work_mem = '${workMemMb}MB';
          alter database ${role} set maintenance_work_mem = '${maintenanceWorkMemMb}MB'`);
        return engine;
      } catch (error) {
        await engine.stop();
        throw error;
      }
    },

    // The server has its autovacuum.
    tidy: () => Promise.resolve(),

    async shut(ref) {
      const name = nameOf(ref);
      if (!await databaseExists(name)) return;
      await pool.query(`alter database ${escapeIdentifier(name)} with allow_connections false`);
      await pool.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
    },

    async unshut(ref) {
      await pool.query(`alter database ${escapeIdentifier(nameOf(ref))} with allow_connections true`);
    },

    async remove(ref) {
      await pool.query(`drop database if exists ${escapeIdentifier(nameOf(ref))} with (force)`);
      await pool.query(`drop role if exists ${escapeIdentifier(platformOf(ref))}`);
      await pool.query(`drop role if exists ${escapeIdentifier(nameOf(ref))}`);
    },

    cancelBackend: (spec, backendPid) => cancelAs(asPlatform(spec), backendPid),

    connection(ref) {
      const { hostname, port } = new URL(databaseUrl);
      const name = nameOf(ref);
      return {
        uri: `postgresql://${name}:[YOUR-PASSWORD]@${hostname}:${port || '5432'}/${name}`,
        host: hostname, port: Number(port || '5432'), database: name, user: name, reason: null,
      };
    },
  };
}
