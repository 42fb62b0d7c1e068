/** A project's logs: what is written of real requests, what never is, and how the lines are read. */
import { sql } from 'kysely';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLogger } from '../../../server/http/log.ts';
import { batchLimits, LogWriter, type NewLogLine } from '../../../server/projects/logs/logWriter.ts';
import { readLogs } from '../../../server/projects/logs/readLogs.ts';
import { withoutValues } from '../../../server/projects/logs/statementLines.ts';
import { logPageSchema, logQuerySchema, type LogLine, type LogPage } from '../../../src/contract/logs/logLine.ts';
import { addProject, openTestControlDatabase, type TestControlDatabase } from '../../support/controlDatabase.ts';
import { createOrganization, createProject, query, rowsOf, waitForStatus } from '../../support/projects.ts';
import { startTestServer, type TestServer, type TestUser } from '../../support/server.ts';

const password = 'Canary-password-57-kettle';
const email = 'canary.person@example.com';

let server: TestServer;
let ada: TestUser;
let slug: string;
let ref: string;
let keys: { anon: string; service_role: string };

beforeAll(async () => {
  server = await startTestServer();
  ada = await server.signUp();
  slug = await createOrganization(ada);
  ref = await createProject(ada, slug);
  keys = (await ada.send('GET', `/api/platform/projects/${ref}/api-keys`)).json as typeof keys;
  await rowsOf(ada, ref, 'create table notes (id int primary key, body text)');
});
afterAll(() => server?.stop());

const logs = async (search = '', project = ref): Promise<LogPage> => {
  const { status, json, text } = await ada.send('GET', `/api/platform/projects/${project}/logs${search}`);
  expect(status, text).toBe(200);
  return v.parse(logPageSchema, json);
};
const messages = async (search: string) => (await logs(search)).lines.map(({ event_message: message }) => message);
const readRows = (path: string, headers: Record<string, string> = {}) =>
  server.send('GET', `/project/${ref}/api/rest/v1/${path}`, { headers: { apikey: keys.service_role, ...headers } });
const signIn = (secret: string) =>
  server.send('POST', `/project/${ref}/auth/v1/token?grant_type=password`, {
    headers: { apikey: keys.anon, Authorization: `Bearer ${keys.anon}` },
    json: { email, password: secret },
  });

