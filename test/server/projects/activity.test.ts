/** What a project's home reads: its tables, and its requests and sizes over time. */
import { sql } from 'kysely';
import { DatabaseError } from 'pg';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLogger } from '../../../server/http/log.ts';
import { listTables } from '../../../server/projects/activity/activity.routes.ts';
import { ProjectActivity } from '../../../server/projects/activity/projectActivity.ts';
import { activitySchema, type Activity } from '../../../src/contract/projects/activity.ts';
import { tableListMax, tableListSchema, type TableList } from '../../../src/contract/projects/tableList.ts';
import { addProject, openTestControlDatabase, type TestControlDatabase } from '../../support/controlDatabase.ts';
import { command, createOrganization, createProject, rowsOf, waitForStatus } from '../../support/projects.ts';
import { startTestServer, type TestServer, type TestUser } from '../../support/server.ts';

let server: TestServer;
let ada: TestUser;
let slug: string;
let ref: string;

beforeAll(async () => {
  server = await startTestServer();
  ada = await server.signUp();
  slug = await createOrganization(ada);
  ref = await createProject(ada, slug);
});
afterAll(() => server?.stop());

const tables = async (project = ref): Promise<TableList> => {
  const { status, json, text } = await ada.send('GET', `/api/platform/projects/${project}/database/tables`);
  expect(status, text).toBe(200);
  return v.parse(tableListSchema, json);
};
const activity = async (project = ref): Promise<Activity> => {
  const { status, json, text } = await ada.send('GET', `/api/platform/projects/${project}/activity`);
  expect(status, text).toBe(200);
  return v.parse(activitySchema, json);
};
/** What was counted in this test, which may have begun in the hour before, or the day before. */
const recent = (points: Activity['hours']): number => points.slice(-2).reduce((sum, { requests }) => sum + requests, 0);
const readRows = async (project: string, relation: string, key?: string) => {
  const { json: keys } = await ada.send('GET', `/api/platform/projects/${project}/api-keys`);
  return server.send('GET', `/project/${project}/api/rest/v1/${relation}`, {
    headers: { apikey: key ?? (keys.service_role as string) },
  });
};

describe('the list of tables', () => {
  it('is empty in a new project, and knows the size of its database', async () => {
    const { database_bytes: bytes, ...list } = await tables();
    expect(list).toEqual({ tables: [], count: 0 });
    expect(bytes).toBeGreaterThan(1_000_000);
  });

  it('names tables with an estimate of their rows and their size, the largest first', async () => {
    // Reading its users gives the project its auth service, whose tables are not listed.
    expect((await ada.send('GET', `/api/platform/auth/${ref}/users`)).status).toBe(200);
    await rowsOf(
      ada,
      ref,
      `create table small (id int); insert into small values (1), (2), (3);
       create schema "Old stuff"; create table "Old stuff"."Big ""one""" as select n, repeat('x', 200) as text from generate_series(1, 5000) n;
       create table empty (id int); alter table empty enable row level security;
       alter table small enable row level security; create policy "All" on small using (true);
       create table parted (at int) partition by range (at); create table parted_1 partition of parted for values from (0) to (10);
       insert into parted select 1 from generate_series(1, 40);
       create view seen as select * from small; create temp table passing (id int);
       analyze`,
    );
    const list = await tables();
    expect(list.tables.filter((table) => table.lacks_policy).map(({ name }) => name)).toEqual(['parted', 'empty']);
    expect(list.tables.map(({ schema, name, rows }) => [schema, name, rows])).toEqual([
      ['Old stuff', 'Big "one"', 5000],
      ['public', 'parted', 40],
      ['public', 'small', 3],
      ['public', 'empty', 0],
    ]);
    expect(list.tables.map(({ bytes }) => bytes)).toEqual(
      list.tables.map(({ bytes }) => bytes).toSorted((a, b) => b - a),
    );
    expect(list.tables[0]?.bytes).toBeGreaterThan(1_000_000);
    const [largest] = list.tables;
    const found = await ada.send('GET', `/api/platform/projects/${ref}/tables/${largest?.id}`);
    expect(found.json).toMatchObject({ schema: largest?.schema, name: largest?.name });
    expect(list.count).toBe(4);
  });

  it('lists only so many, and counts all', async () => {
    const many = await createProject(ada, slug, { name: 'Many tables' });
    await rowsOf(
      ada,
      many,
      `do $$ begin for n in 1..${tableListMax + 10} loop execute format('create table t%s (id int)', n); end loop; end $$`,
    );
    const list = await tables(many);
    expect([list.tables.length, list.count]).toEqual([tableListMax, tableListMax + 10]);
  });

  it('has a time limit, also for the wait while the database is busy', async () => {
    const limit = new AbortController();
    const waiting = listTables(
      {
        user: 'postgres',
        lease: (_, options) =>
          new Promise((_resolve, reject) => {
            options?.signal?.addEventListener('abort', () => reject(options.signal?.reason as Error));
          }),
      },
      new AbortController().signal,
      limit.signal,
    );
    limit.abort();
    await expect(waiting).rejects.toMatchObject({ status: 504, code: 'database_busy' });
  });

  it('says so when the statement is cancelled because the project is being paused', async () => {
    const cancelled = Object.assign(new DatabaseError('canceling statement due to user request', 0, 'error'), {
      severity: 'ERROR',
      code: '57014',
    });
    await expect(
      listTables({ user: 'postgres', lease: () => Promise.reject(cancelled) }, new AbortController().signal),
    ).rejects.toMatchObject({ status: 503, code: 'database_busy', retryAfter: 5 });
  });

  it('is refused in words while the project is paused, when what was counted can still be read', async () => {
    const paused = await createProject(ada, slug, { name: 'Paused' });
    await command(ada, paused, 'pause');
    await waitForStatus(ada, paused, 'INACTIVE');
    expect(await ada.send('GET', `/api/platform/projects/${paused}/database/tables`)).toMatchObject({
      status: 409,
      json: { code: 'project_paused' },
    });
    expect((await activity(paused)).has_requests).toBe(false);
  });
});

