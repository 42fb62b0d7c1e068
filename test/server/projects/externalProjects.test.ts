import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createDatabase,
  endlessStatement,
  postgresPrograms,
  startPostgres,
  type TestPostgres,
} from '../../support/postgres.ts';
import {
  command,
  createOrganization,
  createProject,
  errorOfInterrupted,
  projectInput,
  query,
  rowsOf,
  sqlErrorOf,
  waitForStatus,
} from '../../support/projects.ts';
import { startTestServer, type TestServer, type TestUser } from '../../support/server.ts';

const api = '/api/platform/projects';

describe.skipIf(postgresPrograms === undefined)('projects on a Postgres server', () => {
  let postgres: TestPostgres;
  let databaseUrl: string;
  let one: TestServer;
  let two: TestServer;
  let ada: TestUser;
  let adaAtTwo: TestUser;
  let acme: string;
  let ref: string;
  let admin: Client;
  beforeAll(async () => {
    postgres = await startPostgres();
    databaseUrl = await createDatabase(postgres, 'control');
    const env = { DATABASE_URL: databaseUrl };
    one = await startTestServer({ env });
    two = await startTestServer({ env });
    ada = await one.signUp();
    adaAtTwo = { ...ada, send: (method, path, options) => two.send(method, path, { token: ada.token, ...options }) };
    acme = await createOrganization(ada);
    ref = await createProject(ada, acme, { automatic_rls: true });
    admin = new Client(databaseUrl);
    await admin.connect();
  });
  afterAll(async () => {
    await admin.end();
    await Promise.all([one.stop(), two.stop()]);
    await postgres.stop();
  });

  const developerClient = async (project: string, password = projectInput(acme).db_pass) => {
    const url = new URL(databaseUrl);
    url.pathname = `/basechart_${project}`;
    url.username = `basechart_${project}`;
    url.password = password;
    const client = new Client(url.href);
    client.on('error', () => {});
    await client.connect();
    return client;
  };
  const databases = async () =>
    (
      await admin.query<{ datname: string }>("select datname from pg_database where datname like 'basechart_%'")
    ).rows.map(({ datname }) => datname);
  const roles = async () =>
    (await admin.query<{ rolname: string }>("select rolname from pg_roles where rolname like 'basechart_%'")).rows.map(
      ({ rolname }) => rolname,
    );

  it('are databases of their own, which one server makes and every server serves', async () => {
    expect(await databases()).toContain(`basechart_${ref}`);
    expect((await ada.send('GET', `${api}/${ref}`)).json).toMatchObject({
      dbVersion: expect.stringMatching(/^\d+\.\d+$/),
      capabilities: { kind: 'postgres', cancel: true, sessions: true, wire: true },
    });
    await rowsOf(ada, ref, 'create table made_at_one as select 1 as a');
    expect(await rowsOf(adaAtTwo, ref, 'select a from made_at_one')).toEqual([['1']]);
  });

  it('run SQL as a role that owns the database, is no superuser and cannot become one', async () => {
    expect(
      await rowsOf(
        ada,
        ref,
        'select current_user, rolsuper, rolcreaterole, rolcreatedb from pg_roles where rolname = current_user',
      ),
    ).toEqual([[`basechart_${ref}`, 'f', 'f', 'f']]);
    for (const sql of [
      'set session authorization postgres',
      'set role postgres',
      "copy (select 1) to program 'id'",
      "select pg_read_file('/etc/passwd')",
      'create role other superuser',
    ]) {
      expect([sql, sqlErrorOf(await query(ada, ref, sql))?.code]).toEqual([sql, '42501']);
    }
    for (const sql of ['reset role', 'set role none', 'reset session authorization', 'reset all']) {
      expect([
        sql,
        await rowsOf(ada, ref, `${sql}; select rolsuper from pg_roles where rolname = current_user`),
      ]).toEqual([sql, [['f']]]);
    }
  });

  it('lay no traps for the administrator, whatever search path their developers choose', async () => {
    const trap = await createProject(ada, acme);
    await rowsOf(
      ada,
      trap,
      `
      create function public.grab() returns name language plpgsql as $$ begin
        begin execute 'alter role "basechart_${trap}" superuser'; exception when insufficient_privilege then null; end;
        return 'x';
      end $$;
      create view public.pg_extension as select public.grab() as extname, '1'::text as extversion, 1::oid as oid;
      create view public.pg_available_extensions as select 'x'::name as name, '2'::text as default_version;
      alter database "basechart_${trap}" set search_path = public, pg_catalog`,
    );
    for (const name of ['restart', 'upgrade']) {
      expect((await command(ada, trap, name)).status).toBe(202);
      expect(await waitForStatus(ada, trap, 'ACTIVE_HEALTHY')).toMatchObject({ status_reason: null });
    }
    expect((await admin.query('select rolsuper from pg_roles where rolname = $1', [`basechart_${trap}`])).rows).toEqual(
      [{ rolsuper: false }],
    );
    await ada.send('DELETE', `${api}/${trap}`);
    await waitForStatus(ada, trap, 404);
  });

  it.each([
    [
      'names its user in the query',
      (url: URL) => {
        url.searchParams.set('user', url.username);
        url.username = '';
      },
    ],
    [
      'carries options',
      (url: URL) => {
        url.searchParams.set('options', '-c work_mem=5MB');
      },
    ],
    [
      'has no host',
      (url: URL) => {
        const { hostname, port, username } = url;
        url.href = `postgres:///${url.pathname.slice(1)}?${new URLSearchParams({ host: hostname, port, user: username })}`;
      },
    ],
  ])('run SQL as their developer where DATABASE_URL %s', async (_, change) => {
    const url = new URL(databaseUrl);
    change(url);
    const three = await startTestServer({ env: { DATABASE_URL: url.href } });
    try {
      const atThree: TestUser = {
        ...ada,
        send: (method, path, options) => three.send(method, path, { token: ada.token, ...options }),
      };
      expect(
        await rowsOf(atThree, ref, "select current_user::text, session_user::text, current_setting('is_superuser')"),
      ).toEqual([[`basechart_${ref}`, `basechart_${ref}_platform`, 'off']]);
    } finally {
      await three.stop();
    }
  });

  it('protect new tables where that was asked for', async () => {
    await rowsOf(ada, ref, 'create table protected(a int)');
    expect(await rowsOf(ada, ref, "select relrowsecurity from pg_class where relname = 'protected'")).toEqual([['t']]);
    expect(await rowsOf(ada, ref, 'begin; set local role anon; select current_user')).toEqual([['anon']]);
  });

  it('can be connected to by their developers with their password, and by nobody else', async () => {
    const { json } = await ada.send('GET', `${api}/${ref}/connection`);
    expect(json).toMatchObject({
      host: '127.0.0.1',
      database: `basechart_${ref}`,
      user: `basechart_${ref}`,
      reason: null,
      uri: expect.stringContaining('[YOUR-PASSWORD]'),
    });
    const client = await developerClient(ref);
    expect((await client.query('select a from made_at_one')).rows).toEqual([{ a: 1 }]);
    const other = await createProject(ada, acme);
    await expect(client.query(`select * from pg_database where datname = 'basechart_${other}'`)).resolves.toBeDefined();
    await client.end();

    const url = new URL(databaseUrl);
    url.pathname = `/basechart_${other}`;
    url.username = `basechart_${ref}`;
    await expect(new Client(url.href).connect()).rejects.toMatchObject({ code: '42501' });
    url.pathname = '/control';
    await expect(new Client(url.href).connect()).rejects.toMatchObject({ code: '42501' });
    await ada.send('DELETE', `${api}/${other}`);
    await waitForStatus(ada, other, 404);
  });

  it('keep the password only as Postgres needs it', async () => {
    const { rows } = await admin.query<{ own: string; kept: string }>(
      `
      select a.rolpassword as own, s.password_verifier as kept from pg_authid a, basechart.project_secrets s join basechart.projects p on p.id = s.project_id
      where p.ref = $1 and a.rolname = 'basechart_' || p.ref`,
      [ref],
    );
    expect(rows[0]?.own).toMatch(/^SCRAM-SHA-256\$/);
    expect(rows[0]?.kept).not.toContain('SCRAM');
  });

  it('have one log, which every server writes and reads', async () => {
    const logged = (user: TestUser, more: string) => user.send('GET', `${api}/${ref}/logs?level=error${more}`);
    await query(ada, ref, 'select nothing from at_one');
    await query(adaAtTwo, ref, 'select nothing from at_two');
    // Each server stores what it has collected when it is asked itself.
    await logged(ada, '');
    const { json } = await logged(adaAtTwo, '&source=postgres_logs&search=relation%20%22at_&range=1h');
    expect(json.lines.map(({ event_message: message }: { event_message: string }) => message)).toEqual([
      'relation "at_two" does not exist',
      'relation "at_one" does not exist',
    ]);
    const points = json.points as { lines: number }[];
    expect(points.reduce((sum, { lines }) => sum + lines, 0)).toBeGreaterThanOrEqual(2);
    const { json: rest } = await logged(
      ada,
      `&search=at_&before=${Date.parse(json.lines[0].timestamp)}.${json.lines[0].id}`,
    );
    expect(rest.lines).toMatchObject([{ event_message: 'relation "at_one" does not exist' }]);
  });

  it('run several queries at once', async () => {
    // Each waits for a lock that the test holds, so that all are seen to run before any of them ends.
    const inProject = await developerClient(ref);
    await inProject.query('select pg_advisory_lock(1)');
    const queries = Array.from({ length: 4 }, () => rowsOf(ada, ref, 'select pg_advisory_lock_shared(1)'));
    const waiting = async () =>
      (
        await admin.query("select from pg_stat_activity where datname = $1 and wait_event_type = 'Lock'", [
          `basechart_${ref}`,
        ])
      ).rowCount;
    while ((await waiting()) !== 4) await delay(20);
    await inProject.query('select pg_advisory_unlock(1)');
    expect(await Promise.all(queries)).toHaveLength(4);
    await inProject.end();
  });

  it('are cancelled from another server than the one that runs the query, without any restart', async () => {
    const id = randomUUID();
    const running = query(ada, ref, 'select pg_sleep(60)', { id });
    const isRunning = async () =>
      (await adaAtTwo.send('GET', `${api}/${ref}/query-history`)).json[0]?.outcome === 'running';
    while (!(await isRunning())) await delay(20);
    expect((await adaAtTwo.send('DELETE', `${api}/${ref}/database/query/${id}`)).status).toBe(202);
    const events = await running;
    expect(sqlErrorOf(events)).toEqual({ code: '57014', message: 'The query was canceled.' });
    expect(events.at(-1)).toMatchObject({ type: 'end', engineRestarted: false, cancelled: true });
    // As a reload reads it again.
    const { text } = await ada.send('GET', `${api}/${ref}/database/query/${id}`);
    expect(text).toContain('"cancelled":true');
    const [run] = (await ada.send('GET', `${api}/${ref}/query-history`)).json;
    expect(run).toMatchObject({ id, outcome: 'cancelled', error: 'The query was canceled.' });
  });

  it('fail at a limit that their own SQL has set, and say so', async () => {
    await query(ada, ref, `set statement_timeout = '50ms'; ${endlessStatement}`);
    const [run] = (await ada.send('GET', `${api}/${ref}/query-history`)).json;
    expect(run).toMatchObject({ outcome: 'failed', error: 'canceling statement due to statement timeout' });
  });

  it('say that their project restarted or was paused, whichever server did that', async () => {
    const own = await createProject(ada, acme);
    for (const other of [ada, adaAtTwo]) {
      for (const [name, status, message] of [
        ['restart', 'ACTIVE_HEALTHY', 'The project restarted while this query was running.'],
        ['pause', 'INACTIVE', 'The project was paused while this query was running.'],
      ] as const) {
        const error = await errorOfInterrupted(one, ada, own, () => command(other, own, name));
        expect(error).toEqual({ code: '57P01', message });
        await waitForStatus(ada, own, status);
      }
      await command(ada, own, 'restore');
      await waitForStatus(ada, own, 'ACTIVE_HEALTHY');
    }
  });

  it('are stopped at their time limit', async () => {
    expect(sqlErrorOf(await query(ada, ref, 'select pg_sleep(60)', { timeout_ms: 200 }))?.code).toBe('57014');
  });

  it('let nobody in while they are paused, whichever server paused them', async () => {
    const client = await developerClient(ref);
    const running = query(ada, ref, 'select pg_sleep(60)');
    while ((await admin.query("select from pg_stat_activity where query = 'select pg_sleep(60)'")).rowCount === 0)
      await delay(20);
    expect((await command(adaAtTwo, ref, 'pause')).status).toBe(202);
    await waitForStatus(adaAtTwo, ref, 'INACTIVE');
    expect(sqlErrorOf(await running)?.code).toBe('57P01');
    await expect(client.query('select 1')).rejects.toThrow(/terminat|closed|not queryable/i);
    await expect(developerClient(ref)).rejects.toMatchObject({ code: '28000' });
    expect(
      await ada.send('POST', `${api}/${ref}/database/query`, { json: { id: randomUUID(), sql: 'select 1' } }),
    ).toMatchObject({ status: 409, json: { code: 'project_paused' } });
    await command(ada, ref, 'restore');
    await waitForStatus(ada, ref, 'ACTIVE_HEALTHY');
    expect(await rowsOf(adaAtTwo, ref, 'select a from made_at_one')).toEqual([['1']]);
  });

  it('take one order at a time from all servers together', async () => {
    // All four wait for the project's row, so that none comes after the first one is carried out.
    await admin.query('begin');
    await admin.query('select from basechart.projects where ref = $1 for update', [ref]);
    const orders = Promise.all([
      command(ada, ref, 'restart'),
      command(adaAtTwo, ref, 'restart'),
      command(ada, ref, 'upgrade'),
      command(adaAtTwo, ref, 'upgrade'),
    ]);
    const waiting = async () =>
      Number((await admin.query('select count(*) from pg_locks where not granted')).rows[0].count);
    await expect.poll(waiting).toBe(4);
    await admin.query('commit');
    expect((await orders).map(({ status }) => status).toSorted()).toEqual([202, 409, 409, 409]);
    await waitForStatus(ada, ref, 'ACTIVE_HEALTHY');
  });

  it('keep the limit of the free plan when two servers are asked at once', async () => {
    const free = await createOrganization(ada, 'tier_free');
    const answers = await Promise.all(
      [ada, adaAtTwo, ada, adaAtTwo].map((user) => user.send('POST', api, { json: projectInput(free) })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 403, 403]);
    await Promise.all(
      answers
        .filter(({ status }) => status === 201)
        .map(async ({ json }) => {
          await waitForStatus(ada, json.ref, 'ACTIVE_HEALTHY');
          await ada.send('DELETE', `${api}/${json.ref}`);
          await waitForStatus(ada, json.ref, 404);
        }),
    );
  });

  it('are taken up by a server that lives, when the one that works on them has died', async () => {
    await command(ada, ref, 'pause');
    await waitForStatus(ada, ref, 'INACTIVE');
    // What a server leaves behind that is killed while it restores a project.
    await admin.query(
      `
      with project as (update basechart.projects set status = 'RESTORING' where ref = $1 returning id)
      insert into basechart.project_operations (project_id, kind, server_id, heartbeat_at) select id, 'restore.requested', gen_random_uuid(), now() - interval '1 minute' from project`,
      [ref],
    );
    await waitForStatus(ada, ref, 'ACTIVE_HEALTHY');
    expect(await rowsOf(ada, ref, 'select a from made_at_one')).toEqual([['1']]);
  });

  it('are left to a server that lives', async () => {
    const neighbour = await createProject(ada, acme);
    const restartOf = (project: string, age: string) =>
      admin.query<{ id: string }>(
        `
      with project as (update basechart.projects set status = 'RESTARTING' where ref = $1 returning id)
      insert into basechart.project_operations (project_id, kind, server_id, heartbeat_at) select id, 'restart.requested', gen_random_uuid(), now() - $2::interval from project returning id`,
        [project, age],
      );
    const {
      rows: [operation],
    } = await restartOf(ref, '0 s');
    await restartOf(neighbour, '1 minute');
    // A round that took up the one has passed by the other.
    await waitForStatus(ada, neighbour, 'ACTIVE_HEALTHY');
    expect((await ada.send('GET', `${api}/${ref}`)).json.status).toBe('RESTARTING');
    await admin.query(
      "update basechart.project_operations set heartbeat_at = now() - interval '1 minute' where id = $1",
      [operation?.id],
    );
    await waitForStatus(ada, ref, 'ACTIVE_HEALTHY');
    await ada.send('DELETE', `${api}/${neighbour}`);
    await waitForStatus(ada, neighbour, 404);
  });

  it('that are gone are unhealthy, and say so', async () => {
    const lost = await createProject(ada, acme);
    await admin.query(`drop database "basechart_${lost}" with (force)`);
    expect(sqlErrorOf(await query(adaAtTwo, lost, 'select 1'))?.code).toBe('3D000');
    expect((await waitForStatus(ada, lost, 'ACTIVE_UNHEALTHY')).status_reason).toContain('does not exist');
    await ada.send('DELETE', `${api}/${lost}`);
    await waitForStatus(ada, lost, 404);
  });

  it('leave nothing when they are deleted', async () => {
    const doomed = await createProject(ada, acme);
    const client = await developerClient(doomed);
    await client.query('create table mine(a int)');
    await adaAtTwo.send('DELETE', `${api}/${doomed}`);
    await waitForStatus(ada, doomed, 404);
    await expect(client.query('select 1')).rejects.toThrow(/terminat|closed|not queryable/i);
    expect((await databases()).filter((name) => name.includes(doomed))).toEqual([]);
    expect((await roles()).filter((name) => name.includes(doomed))).toEqual([]);
    expect(
      (
        await admin.query(
          'select from basechart.project_secrets s join basechart.projects p on p.id = s.project_id where p.ref = $1',
          [doomed],
        )
      ).rowCount,
    ).toBe(0);
  });
});

