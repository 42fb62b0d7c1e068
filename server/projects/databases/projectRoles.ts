import { Client, escapeIdentifier, escapeLiteral, type ClientConfig, type Pool, type PoolClient } from 'pg';
import { errorCode } from '../../common/errorCode.ts';
import { passwordVerifier } from './passwordVerifier.ts';
import type { DatabaseSpec } from './projectDatabases.ts';

/** Limit of concurrent sessions for a developer's own programs. */
const developerConnectionLimit = 30;
/** Limit of concurrent sessions of all servers on behalf of a developer. */
const platformConnectionLimit = 30;

/** A project's database has the name of the role that owns it; all of ours on a Postgres server share a prefix. */
export const developerOf = (ref: string): string => `basechart_${ref}`;
export const platformOf = (ref: string): string => `${developerOf(ref)}_platform`;

type RoleSpec = Pick<DatabaseSpec, 'ref' | 'platformPassword'>;

/**
 * Runs work on a project's roles in a transaction. Roles and databases belong to the whole Postgres server, and
 * concurrent changes to one fail each other, so servers take a lock.
 */
async function inTurn(pool: Pool, ref: string, work: (client: PoolClient) => Promise<void>): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [developerOf(ref)]);
    await work(client);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

/** Creates the two roles of a project, unless they exist. */
export const makeProjectRoles = (pool: Pool, { ref }: RoleSpec): Promise<void> =>
  inTurn(pool, ref, async (client) => {
    const developer = escapeIdentifier(developerOf(ref));
    const platform = escapeIdentifier(platformOf(ref));
    await client.query(`
    do $$ begin create role ${developer} login;
    exception when duplicate_object then null; end $$;
    do $$ begin create role ${platform} login noinherit;
    exception when duplicate_object then null; end $$;
    grant ${developer} to current_user`);
  });

/**
 * Restores roles and database to their required state, whatever the developer changed. Their SQL may switch back to the
 * role that the server logged in with, and Postgres lets every role change its own password and settings, and up to
 * version 14 grant itself to others; and the owner of a database may let any role connect.
 */
export const putAccessRight = (pool: Pool, { ref, platformPassword }: RoleSpec): Promise<void> =>
  inTurn(pool, ref, async (client) => {
    const developer = escapeIdentifier(developerOf(ref));
    const platform = escapeIdentifier(platformOf(ref));
    const names = { developer: escapeLiteral(developerOf(ref)), platform: escapeLiteral(platformOf(ref)) };
    await client.query(`
    alter role ${developer} connection limit ${developerConnectionLimit};
    alter role ${platform} noinherit connection limit ${platformConnectionLimit} password ${escapeLiteral(await passwordVerifier(platformPassword))};
    alter role ${platform} reset all;
    grant ${developer} to ${platform};
    revoke all on database ${developer} from public;
    grant connect on database ${developer} to ${platform};
    do $$ declare found record; begin
      for found in
        select given.rolname as given, member.rolname as member
        from pg_auth_members m join pg_roles given on given.oid = m.roleid join pg_roles member on member.oid = m.member
        where given.rolname in (${names.developer}, ${names.platform}) and member.rolname <> current_user
          and not (given.rolname = ${names.developer} and member.rolname = ${names.platform})
      loop
        execute format('revoke %I from %I', found.given, found.member);
      end loop;
      for found in
        select distinct r.rolname as stranger from pg_database d cross join aclexplode(d.datacl) a join pg_roles r on r.oid = a.grantee
        where d.datname = ${names.developer} and r.rolname like 'basechart\\_%' and r.rolname not in (${names.developer}, ${names.platform})
      loop
        execute format('revoke all on database ${developer.replaceAll("'", "''")} from %I', found.stranger);
      end loop;
    end $$`);
  });

/** Whether the roles may log in at all, anywhere on the Postgres server. */
export const allowLogin = (pool: Pool, ref: string, may: boolean): Promise<void> =>
  inTurn(pool, ref, async (client) => {
    for (const role of [developerOf(ref), platformOf(ref)])
      await client.query(`alter role ${escapeIdentifier(role)} ${may ? 'login' : 'nologin'}`);
  });

const dependentObjects = '2BP01';

/**
 * Drops the roles of a project whose database is gone. Developers of other projects may have granted them privileges in
 * their own databases, which are revoked first; where that fails, a role remains that cannot log in.
 */
export async function dropProjectRoles(
  pool: Pool,
  ref: string,
  asAdminIn: (database: string) => ClientConfig,
): Promise<void> {
  for (const name of [platformOf(ref), developerOf(ref)]) {
    const role = escapeIdentifier(name);
    const { rowCount } = await pool.query('select from pg_roles where rolname = $1', [name]);
    if (rowCount === 0) continue;
    await pool.query(`alter role ${role} nologin password null`);
    const { rows } = await pool.query<{ database: string }>(
      `
      select distinct d.datname as database from pg_shdepend s join pg_roles r on r.oid = s.refobjid
      join pg_database d on d.oid = case s.dbid when 0 then (select oid from pg_database where datname = current_database()) else s.dbid end
      where s.refclassid = 'pg_authid'::regclass and r.rolname = $1 and d.datallowconn`,
      [name],
    );
    for (const { database } of rows) await disown(asAdminIn(database), role);
    try {
      await pool.query(`drop role ${role}`);
    } catch (error) {
      if (errorCode(error) !== dependentObjects) throw error;
    }
  }
}

async function disown(config: ClientConfig, role: string): Promise<void> {
  const client = new Client(config);
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(`grant ${role} to current_user; drop owned by ${role}`);
  } finally {
    await client.end();
  }
}
