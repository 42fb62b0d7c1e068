import { randomUUID } from 'node:crypto';
import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeJwt } from 'jose';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogSchema } from '../../../src/contract/projects/catalog.ts';
import { computeMemory, largestMemorySize } from '../../../src/contract/projects/computeMemory.ts';
import type { ComputeSize } from '../../../src/contract/projects/computeSizeIds.ts';
import { projectDetailSchema, projectSchema } from '../../../src/contract/projects/project.ts';
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

describe('projects of a platform', () => {
  let server: TestServer;
  let ada: TestUser;
  let acme: string;
  let ref: string;
  beforeAll(async () => {
    server = await startTestServer();
    ada = await server.signUp();
    acme = await createOrganization(ada);
    ref = await createProject(ada, acme);
  });
  afterAll(() => server.stop());

  it('come up, and say all along what they are', async () => {
    const made = await ada.send('POST', api, { json: projectInput(acme, { name: ' My.Project ' }) });
    expect(made.status).toBe(201);
    expect(v.parse(projectDetailSchema, made.json)).toMatchObject({
      name: 'MyProject',
      status: 'COMING_UP',
      dbVersion: null,
      compute_size: 'micro',
      status_reason: null,
      organization_slug: acme,
      capabilities: { kind: 'embedded', wire: false },
    });
    expect(made.json.ref).toMatch(/^[a-z]{20}$/);
    const up = await waitForStatus(ada, made.json.ref, 'ACTIVE_HEALTHY');
    expect(up).toMatchObject({ dbVersion: expect.stringMatching(/^18\.\d+$/), status_reason: null });
    const list = await ada.send('GET', api);
    expect(v.parse(v.array(projectSchema), list.json).map((project) => project.ref)).toEqual([ref, made.json.ref]);
    for (const { database_bytes: bytes } of list.json) expect(bytes).toBeGreaterThan(1_000_000);
    await ada.send('DELETE', `${api}/${made.json.ref}`);
    await waitForStatus(ada, made.json.ref, 404);
  });

  it('are made once for each key of a user, however often the request arrives', async () => {
    const send = () =>
      ada.send('POST', api, {
        json: projectInput(acme, { name: 'Once' }),
        headers: { 'idempotency-key': 'a-key-of-one-attempt' },
      });
    const answers = await Promise.all([send(), send()]);
    answers.push(await send());
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    const [made, ...others] = answers.map(({ json }) => json.ref as string);
    expect(others).toEqual([made, made]);
    expect((await ada.send('GET', api)).json.filter(({ name }: { name: string }) => name === 'Once')).toHaveLength(1);
    await waitForStatus(ada, made!, 'ACTIVE_HEALTHY');
    await ada.send('DELETE', `${api}/${made}`);
    await waitForStatus(ada, made!, 404);
  });

  it.each([
    ['a name of dots', { name: '....' }, 400],
    ['a name that is too short', { name: 'ab' }, 400],
    ['a name that is too long', { name: 'x'.repeat(65) }, 400],
    ['a region of another provider', { region: 'sin' }, 400],
    ['a region that does not exist', { region: 'mars-1' }, 400],
    ['a provider that does not exist', { cloud_provider: 'MOON' }, 400],
    ['a version that is not offered', { postgres_version: '9' }, 400],
    ['a size that does not exist', { compute_size: 'gigantic' }, 400],
    ['no password', { db_pass: '' }, 400],
    ['a password of more than 99 characters', { db_pass: 'x'.repeat(100) }, 400],
    ['no organization', { organization_slug: undefined }, 400],
    ['an organization that does not exist', { organization_slug: 'nowhere' }, 404],
  ])('are refused with %s', async (_, wrong, status) => {
    const answer = await ada.send('POST', api, { json: projectInput(acme, wrong) });
    expect([answer.status, answer.json.request_id]).toEqual([status, expect.any(String)]);
  });

  it('on the free plan are two active ones for each owner, whichever organization they are in', async () => {
    const eve = await server.signUp();
    const [one, two] = [await createOrganization(eve, 'tier_free'), await createOrganization(eve, 'tier_free')];
    const refused = {
      status: 403,
      json: { code: 'free_project_limit', message: expect.stringContaining('The Free plan includes 2') },
    };
    expect(await ada.send('POST', api, { json: projectInput(one) })).toMatchObject({ status: 404 });
    expect(await eve.send('POST', api, { json: projectInput(one, { compute_size: 'small' }) })).toMatchObject({
      status: 400,
    });
    // Asked for at the same moment, one of the three is too many.
    const answers = await Promise.all(
      [one, two, one].map((slug) => eve.send('POST', api, { json: projectInput(slug) })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 403]);
    const refs = answers.filter(({ status }) => status === 201).map(({ json }) => json.ref as string);
    const [first, second] = [refs[0]!, refs[1]!];
    await Promise.all(refs.map((made) => waitForStatus(eve, made, 'ACTIVE_HEALTHY')));

    await command(eve, first, 'pause');
    await waitForStatus(eve, first, 'INACTIVE');
    const third = await createProject(eve, one);
    expect(await command(eve, first, 'restore')).toMatchObject(refused);
    expect((await eve.send('GET', `${api}/${first}`)).json.status).toBe('INACTIVE');
    await Promise.all(
      [second, third].map(async (made) => {
        await eve.send('DELETE', `${api}/${made}`);
        await waitForStatus(eve, made, 404);
      }),
    );
    expect((await command(eve, first, 'restore')).status).toBe(202);
    await waitForStatus(eve, first, 'ACTIVE_HEALTHY');
    expect(await command(eve, first, 'resize', { compute_size: 'small' })).toMatchObject({
      status: 403,
      json: { code: 'paid_plan_required' },
    });
    await eve.send('DELETE', `${api}/${first}`);
    await waitForStatus(eve, first, 404);
  });

  it('on the free plan have their seat while they are broken, and need one to be tried again', async () => {
    const eve = await server.signUp();
    const free = await createOrganization(eve, 'tier_free');
    const projects = join(server.dataFolder, 'projects');
    await rename(projects, `${projects}.away`);
    await writeFile(projects, 'in the way');
    const never: string = (await eve.send('POST', api, { json: projectInput(free) })).json.ref;
    await expect(waitForStatus(eve, never, 'ACTIVE_HEALTHY')).rejects.toThrow('INIT_FAILED');
    await rm(projects);
    await rename(`${projects}.away`, projects);

    const [broken, second] = [await createProject(eve, free), await createProject(eve, free)];
    expect(await command(eve, never, 'restart')).toMatchObject({ status: 403, json: { code: 'free_project_limit' } });

    await command(eve, broken, 'pause');
    await waitForStatus(eve, broken, 'INACTIVE');
    const version = join(projects, broken, 'pgdata', 'PG_VERSION');
    await rename(version, `${version}.away`);
    await command(eve, broken, 'restore');
    await waitForStatus(eve, broken, 'RESTORE_FAILED');
    await rename(`${version}.away`, version);
    expect((await command(eve, broken, 'restore')).status).toBe(202);
    await waitForStatus(eve, broken, 'ACTIVE_HEALTHY');
    await Promise.all(
      [never, broken, second].map(async (made) => {
        await eve.send('DELETE', `${api}/${made}`);
        await waitForStatus(eve, made, 404);
      }),
    );
  });

  it('give their developers a role that owns the database and is no superuser', async () => {
    expect(
      await rowsOf(
        ada,
        ref,
        `
      select session_user, rolsuper, rolcreaterole, rolbypassrls, (select rolpassword is not null from pg_roles r where r.rolname = session_user)
      from pg_roles where rolname = current_user`,
      ),
    ).toEqual([['postgres', 'f', 't', 't', 't']]);
    expect(
      await rowsOf(
        ada,
        ref,
        "select rolname from pg_roles where rolname in ('anon', 'authenticated', 'service_role') and pg_has_role(oid, 'member') order by 1",
      ),
    ).toEqual([['anon'], ['authenticated'], ['service_role']]);
    expect(await rowsOf(ada, ref, 'show search_path')).toEqual([['"$user", public, extensions']]);
    expect(sqlErrorOf(await query(ada, ref, 'set session authorization basechart_admin'))).toMatchObject({
      code: '42501',
    });
    expect(sqlErrorOf(await query(ada, ref, 'drop event trigger basechart_automatic_rls'))).toMatchObject({
      code: '42501',
    });
    expect(sqlErrorOf(await query(ada, ref, 'drop schema basechart cascade'))).toMatchObject({ code: '42501' });
  });

  it('protect every new table unless asked not to, and let the API roles in only by policy', async () => {
    await rowsOf(
      ada,
      ref,
      `
      create table protected(a int); create table copied as select 1 as a; create schema private; create table private.open(a int);
      insert into protected values (1)`,
    );
    expect(
      await rowsOf(
        ada,
        ref,
        "select relname, relrowsecurity from pg_class where relname in ('protected', 'copied', 'open') order by 1",
      ),
    ).toEqual([
      ['copied', 't'],
      ['open', 'f'],
      ['protected', 't'],
    ]);
    expect(await rowsOf(ada, ref, 'begin; set local role anon; select count(*) from protected')).toEqual([['0']]);
    await rowsOf(ada, ref, 'create policy everybody on protected for select to anon using (true)');
    expect(await rowsOf(ada, ref, 'begin; set local role anon; select count(*) from protected')).toEqual([['1']]);
  });

  it('say when they were last used, without starting a database for it', async () => {
    const lastUse = async () => {
      const { json } = await ada.send('GET', api);
      return Date.parse(json.find((project: { ref: string }) => project.ref === ref).last_active_at);
    };
    const before = await lastUse();
    await rowsOf(ada, ref, 'select now()');
    expect(await lastUse()).toBeGreaterThan(before);
  });

  it('know what their statements cost', async () => {
    await rowsOf(ada, ref, 'select 42 as remembered');
    expect(
      Number(
        (await rowsOf(ada, ref, "select count(*) from pg_stat_statements where query like '%remembered%'"))[0]![0],
      ),
    ).toBeGreaterThan(0);
  });

  it('have a catalog for completion', async () => {
    await rowsOf(ada, ref, 'create table if not exists fruits(id bigint primary key, name text not null); select 1');
    const id = Number((await rowsOf(ada, ref, "select 'fruits'::regclass::oid"))[0]![0]);
    const { status, json } = await ada.send('GET', `${api}/${ref}/database/catalog`);
    expect(status).toBe(200);
    const { schemas, searchPath } = v.parse(catalogSchema, json);
    expect(searchPath).toEqual(['public', 'extensions']);
    expect(schemas.find(({ name }) => name === 'public')?.relations.find(({ name }) => name === 'fruits')).toEqual({
      id,
      name: 'fruits',
      kind: 'table',
      remedy: null,
      columns: [
        { name: 'id', type: 'bigint', nullable: false, primaryKey: true },
        { name: 'name', type: 'text', nullable: false, primaryKey: false },
      ],
    });
  });

  it('give each table in the catalog the number that the table editor opens it by, where it may', async () => {
    const { json } = await ada.send('GET', `${api}/${ref}/database/catalog`);
    const { schemas } = v.parse(catalogSchema, json);
    const relations = schemas.flatMap((schema) => schema.relations.map((relation) => ({ ...relation, schema })));
    const { id } = relations.find(({ name }) => name === 'fruits')!;
    expect((await ada.send('GET', `${api}/${ref}/tables/${id}`)).json).toMatchObject({ id, name: 'fruits' });
    const closed = relations.filter((relation) => relation.schema.name === 'auth');
    for (const relation of closed) expect(relation.id).toBeNull();
  });

  it('say in the catalog what anyone with the public key can read, and what closes it', async () => {
    const remedies = async () => {
      const { json } = await ada.send('GET', `${api}/${ref}/database/catalog`);
      const { schemas } = v.parse(catalogSchema, json);
      const relations = schemas.find(({ name }) => name === 'public')?.relations ?? [];
      return Object.fromEntries(
        relations.filter(({ name }) => name.startsWith('Open')).map(({ name, remedy }) => [name, remedy]),
      );
    };
    const made = [
      `create table "Open tab" (a int); alter table "Open tab" disable row level security`,
      'create table "Open not" (a int); alter table "Open not" enable row level security',
      'create table "Open own" (a int); alter table "Open own" disable row level security',
      'revoke all on "Open own" from anon, authenticated',
      'create view "Open view" as select 1 as a',
      'create view "Open off" with (security_invoker = off) as select 1 as a',
      'create view "Open safe" with (security_invoker = on) as select 1 as a',
      'create materialized view "Open sum" as select 1 as a',
    ];
    await rowsOf(ada, ref, `${made.join(';')}; select 1`);
    const open = {
      'Open tab': 'alter table public."Open tab" enable row level security;',
      'Open not': null,
      'Open own': null,
      'Open view': 'alter view public."Open view" set (security_invoker = on);',
      'Open off': 'alter view public."Open off" set (security_invoker = on);',
      'Open safe': null,
      'Open sum': 'revoke all on public."Open sum" from public, anon, authenticated;',
    };
    expect(await remedies()).toEqual(open);
    await rowsOf(ada, ref, `${Object.values(open).join('')}; select 1`);
    expect(new Set(Object.values(await remedies()))).toEqual(new Set([null]));
  });

  it('have two keys of their own, signed by their own secret and never logged', async () => {
    const { status, json, headers } = await ada.send('GET', `${api}/${ref}/api-keys`);
    expect(status).toBe(200);
    expect(headers.get('Cache-Control')).toBe('no-store');
    expect(decodeJwt(json.anon)).toMatchObject({ iss: 'basechart', ref, role: 'anon' });
    expect(decodeJwt(json.service_role)).toMatchObject({ ref, role: 'service_role' });
    expect(server.logLines.join('\n')).not.toContain(json.service_role);
    expect(server.logLines.join('\n')).not.toContain('correct horse battery staple');
  });

  it('say plainly that nobody can connect from outside', async () => {
    const { json } = await ada.send('GET', `${api}/${ref}/connection`);
    expect(json).toMatchObject({
      uri: null,
      host: null,
      port: null,
      database: 'postgres',
      user: 'postgres',
      reason: expect.stringContaining('DATABASE_URL'),
    });
  });

  it('keep their data through pause, restore, restart, resize and upgrade', async () => {
    await rowsOf(ada, ref, 'create table kept as select 7 as a');
    expect((await command(ada, ref, 'pause')).json).toEqual({ status: 'PAUSING' });
    await waitForStatus(ada, ref, 'INACTIVE');
    expect(
      await ada.send('POST', `${api}/${ref}/database/query`, { json: { id: randomUUID(), sql: 'select 1' } }),
    ).toMatchObject({ status: 409, json: { code: 'project_paused' } });
    expect(await ada.send('GET', `${api}/${ref}/database/catalog`)).toMatchObject({
      status: 409,
      json: { code: 'project_paused' },
    });
    expect(await command(ada, ref, 'pause')).toMatchObject({ status: 409, json: { code: 'project_status_conflict' } });

    expect((await command(ada, ref, 'restore')).json).toEqual({ status: 'RESTORING' });
    await waitForStatus(ada, ref, 'ACTIVE_HEALTHY');
    expect((await command(ada, ref, 'restart')).json).toEqual({ status: 'RESTARTING' });
    await waitForStatus(ada, ref, 'ACTIVE_HEALTHY');
    const memory = () =>
      rowsOf(
        ada,
        ref,
        "select current_setting('shared_buffers'), current_setting('work_mem'), current_setting('maintenance_work_mem')",
      );
    // What the form for a new project says of each size.
    const promised = (size: ComputeSize) => {
      const { sharedBuffersMb, workMemMb, maintenanceWorkMemMb } = computeMemory(size);
      return [[`${sharedBuffersMb}MB`, `${workMemMb}MB`, `${maintenanceWorkMemMb}MB`]];
    };
    expect(await memory()).toEqual(promised('micro'));
    expect((await command(ada, ref, 'resize', { compute_size: 'medium' })).json).toEqual({ status: 'RESIZING' });
    expect(await waitForStatus(ada, ref, 'ACTIVE_HEALTHY')).toMatchObject({ compute_size: 'medium' });
    expect(await memory()).toEqual(promised('medium'));
    await command(ada, ref, 'resize', { compute_size: '16xlarge' });
    await waitForStatus(ada, ref, 'ACTIVE_HEALTHY');
    expect(await memory()).toEqual(promised('16xlarge'));
    expect(promised('16xlarge')).toEqual(promised(largestMemorySize));
    expect((await command(ada, ref, 'resize', { compute_size: 'tiny' })).status).toBe(400);

    await rowsOf(ada, ref, "create extension pg_trgm version '1.3'");
    expect((await command(ada, ref, 'upgrade')).json).toEqual({ status: 'UPGRADING' });
    await waitForStatus(ada, ref, 'ACTIVE_HEALTHY');
    expect(await rowsOf(ada, ref, "select extversion <> '1.3' from pg_extension where extname = 'pg_trgm'")).toEqual([
      ['t'],
    ]);
    expect(await rowsOf(ada, ref, 'select a from kept')).toEqual([['7']]);
  });

  it('take one order at a time', async () => {
    const answers = await Promise.all(['pause', 'restart', 'upgrade'].map((name) => command(ada, ref, name)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 409, 409]);
    for (const { json } of answers)
      if (json.status === 'PAUSING') {
        await waitForStatus(ada, ref, 'INACTIVE');
        await command(ada, ref, 'restore');
      }
    await waitForStatus(ada, ref, 'ACTIVE_HEALTHY');
  });

  it('end what runs in them when they are restarted, paused or deleted, and say so', async () => {
    const doomed = await createProject(ada, acme);
    const past = async (project: string) => (await ada.send('GET', `${api}/${project}/query-history`)).json[0];
    const endOf = (project: string, end: () => Promise<unknown>) => errorOfInterrupted(server, ada, project, end);
    expect(await endOf(ref, () => command(ada, ref, 'restart'))).toEqual({
      code: '57P01',
      message: 'The project restarted while this query was running.',
    });
    await waitForStatus(ada, ref, 'ACTIVE_HEALTHY');
    expect(await past(ref)).toMatchObject({
      outcome: 'failed',
      error: 'The project restarted while this query was running.',
    });
    expect(await endOf(ref, () => command(ada, ref, 'pause'))).toEqual({
      code: '57P01',
      message: 'The project was paused while this query was running.',
    });
    await waitForStatus(ada, ref, 'INACTIVE');
    await command(ada, ref, 'restore');
    await waitForStatus(ada, ref, 'ACTIVE_HEALTHY');
    expect(await endOf(doomed, () => ada.send('DELETE', `${api}/${doomed}`))).toEqual({
      code: '57P01',
      message: 'The project was deleted while this query was running.',
    });
  });

  it('that are damaged say so, keep every file, and are healthy again once they are put right', async () => {
    const hurt = await createProject(ada, acme);
    await rowsOf(ada, hurt, 'create table kept as select 1 as a');
    await command(ada, hurt, 'pause');
    await waitForStatus(ada, hurt, 'INACTIVE');
    const control = join(server.dataFolder, 'projects', hurt, 'pgdata', 'global', 'pg_control');
    await rename(control, `${control}.away`);
    await command(ada, hurt, 'restore');
    expect((await waitForStatus(ada, hurt, 'RESTORE_FAILED')).status_reason).toContain(
      'holds no complete Postgres database. Nothing in it was changed.',
    );
    await rename(`${control}.away`, control);
    await command(ada, hurt, 'restore');
    await waitForStatus(ada, hurt, 'ACTIVE_HEALTHY');

    // The same behind the back of a project that counts as healthy.
    await command(ada, hurt, 'restart');
    await waitForStatus(ada, hurt, 'ACTIVE_HEALTHY');
    await rename(control, `${control}.away`);
    await command(ada, hurt, 'restart');
    const unhealthy = await waitForStatus(ada, hurt, 'ACTIVE_UNHEALTHY');
    expect(unhealthy.status_reason).toContain('holds no complete Postgres database');
    expect(sqlErrorOf(await query(ada, hurt, 'select 1'))).toMatchObject({ code: 'data_folder_corrupt' });
    expect(await ada.send('GET', `${api}/${hurt}/database/catalog`)).toMatchObject({
      status: 503,
      json: { code: 'data_folder_corrupt' },
    });
    await rename(`${control}.away`, control);
    expect(await rowsOf(ada, hurt, 'select a from kept')).toEqual([['1']]);
    await waitForStatus(ada, hurt, 'ACTIVE_HEALTHY');
    await ada.send('DELETE', `${api}/${hurt}`);
    await waitForStatus(ada, hurt, 404);
    expect(await readdir(join(server.dataFolder, 'projects'))).not.toContain(hurt);
  });

  it('tell nobody where they are kept; the log does, under the id of the request', async () => {
    const hurt = await createProject(ada, acme);
    await command(ada, hurt, 'pause');
    await waitForStatus(ada, hurt, 'INACTIVE');
    const folder = join(server.dataFolder, 'projects', hurt, 'pgdata');
    const logged = (id: string) =>
      server.logLines.filter((line) => line.includes(id) && line.includes(server.dataFolder));
    const attempts: { broken: string; wreck: (file: string) => Promise<void> }[] = [
      { broken: 'PG_VERSION', wreck: (file) => writeFile(file, '') },
      { broken: 'PG_VERSION', wreck: (file) => writeFile(file, 'eighteen') },
      { broken: 'global/pg_control', wreck: (file) => writeFile(file, Buffer.alloc(8192, 7)) },
      { broken: 'global/pg_filenode.map', wreck: () => Promise.resolve() },
      { broken: 'base', wreck: (file) => writeFile(file, 'a file') },
    ];
    for (const { broken, wreck } of attempts) {
      const file = join(folder, broken);
      await rename(file, `${folder}.away`);
      await wreck(file);
      const id = randomUUID();
      await ada.send('POST', `${api}/${hurt}/restore`, { headers: { 'X-Request-Id': id } });
      const { status_reason: reason } = await waitForStatus(ada, hurt, 'RESTORE_FAILED');
      expect(reason).not.toMatch(/\/|basechart-/);
      expect([broken, reason?.length, logged(id).length > 0]).toEqual([broken, expect.any(Number), true]);
      await rm(file, { force: true });
      await rename(`${folder}.away`, file);
    }
    await command(ada, hurt, 'restore');
    await waitForStatus(ada, hurt, 'ACTIVE_HEALTHY');

    await command(ada, hurt, 'restart');
    await waitForStatus(ada, hurt, 'ACTIVE_HEALTHY');
    await rename(folder, `${folder}.away`);
    await command(ada, hurt, 'restart');
    await waitForStatus(ada, hurt, 'ACTIVE_UNHEALTHY');
    const id = randomUUID();
    const answers = [
      await ada.send('GET', `${api}/${hurt}/database/catalog`, { headers: { 'X-Request-Id': id } }),
      await ada.send('POST', `${api}/${hurt}/database/query`, {
        json: { id: randomUUID(), sql: 'select 1' },
        headers: { 'X-Request-Id': id },
      }),
    ];
    for (const { text } of answers) {
      expect(text).toContain('data_folder_missing');
      expect(text).not.toContain(server.dataFolder);
    }
    expect(logged(id).length).toBeGreaterThanOrEqual(2);
    await ada.send('DELETE', `${api}/${hurt}`);
    await waitForStatus(ada, hurt, 404);
  });

  it('whose folder cannot be made fail to come up, say why, and come up when asked again', async () => {
    const projects = join(server.dataFolder, 'projects');
    await rename(projects, `${projects}.away`);
    await writeFile(projects, 'in the way');
    const made = await ada.send('POST', api, { json: projectInput(acme) });
    await expect(waitForStatus(ada, made.json.ref, 'ACTIVE_HEALTHY')).rejects.toThrow(
      /^INIT_FAILED: The server cannot work with the database's files \(ENOTDIR\); the server's log has the details\.$/,
    );
    await rm(projects);
    await rename(`${projects}.away`, projects);
    expect((await command(ada, made.json.ref, 'restart')).json).toEqual({ status: 'COMING_UP' });
    await waitForStatus(ada, made.json.ref, 'ACTIVE_HEALTHY');
    await ada.send('DELETE', `${api}/${made.json.ref}`);
    await waitForStatus(ada, made.json.ref, 404);
  });

  describe('are closed to others', () => {
    const id = randomUUID();
    const routes: [string, string, unknown?][] = [
      ['GET', ''],
      ['DELETE', ''],
      ['POST', '/pause'],
      ['POST', '/restore'],
      ['POST', '/restart'],
      ['POST', '/upgrade'],
      ['POST', '/resize', { compute_size: 'small' }],
      ['GET', '/connection'],
      ['GET', '/api-keys'],
      ['GET', '/database/catalog'],
      ['POST', '/database/query', { id, sql: 'select 1' }],
      ['DELETE', `/database/query/${id}`],
      ['GET', '/query-history'],
      ['GET', '/snippets'],
      ['GET', `/snippets/${id}`],
      ['PUT', `/snippets/${id}`, { name: 'x', sql: 'select 1', base_version: 0 }],
      ['DELETE', `/snippets/${id}`],
    ];
    it.each(routes)('%s %s', async (method, path, json) => {
      const eve = await server.signUp();
      const options = json === undefined ? {} : { json };
      const theirs = await eve.send(method, `${api}/${ref}${path}`, options);
      const nobodys = await eve.send(method, `${api}/zzzzzzzzzzzzzzzzzzzz${path}`, options);
      expect([theirs.status, theirs.json.code, theirs.json.message]).toEqual([
        404,
        'project_not_found',
        'This project does not exist',
      ]);
      expect([nobodys.status, nobodys.json.code, nobodys.json.message]).toEqual([
        404,
        'project_not_found',
        'This project does not exist',
      ]);
      expect((await server.send(method, `${api}/${ref}${path}`, options)).status).toBe(401);
    });

    it.each(['..', '%2e%2e%2f', 'a/b', "x'--", 'ä', 'x'.repeat(300)])('and to a ref like %s', async (strange) => {
      expect((await ada.send('GET', `${api}/${strange}`)).status).toBe(404);
    });
  });
});