describe.skipIf(postgresPrograms === undefined)('projects made by an administrator who is no superuser', () => {
  it('come up and work', async () => {
    const postgres = await startPostgres();
    const url = new URL(await createDatabase(postgres, 'control'));
    const superuser = new Client(url.href);
    await superuser.connect();
    await superuser.query('create role manager login createrole createdb; alter database control owner to manager');
    await superuser.end();
    url.username = 'manager';
    const server = await startTestServer({ env: { DATABASE_URL: url.href } });
    try {
      const ada = await server.signUp();
      const acme = await createOrganization(ada);
      const ref = await createProject(ada, acme);
      const { json } = await ada.send('POST', api, { json: projectInput(acme, { automatic_rls: true }) });
      expect((await waitForStatus(ada, json.ref, 'INIT_FAILED')).status_reason).toContain('only a superuser');
      await rowsOf(ada, ref, 'create table mine as select 1 as a');
      await command(ada, ref, 'pause');
      await waitForStatus(ada, ref, 'INACTIVE');
      await command(ada, ref, 'restore');
      await waitForStatus(ada, ref, 'ACTIVE_HEALTHY');
      expect(await rowsOf(ada, ref, 'select a from mine')).toEqual([['1']]);
      await ada.send('DELETE', `${api}/${ref}`);
      await waitForStatus(ada, ref, 404);
    } finally {
      await server.stop();
      await postgres.stop();
    }
  });
});