describe('the activity', () => {
  it('is a day in hours and a month in days, without gaps', async () => {
    const { hours, days } = await activity();
    const steps = (points: Activity['hours']) =>
      new Set(points.slice(1).map(({ at }, index) => Date.parse(at) - Date.parse(points[index]!.at)));
    expect([hours.length, ...steps(hours)]).toEqual([24, 3_600_000]);
    expect([days.length, ...steps(days)]).toEqual([30, 86_400_000]);
  });

  it('counts requests with a valid key, also those that fail, and none of another project', async () => {
    const other = await createProject(ada, slug, { name: 'Other' });
    expect(await activity(other)).toMatchObject({ has_requests: false });
    await rowsOf(ada, other, 'create table notes (id int)');
    const answers = [
      await readRows(other, 'notes'),
      await readRows(other, 'nothing'),
      await readRows(other, 'notes', 'no key'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 401]);
    const counted = await activity(other);
    expect([counted.has_requests, recent(counted.hours), recent(counted.days)]).toEqual([true, 2, 2]);
    expect((await activity()).has_requests).toBe(false);
  });

  it('knows the size of the database as it was last seen', async () => {
    const { database_bytes: bytes } = await tables();
    const { hours, days } = await activity();
    expect([hours.at(-1)?.bytes, days.at(-1)?.bytes, days[0]?.bytes]).toEqual([bytes, bytes, null]);
    const { json: list } = await ada.send('GET', '/api/platform/projects');
    expect(list).toContainEqual(expect.objectContaining({ ref, database_bytes: bytes }));
  });
});

describe('the address of a project’s API', () => {
  it('says what it is, the same for every project', async () => {
    const answer = await server.send('GET', `/project/${ref}/api`);
    expect(answer).toMatchObject({ status: 200, json: { name: 'Basechart Data API' } });
    expect((await server.send('GET', `/project/${'x'.repeat(20)}/api`)).json).toEqual(answer.json);
  });
});

describe('the counts', () => {
  const log = createLogger({ level: 'silent', format: 'json' });
  let control: TestControlDatabase;
  beforeAll(async () => {
    control = await openTestControlDatabase();
  });
  afterAll(() => control?.close());
  const refOf = async (id: number) =>
    (await control.db.selectFrom('projects').select('ref').where('id', '=', id).executeTakeFirstOrThrow()).ref;
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);

  it('survive a restart of the server', async () => {
    const projectId = await addProject(control.db);
    const before = new ProjectActivity(control.db, log);
    before.countRequest(projectId);
    before.countRequest(projectId);
    await before.end();
    const after = new ProjectActivity(control.db, log);
    after.countRequest(projectId);
    expect(recent((await after.read(projectId)).hours)).toBe(3);
    await after.end();
  });

  it('are kept when they could not be stored', async () => {
    const projectId = await addProject(control.db);
    const counter = new ProjectActivity(control.db, log);
    counter.countRequest(projectId);
    await sql`alter table basechart.project_requests rename to away`.execute(control.db);
    await expect(counter.read(projectId)).rejects.toThrow('project_requests');
    await sql`alter table basechart.away rename to project_requests`.execute(control.db);
    expect(recent((await counter.read(projectId)).hours)).toBe(1);
    await counter.end();
  });

  it('are a month’s: of what is older only the last hour stays', async () => {
    const projectId = await addProject(control.db);
    const old = [800, 900, 1_000].map(hoursAgo);
    await control.db
      .insertInto('project_requests')
      .values(old.map((hour) => ({ project_id: projectId, hour, requests: '5' })))
      .execute();
    await control.db
      .insertInto('project_sizes')
      .values(old.map((hour, index) => ({ project_id: projectId, hour, bytes: String(100 + index) })))
      .execute();
    const counter = new ProjectActivity(control.db, log);
    const before = await counter.read(projectId);
    expect(before.has_requests).toBe(true);
    expect(before.days.map(({ requests }) => requests)).toEqual(before.days.map(() => 0));
    expect(before.days.map(({ bytes }) => bytes)).toEqual(before.days.map(() => 100));
    counter.countRequest(projectId);
    await counter.recordSize(await refOf(projectId), 7);
    await counter.end();
    const rows = await control.db
      .selectFrom('project_requests')
      .select('hour')
      .where('project_id', '=', projectId)
      .execute();
    const sizes = await control.db
      .selectFrom('project_sizes')
      .select('bytes')
      .where('project_id', '=', projectId)
      .execute();
    expect([rows.length, sizes.map(({ bytes }) => bytes).toSorted()]).toEqual([2, ['100', '7']]);
  });

  it('of a deleted project are not stored', async () => {
    const projectId = await addProject(control.db);
    await control.db.updateTable('projects').set({ status: 'REMOVED' }).where('id', '=', projectId).execute();
    const counter = new ProjectActivity(control.db, log);
    counter.countRequest(projectId);
    await counter.recordSize(await refOf(projectId), 7);
    expect(await counter.read(projectId)).toMatchObject({ has_requests: false });
    expect((await counter.read(projectId)).days.at(-1)?.bytes).toBeNull();
    await counter.end();
  });
});