describe('what is written', () => {
  it('is a line for each request to the APIs of the project, with the fields of its source', async () => {
    await readRows('notes?select=id&body=eq.Canary-value', {
      'User-Agent': 'Harbor/1.0',
      Referer: 'https://app.example.com/reset?token=Canary-referer',
    });
    const [line] = (await logs('?source=edge_logs&search=Harbor')).lines;
    expect(line).toMatchObject({
      source: 'edge_logs',
      level: 'info',
      event_message: 'GET /rest/v1/notes?select=…&body=… 200',
      metadata: {
        identifier: ref,
        request: {
          method: 'GET',
          search: '?select=…&body=…',
          headers: { user_agent: 'Harbor/1.0', referer: 'https://app.example.com' },
        },
        response: { status_code: 200 },
      },
    });
    await readRows('notes', { apikey: 'no key' });
    await readRows('notes', { apikey: '' });
    await server.send('POST', `/project/${ref}/api/rest/v1/notes`, { headers: { apikey: keys.anon }, json: {} });
    expect(await messages('?source=edge_logs&level=warning')).toEqual(
      expect.arrayContaining(['GET /rest/v1/notes 401', 'POST /rest/v1/notes 405']),
    );
  });

  it('is nothing of requests to projects that there are not, whose refs hinder no other line', async () => {
    for (const path of ['api/rest/v1/notes', 'auth/v1/health']) {
      const { status } = await server.send('GET', `/project/%00/${path}`, { headers: { apikey: keys.anon } });
      expect(status).toBe(400);
    }
    await readRows('notes?after=hostile');
    expect(await messages('?source=edge_logs&search=after')).toEqual(['GET /rest/v1/notes?after=… 400']);
  });

  it('is a line for each sign-in, refusal and admin action of the project’s users', async () => {
    const created = await ada.send('POST', `/api/platform/auth/${ref}/users`, {
      json: { email, password, email_confirm: true },
    });
    const userId = created.json.id as string;
    expect((await signIn('Canary-wrong-password')).status).toBe(400);
    expect((await signIn(password)).status).toBe(200);
    expect((await signIn('nobody')).status).toBe(400);
    const { lines } = await logs('?source=auth_logs');
    expect(lines.map(({ event_message: message, level }) => [message, level])).toEqual([
      ['POST /token 400: login_failed, invalid_credentials', 'warning'],
      ['POST /token 200: login', 'info'],
      ['POST /token 400: login_failed, invalid_credentials', 'warning'],
      ['POST /admin/users 200: user_signedup', 'info'],
    ]);
    expect(lines[1]?.metadata).toMatchObject({
      auth_event: { action: 'login', actor_id: userId, traits: { method: 'password', user_id: userId } },
      component: 'api',
      method: 'POST',
      path: '/token',
      status: 200,
    });
    expect(lines[3]?.metadata).toMatchObject({ auth_event: { log_type: 'admin', actor_id: userId } });
  });

  it('names no user for a sign-in of one whom the project does not have', async () => {
    await server.send('POST', `/project/${ref}/auth/v1/token?grant_type=password`, {
      headers: { apikey: keys.anon },
      json: { email: 'stranger@example.com', password },
    });
    const [line] = (await logs('?source=auth_logs')).lines;
    expect(line).toMatchObject({ event_message: 'POST /token 400: invalid_credentials' });
    expect(line?.metadata).not.toHaveProperty('auth_event');
  });

  it('is what statements did, what they raised, and what Postgres refused, also from the Data API', async () => {
    await query(
      ada,
      ref,
      "insert into notes values (1, 'Canary-literal'); do $$ begin raise warning 'Couldn''t sail: it isn''t here'; end $$",
    );
    await query(ada, ref, "select 'Canary-literal'::int");
    await query(ada, ref, 'select nothing from nowhere');
    await query(ada, ref, 'select * from notes where body = "Canary-column"');
    await readRows('nowhere_else');
    const { lines } = await logs('?source=postgres_logs');
    expect(lines.slice(0, 7).map(({ event_message: message, level }) => [level, message])).toEqual([
      ['error', 'relation "public.nowhere_else" does not exist'],
      ['error', 'column "…" does not exist'],
      ['error', 'relation "nowhere" does not exist'],
      ['error', 'invalid input syntax for type integer: "…"'],
      ['info', 'statement completed: DO'],
      ['warning', "Couldn't sail: it isn't here"],
      ['info', 'statement completed: INSERT 0 1'],
    ]);
    expect(lines[0]?.metadata).toMatchObject({
      parsed: {
        sql_state_code: '42P01',
        error_severity: 'ERROR',
        user_name: 'service_role',
        application_name: 'Data API',
      },
    });
    expect(lines[2]?.metadata).toMatchObject({ parsed: { sql_state_code: '42P01', application_name: 'SQL editor' } });
  });

  it('is never a password, a token, a key, a value of a row or a query, or an address of a user', async () => {
    const session = await signIn(password);
    const { access_token: token, refresh_token: refresh } = session.json as Record<string, string>;
    await server.send('GET', `/project/${ref}/auth/v1/user?apikey=${keys.anon}&${refresh}`, {
      headers: { apikey: keys.anon, Authorization: `Bearer ${token}` },
    });
    await server.send('GET', `/project/${ref}/auth/v1/verify?token=Canary-token&type=signup&redirect_to=https://x`, {});
    await server.send('POST', `/project/${ref}/auth/v1/recover`, { headers: { apikey: keys.anon }, json: { email } });
    await query(ada, ref, `alter role postgres password 'Canary-role; select "Canary`);
    await query(ada, ref, "select date 'Canary-date'; ");
    await readRows(`notes?apikey=${keys.service_role}&id=eq.Canary-filter`);
    const everything = JSON.stringify([
      ...(await logs('?source=edge_logs')).lines,
      ...(await logs('?source=auth_logs')).lines,
      ...(await logs('?source=postgres_logs')).lines,
    ]);
    expect(everything).toContain('/recover');
    for (const secret of [keys.anon, keys.service_role, token, refresh, password, email])
      expect(everything).not.toContain(secret);
    expect(everything).not.toMatch(/Canary/i);
  });

  it('is gone with its project', async () => {
    const other = await createProject(ada, slug, { name: 'Short-lived' });
    await rowsOf(ada, other, 'select 1');
    expect((await logs('', other)).lines).toHaveLength(1);
    await ada.send('DELETE', `/api/platform/projects/${other}`);
    await waitForStatus(ada, other, 404);
    expect((await ada.send('GET', `/api/platform/projects/${other}/logs`)).status).toBe(404);
  });
});

