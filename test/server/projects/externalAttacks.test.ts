/** What a project's developer may try on the Postgres server that all projects share. */
import { Client, Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openExternalDatabases } from '../../../server/projects/databases/externalDatabases.ts';
import { createDatabase, postgresPrograms, startPostgres, type TestPostgres } from '../../support/postgres.ts';
import {
  command,
  createOrganization,
  createProject,
  projectInput,
  query,
  rowsOf,
  sqlErrorOf,
  waitForStatus,
} from '../../support/projects.ts';
import { startTestServer, type TestServer, type TestUser } from '../../support/server.ts';

const api = '/api/platform/projects';

describe.skipIf(postgresPrograms === undefined)('a developer on a shared Postgres server', () => {
  let postgres: TestPostgres;
  let databaseUrl: string;
  let server: TestServer;
  let ada: TestUser;
  let eve: TestUser;
  let acme: string;
  let evil: string;
  /** The victim's project, and the attacker's. */
  let mine: string;
  let theirs: string;
  let admin: Client;
  beforeAll(async () => {
    postgres = await startPostgres({
      authentication: 'scram-sha-256',
      settings: ['shared_preload_libraries=pg_stat_statements'],
    });
    databaseUrl = await createDatabase(postgres, 'control');
    server = await startTestServer({ env: { DATABASE_URL: databaseUrl } });
    ada = await server.signUp();
    eve = await server.signUp();
    [acme, evil] = [await createOrganization(ada), await createOrganization(eve)];
    [mine, theirs] = [await createProject(ada, acme), await createProject(eve, evil)];
    admin = new Client(databaseUrl);
    await admin.connect();
  });
  afterAll(async () => {
    await admin?.end();
    await server?.stop();
    await postgres?.stop();
  });

  const connect = async (user: string, database: string, password = projectInput(acme).db_pass) => {
    const url = new URL(databaseUrl);
    url.pathname = `/${database}`;
    url.username = user;
    url.password = password;
    const client = new Client(url.href);
    client.on('error', () => {});
    await client.connect();
    return client;
  };
  const developer = (ref: string, database = `basechart_${ref}`) => connect(`basechart_${ref}`, database);
  const refusal = (connecting: Promise<Client>): Promise<string> =>
    connecting.then(
      async (client) => {
        await client.end();
        return 'connected';
      },
      (error: { code: string }) => error.code,
    );
  const attempt = (client: Client, sql: string): Promise<string> =>
    client.query(sql).then(
      () => 'done',
      (error: { code: string }) => error.code,
    );
  const reopen = async (user: TestUser, ref: string) => {
    await command(user, ref, 'restart');
    await waitForStatus(user, ref, 'ACTIVE_HEALTHY');
  };

  it('connects to their own database, and to neither the control plane’s nor another project’s', async () => {
    expect(await refusal(developer(theirs))).toBe('connected');
    expect(await refusal(developer(theirs, 'control'))).toBe('42501');
    expect(await refusal(developer(theirs, `basechart_${mine}`))).toBe('42501');
    expect((await server.send('GET', '/healthz')).status).toBe(200);
  });

  it('is told of where else everybody may connect: the operator is', () => {
    const warning = server.logLines.find((line) => line.includes('lets every role connect'));
    expect(JSON.parse(warning ?? '{}')).toMatchObject({ level: 'warn', databases: ['postgres', 'template1'] });
  });

  it('cannot take all connections, and cannot lift the limit', async () => {
    const clients = await Promise.all(Array.from({ length: 30 }, () => developer(theirs)));
    try {
      expect(await refusal(developer(theirs))).toBe('53300');
      const [first] = clients;
      expect(await attempt(first!, 'alter role current_user connection limit -1')).toBe('42501');
      await attempt(first!, `alter database "basechart_${theirs}" connection limit -1`);
      expect(await refusal(developer(theirs))).toBe('53300');
      expect(await rowsOf(eve, theirs, 'select 1')).toEqual([['1']]);
      expect(await rowsOf(ada, mine, 'select 1')).toEqual([['1']]);
    } finally {
      await Promise.all(clients.map((client) => client.end()));
    }
  });

  it('steps back to the server’s own login without gaining anything by it', async () => {
    const platform = `basechart_${theirs}_platform`;
    await rowsOf(eve, theirs, 'create table own as select 1 as a');
    expect(sqlErrorOf(await query(eve, theirs, 'set role none; select * from own'))?.code).toBe('42501');
    for (const sql of [
      'create role helper',
      `alter role "${platform}" superuser`,
      `alter role "${platform}" connection limit -1`,
      `drop role "${platform}"`,
      `grant "basechart_${theirs}" to "basechart_${mine}"`,
      'create table public.anything(a int)',
    ]) {
      expect([sql, sqlErrorOf(await query(eve, theirs, `set role none; ${sql}`))?.code]).toEqual([sql, '42501']);
    }
  });

  it('changes the server’s own password, and the server logs in all the same, alone', async () => {
    const platform = `basechart_${theirs}_platform`;
    await rowsOf(eve, theirs, "set role none; alter role current_user password 'mine now'");
    expect(await rowsOf(eve, theirs, 'select current_user::text')).toEqual([[`basechart_${theirs}`]]);
    expect(await refusal(connect(platform, `basechart_${theirs}`, 'mine now'))).toBe('28P01');
  });

  it.each([
    [
      'the server’s way to their role',
      (client: Client) => client.query(`revoke "basechart_${theirs}" from "basechart_${theirs}_platform"`),
    ],
    [
      'the server’s way into the database',
      (client: Client) =>
        client.query(`revoke all on database "basechart_${theirs}" from "basechart_${theirs}_platform"`),
    ],
  ])('takes %s away, and the server finds it again', async (_, take) => {
    const client = await developer(theirs);
    await take(client).catch(() => {});
    await client.end();
    expect(await rowsOf(eve, theirs, 'select current_user::text')).toEqual([[`basechart_${theirs}`]]);
  });

  it('leaves nothing behind in roles and rights once the database was opened again', async () => {
    // Up to version 14 whoever is logged in as a role may give it away.
    const client = await developer(theirs);
    for (const sql of [
      `grant "basechart_${theirs}" to anon`,
      `grant "basechart_${theirs}" to "basechart_${mine}"`,
      `grant connect on database "basechart_${theirs}" to public`,
      `grant connect on database "basechart_${theirs}" to "basechart_${mine}"`,
    ])
      await attempt(client, sql);
    await client.end();
    await rowsOf(eve, theirs, "set role none; alter role current_user set statement_timeout = '1ms'");
    await query(eve, theirs, `set role none; grant "basechart_${theirs}_platform" to anon`);
    await reopen(eve, theirs);

    const { rows } = await admin.query(
      'select given.rolname as given, member.rolname as member from pg_auth_members m join pg_roles given on given.oid = m.roleid join pg_roles member on member.oid = m.member where given.rolname like $1 order by 2',
      [`basechart\\_${theirs}%`],
    );
    expect(rows).toEqual([
      { given: `basechart_${theirs}`, member: `basechart_${theirs}_platform` },
      { given: `basechart_${theirs}`, member: 'postgres' },
    ]);
    expect(await refusal(developer(mine, `basechart_${theirs}`))).toBe('42501');
    expect(await rowsOf(eve, theirs, 'show statement_timeout')).toEqual([['0']]);
    // A role that all projects share and that was made a member of another one stands in nobody's way.
    await createProject(ada, acme).then((ref) => ada.send('DELETE', `${api}/${ref}`));
  });

  it('is put in their place again after they used the database, without being asked for anything', async () => {
    const pool = new Pool({ connectionString: databaseUrl });
    const databases = openExternalDatabases({ databaseUrl, pool });
    const engine = await databases.open({
      ref: theirs,
      computeSize: 'micro',
      automaticRls: false,
      passwordVerifier: null,
      platformPassword: 'of this test',
    });
    try {
      const settings = async () =>
        (
          await admin.query(
            'select from pg_db_role_setting s join pg_roles r on r.oid = s.setrole where r.rolname = $1',
            [`basechart_${theirs}_platform`],
          )
        ).rowCount;
      await rowsOf(eve, theirs, "set role none; alter role current_user set application_name = 'trap'");
      expect(await settings()).toBe(1);
      await databases.maintain(engine, () => false);
      expect(await settings()).toBe(0);
    } finally {
      await engine.stop();
      await pool.end();
    }
  });

  const askAs = async (ref: string, role: string, sql: string) => {
    const client = await developer(ref);
    await client.query(`set role "${role}"`);
    await client.query(sql);
    await client.end();
  };

  it('does not read what the visitors of other projects ask as a role that all projects share', async () => {
    await rowsOf(ada, mine, 'create table secret_plans(a int)');
    await askAs(mine, 'anon', 'select count(*) from secret_plans');
    const seen = "select count(*) from extensions.pg_stat_statements where query like '%secret_plans%'";
    for (const role of ['anon', 'authenticated', 'service_role']) {
      expect([role, sqlErrorOf(await query(eve, theirs, `begin; set local role ${role}; ${seen}`))?.code]).toEqual([
        role,
        '42501',
      ]);
      expect([
        role,
        sqlErrorOf(
          await query(eve, theirs, `begin; set local role ${role}; select * from extensions.pg_stat_statements(true)`),
        )?.code,
      ]).toEqual([role, '42501']);
    }
    expect(await rowsOf(eve, theirs, seen)).toEqual([['0']]);
    await askAs(theirs, `basechart_${theirs}`, 'select amname as remembered from pg_am');
    expect(
      await rowsOf(
        eve,
        theirs,
        "select query from extensions.pg_stat_statements where userid = current_user::regrole and query like '%as remembered%'",
      ),
    ).toEqual([['select amname as remembered from pg_am']]);
  });

  it('cannot let themselves in again while their project is paused', async () => {
    const elsewhere = await developer(theirs, 'postgres');
    await command(eve, theirs, 'pause');
    await waitForStatus(eve, theirs, 'INACTIVE');
    expect(await attempt(elsewhere, `alter database "basechart_${theirs}" with allow_connections true`)).not.toBe(
      'done',
    );
    expect(await refusal(developer(theirs, 'postgres'))).toBe('28000');
    expect(await refusal(developer(theirs))).toBe('28000');
    await command(eve, theirs, 'restore');
    await waitForStatus(eve, theirs, 'ACTIVE_HEALTHY');
    expect(await refusal(developer(theirs))).toBe('connected');
  });

  it.each([
    ['that runs', false],
    ['that is paused', true],
  ])(
    'does not keep another project from being deleted by granting it something in a database %s',
    async (_, isPaused) => {
      const doomed = await createProject(ada, acme);
      const holder = await createProject(eve, evil);
      await rowsOf(
        eve,
        holder,
        `create table bait(a int); grant select on bait to "basechart_${doomed}", "basechart_${doomed}_platform"; alter default privileges grant select on tables to "basechart_${doomed}"`,
      );
      await rowsOf(
        eve,
        holder,
        `create policy held on bait to "basechart_${doomed}" using (true); grant connect on database "basechart_${holder}" to "basechart_${doomed}"`,
      );
      if (isPaused) {
        await command(eve, holder, 'pause');
        await waitForStatus(eve, holder, 'INACTIVE');
      }
      await ada.send('DELETE', `${api}/${doomed}`);
      await waitForStatus(ada, doomed, 404);
      const { rows } = await admin.query<{ rolcanlogin: boolean }>(
        'select rolcanlogin from pg_roles where rolname like $1',
        [`basechart\\_${doomed}%`],
      );
      expect(rows.filter(({ rolcanlogin }) => rolcanlogin)).toEqual([]);
      expect(rows.length > 0).toBe(isPaused);
      await eve.send('DELETE', `${api}/${holder}`);
      await waitForStatus(eve, holder, 404);
    },
  );

  it('finds no password of the server’s in Postgres', async () => {
    const {
      rows: [kept],
    } = await admin.query<{ password: string }>('select rolpassword as password from pg_authid where rolname = $1', [
      `basechart_${theirs}_platform`,
    ]);
    expect(kept?.password).toMatch(/^SCRAM-SHA-256\$/);
  });
});

describe.skipIf(postgresPrograms === undefined)(
  'a Postgres server whose own roles are called like those of projects',
  () => {
    it('gives no developer what such a role may', async () => {
      const postgres = await startPostgres();
      const admin = new Client(postgres.url);
      await admin.connect();
      await admin.query('create role service_role createdb login');
      await admin.end();
      const server = await startTestServer({ env: { DATABASE_URL: await createDatabase(postgres, 'control') } });
      try {
        const ada = await server.signUp();
        const { json } = await ada.send('POST', api, { json: projectInput(await createOrganization(ada)) });
        expect((await waitForStatus(ada, json.ref, 'INIT_FAILED')).status_reason).toContain(
          'a role "service_role" that can log in',
        );
      } finally {
        await server.stop();
        await postgres.stop();
      }
    });
  },
);