describe('a server that keeps one engine warm', () => {
  it('serves two projects, turn by turn and at once', async () => {
    const server = await startTestServer({ env: { BASECHART_WARM_ENGINES: '1' } });
    const ada = await server.signUp();
    const acme = await createOrganization(ada);
    const refs = [await createProject(ada, acme), await createProject(ada, acme)];
    for (const ref of refs) await rowsOf(ada, ref, `create table mine as select '${ref}' as ref`);
    const answers = await Promise.all(
      [...refs, ...refs, ...refs].map((ref) => rowsOf(ada, ref, 'select ref from mine')),
    );
    expect(answers).toEqual([...refs, ...refs, ...refs].map((ref) => [[ref]]));
    await server.stop();
  });
});

describe('a self-hosted server', () => {
  it('has one project, which comes up by itself, stays, and keeps its data', async () => {
    const server = await startTestServer({ args: ['--self-hosted'] });
    const ada = await server.signUp();
    const status = async () => (await ada.send('GET', '/api/projects/default')).json.status as string;
    while ((await status()) === 'COMING_UP')
      await new Promise((resolve) => {
        setTimeout(resolve, 20);
      });
    expect(await status()).toBe('ACTIVE_HEALTHY');
    expect((await ada.send('GET', '/api/projects')).json).toMatchObject([{ ref: 'default', name: 'Default project' }]);
    expect((await ada.send('POST', '/api/projects', { json: projectInput('default') })).status).toBe(403);
    expect((await ada.send('DELETE', '/api/projects/default')).status).toBe(403);
    const answer = await ada.send('POST', '/api/projects/default/database/query', {
      json: { id: randomUUID(), sql: 'select 1 as one' },
    });
    expect(answer.text).toContain('"rows":[["1"]]');
    await server.stop();
  });
});