describe('who reads it', () => {
  it('is a member of the organization alone', async () => {
    const eve = await server.signUp();
    expect(await eve.send('GET', `/api/platform/projects/${ref}/logs`)).toMatchObject({
      status: 404,
      json: { code: 'project_not_found' },
    });
  });

  it('is told how long lines are kept', async () => {
    expect((await logs()).retention).toEqual({ days: 7, lines: 100_000, server_days: 90 });
  });

  it.each([
    ['7d', '7d', 168],
    ['30d', '7d', 168],
    ['1h', '1h', 60],
  ])('is shown %s as %s, the longest range that is kept', async (asked, shown, steps) => {
    const { range, points } = await logs(`?range=${asked}`);
    expect([range, points?.length]).toEqual([shown, steps]);
  });

  it.each([
    ['a source that there is not', '?source=storage_logs'],
    ['a level that there is not', '?level=loud'],
    ['a range that there is not', '?range=forever'],
    ['an end that is no time', '?to=tomorrow'],
    ['an end that is written like a time, and is none', '?to=2026-01-01T00:00:00%2B00'],
    ['a place that is none', '?before=1.x'],
    ['a search of 10 kB', `?search=${'x'.repeat(10_000)}`],
    ['a search with NUL', '?search=a%00b'],
  ])('is refused %s', async (_, search) => {
    expect(await ada.send('GET', `/api/platform/projects/${ref}/logs${search}`)).toMatchObject({
      status: 400,
      json: { code: 'validation_failed' },
    });
  });

  it('finds a text as it is written, whatever it means in a pattern', async () => {
    await query(ada, ref, String.raw`do $$ begin raise notice 'Rope 100%% _wet\'; end $$`);
    for (const text of ['100%', '_WET', String.raw`wet\ `.trim(), '% _'])
      expect(await messages(`?search=${encodeURIComponent(text)}`)).toEqual([String.raw`Rope 100% _wet\ `.trim()]);
    expect(await messages(`?search=${encodeURIComponent('100_')}`)).toEqual([]);
  });
});

describe('messages of Postgres', () => {
  it.each([
    ['22P02', 'invalid input syntax for type uuid: "a ""b"" c"', 'invalid input syntax for type uuid: "…"'],
    ['22003', 'value "99999999999" is out of range for type integer', 'value "…" is out of range for type integer'],
    ['42601', `unterminated quoted string at or near "'hunter2"`, 'unterminated quoted string at or near "…"'],
    ['42703', 'column "hunter2" does not exist', 'column "…" does not exist'],
    ['P0001', `it's at "sea", isn't it`, `it's at "sea", isn't it`],
    ['42704', `unrecognized role option 'x''y'`, "unrecognized role option '…'"],
    [
      '23505',
      'duplicate key value violates unique constraint "a"',
      'duplicate key value violates unique constraint "a"',
    ],
  ])('of %s are without the values that they quote', (code, message, expected) => {
    expect(withoutValues(code, message, 'SQL editor')).toBe(expected);
  });
});

describe('the store', () => {
  const log = createLogger({ level: 'silent', format: 'json' });
  let control: TestControlDatabase;
  beforeAll(async () => {
    control = await openTestControlDatabase();
  });
  afterAll(() => control?.close());
  const addLogged = async () => {
    const id = await addProject(control.db);
    const { ref: of } = await control.db
      .selectFrom('projects')
      .select('ref')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return { id, ref: of };
  };
  const line = (message: string, more: Partial<NewLogLine> = {}): NewLogLine => ({
    source: 'postgres_logs',
    level: 'info',
    message,
    metadata: {},
    ...more,
  });
  const read = (id: number, asked: object = {}, options: { pageSize?: number; searchMs?: number } = {}) =>
    readLogs(control.db, id, v.parse(logQuerySchema, asked), options);
  const told = ({ lines }: { lines: readonly LogLine[] }) => lines.map(({ event_message: message }) => message);
  /** Lines as if they were written so long ago, each a second older than the one before. */
  const fill = (id: number, count: number, hoursAgo: number) =>
    sql`insert into basechart.project_logs (project_id, source, level, at, event_message, metadata)
      select ${id}, 'edge_logs', case when n % 100 = 0 then 'error' else 'info' end,
        now() - ${hoursAgo} * interval '1 hour' - n * interval '1 second', 'Line ' || n, '{}'
      from generate_series(1, ${count}) n`.execute(control.db);

  it('gives pages by place, each line once, the newest first, also of lines of one moment', async () => {
    const { id, ref: of } = await addLogged();
    const writer = new LogWriter(control.db, log, { days: 90, lines: 100 });
    for (let n = 1; n <= 7; n += 1) writer.write(of, line(`Line ${n}`, { level: n % 2 === 0 ? 'error' : 'info' }));
    await writer.end();
    const pages: string[][] = [];
    let before: string | null | undefined;
    while (before !== null) {
      const page = await read(id, before === undefined ? {} : { before }, { pageSize: 3 });
      expect(page.points === null).toBe(before !== undefined);
      pages.push(told(page));
      before = page.next;
    }
    expect(pages).toEqual([['Line 7', 'Line 6', 'Line 5'], ['Line 4', 'Line 3', 'Line 2'], ['Line 1']]);
    expect(told(await read(id, { level: 'error' }))).toEqual(['Line 6', 'Line 4', 'Line 2']);
    expect(told(await read(id, { source: 'auth_logs' }))).toEqual([]);
  });

  it('counts lines by minute, hour and day for the chart, without those of other sources', async () => {
    const { id, ref: of } = await addLogged();
    const writer = new LogWriter(control.db, log, { days: 90, lines: 100 });
    writer.write(of, line('one'));
    writer.write(of, line('two', { level: 'error' }));
    writer.write(of, line('three', { source: 'auth_logs' }));
    await writer.end();
    const sumOf = async (asked: object) => {
      const { points } = await read(id, asked);
      return [points?.length, points?.reduce((sum, { lines }) => sum + lines, 0)];
    };
    expect(await sumOf({ range: '1h' })).toEqual([60, 3]);
    expect(await sumOf({ range: '7d', source: 'postgres_logs' })).toEqual([168, 2]);
    expect(await sumOf({ range: '30d', level: 'error' })).toEqual([30, 1]);
    const anHourAgo = new Date(Date.now() - 2 * 3_600_000).toISOString();
    expect(await sumOf({ range: '1h', to: anHourAgo })).toEqual([60, 0]);
    expect(told(await read(id, { range: '1h', to: anHourAgo }))).toEqual([]);
  });

  it('takes a flood in bounded batches, and says how much was left out', async () => {
    const { id, ref: of } = await addLogged();
    const quiet = await addLogged();
    const writer = new LogWriter(control.db, log, { days: 90, lines: 100_000 });
    for (let n = 0; n < 50_000; n += 1) writer.write(of, line('Flood', { metadata: { text: 'x'.repeat(5_000) } }));
    writer.write(quiet.ref, line('Still heard'));
    await writer.flush();
    await writer.end();
    const { rows } = await sql<{ lines: number; longest: number }>`
      select count(*)::int as lines, max(length(metadata ->> 'text')) as longest
      from basechart.project_logs where project_id = ${id}`.execute(control.db);
    expect(rows[0]).toEqual({ lines: batchLimits.ofSource + 1, longest: 500 });
    expect(told(await read(id, { level: 'warning' }))).toEqual(['49,800 more lines were left out.']);
    expect(told(await read(quiet.id))).toEqual(['Still heard']);
  });

  it('leaves room for the other lines of a project whose requests without a key are a flood', async () => {
    const { id, ref: of } = await addLogged();
    const writer = new LogWriter(control.db, log, { days: 90, lines: 1_000 });
    for (let n = 0; n < 1_000; n += 1) writer.write(of, line('Stranger', { source: 'edge_logs', isKeyless: true }));
    writer.write(of, line('Customer', { source: 'edge_logs' }));
    writer.write(of, line('Warning'));
    await writer.flush();
    expect(told(await read(id)).filter((message) => message !== 'Stranger')).toEqual(['Warning', 'Customer']);
    expect(told(await read(id))).toHaveLength(batchLimits.keyless + 2);
    await writer.end();
  });

  it('holds text that Postgres cannot, and drops lines of unknown and deleted projects', async () => {
    const { id, ref: of } = await addLogged();
    const gone = await addLogged();
    await control.db.updateTable('projects').set({ status: 'REMOVED' }).where('id', '=', gone.id).execute();
    const writer = new LogWriter(control.db, log, { days: 90, lines: 100 });
    writer.write(of, line('a\0b \uD800', { metadata: { deep: { text: '\0\uDFFF' } } }));
    writer.write('unknown', line('Nowhere'));
    writer.write('\0', line('Nowhere'));
    writer.write(gone.ref, line('Too late'));
    await writer.end();
    expect((await read(id)).lines).toMatchObject([{ event_message: 'a\uFFFDb \uFFFD' }]);
    const { rows } = await sql<{ count: number }>`
      select count(*)::int from basechart.project_logs where event_message in ('Nowhere', 'Too late')`.execute(
      control.db,
    );
    expect(rows).toEqual([{ count: 0 }]);
  });

  it('says what was lost while the control plane could not store it', async () => {
    const { id, ref: of } = await addLogged();
    const writer = new LogWriter(control.db, log, { days: 90, lines: 100 });
    writer.write(of, line('Lost'));
    await sql`alter table basechart.project_logs rename to away`.execute(control.db);
    await writer.flush();
    await sql`alter table basechart.away rename to project_logs`.execute(control.db);
    await writer.end();
    expect(told(await read(id))).toEqual(['1 more line was left out.']);
  });

  it('keeps as many days as the plan, and as many lines as the setting', async () => {
    const { id, ref: of } = await addLogged();
    await fill(id, 10, 24 * 7 + 1);
    await fill(id, 40, 1);
    const writer = new LogWriter(control.db, log, { days: 90, lines: 100 });
    writer.write(of, line('New'));
    await writer.flush();
    await writer.prune();
    expect(told(await read(id, { range: '30d' }))).toHaveLength(41);
    const strict = new LogWriter(control.db, log, { days: 90, lines: 5 });
    strict.write(of, line('Newest'));
    await strict.flush();
    await strict.prune();
    expect(told(await read(id, { range: '30d' }))).toEqual(['Newest', 'New', 'Line 1', 'Line 2', 'Line 3']);
    await Promise.all([writer.end(), strict.end()]);
  });

  it('keeps nothing where the setting is 0', async () => {
    const { id, ref: of } = await addLogged();
    const writer = new LogWriter(control.db, log, { days: 90, lines: 0 });
    writer.write(of, line('Nothing'));
    await writer.end();
    expect(told(await read(id))).toEqual([]);
  });

  it('reads a page and searches a part without reading a large log', async () => {
    const { id } = await addLogged();
    await fill(id, 20_000, 0);
    await sql`analyze basechart.project_logs`.execute(control.db);
    const first = await read(id, { search: 'Line 20000', range: '30d' }, { searchMs: 0 });
    expect([first.lines.length, first.next === null]).toEqual([0, false]);
    expect(first.searched_to).toEqual(expect.any(String));
    let page = first;
    while (page.lines.length === 0 && page.next !== null)
      page = await read(id, { search: 'Line 20000', range: '30d', before: page.next }, { searchMs: 0 });
    expect(told(page)).toEqual(['Line 20000']);
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain select * from basechart.project_logs where project_id = ${id} and at between now() - interval '1 day' and now()
      and (at, id) < (now(), 5::bigint) order by at desc, id desc limit 101`.execute(control.db);
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('project_logs_all');
  });
});
