import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type QueryEvent } from '../../../src/contract/sql/query.ts';
import { sqlMaxLength } from '../../../src/contract/sql/queryLimits.ts';
import { createOrganization, createProject, query, rowsOf, sqlErrorOf } from '../../support/projects.ts';
import { startTestServer, type TestServer, type TestUser } from '../../support/server.ts';

let server: TestServer;
let ada: TestUser;
let ref: string;
let address: string;
beforeAll(async () => {
  server = await startTestServer();
  ada = await server.signUp();
  ref = await createProject(ada, await createOrganization(ada));
  address = `/api/platform/projects/${ref}/database/query`;
});
afterAll(() => server.stop());

const history = async (): Promise<{ id: string; sql: string; outcome: string; error: string | null; cut: boolean }[]> =>
  (await ada.send('GET', `/api/platform/projects/${ref}/query-history`)).json;

/** Waits until the run is on record as this. */
async function outcomeOf(id: string, wanted: string) {
  await expect
    .poll(async () => (await history()).find((entry) => entry.id === id)?.outcome, { interval: 10, timeout: 20_000 })
    .toBe(wanted);
}

const start = (sql: string, more: Record<string, unknown> = {}, signal?: AbortSignal) => {
  const id = randomUUID();
  const answer = fetch(`${server.origin}${address}`, {
    method: 'POST',
    signal: signal ?? null,
    headers: { Authorization: `Bearer ${ada.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ id, sql, ...more }),
  });
  return { id, answer };
};

const eventsIn = (text: string): QueryEvent[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as QueryEvent);

const eventsOf = async (answer: Promise<Response>): Promise<QueryEvent[]> => eventsIn(await (await answer).text());

/** Reads on until what was read holds this. */
async function readUntil(reader: ReadableStreamDefaultReader<Uint8Array>, wanted: string): Promise<string> {
  let seen = '';
  while (!seen.includes(wanted)) {
    const { value, done } = await reader.read();
    if (done) throw new Error(`The answer ended without ${wanted}.`);
    seen += new TextDecoder().decode(value);
  }
  return seen;
}

it('streams: the first rows come while the rest is still to be computed', async () => {
  const { answer } = start('select g, case when g > 500 then pg_sleep(30)::text end from generate_series(1, 1000) g', {
    timeout_ms: 3_000,
  });
  const reader = (await answer).body!.getReader();
  expect(await readUntil(reader, '"rows"')).toContain('"1"');
  await reader.cancel();
});

it('gives 100,000 rows of 12 values, exact, without holding them', async () => {
  // Warm up, so that only what the run itself holds is counted.
  await query(ada, ref, 'select g, g, g from generate_series(1, 20000) g');
  const before = process.memoryUsage().rss;
  let most = 0;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss - before);
  }, 5);
  const { answer } = start(
    "select g, g::bigint * 1000000007, md5(g::text), now(), g::numeric / 7, 'name ' || g, g, g, g, g, g, g from generate_series(1, 100000) g",
  );
  let bytes = 0;
  let tail = '';
  for await (const chunk of (await answer).body!) {
    bytes += chunk.length;
    tail = (tail + Buffer.from(chunk).toString()).slice(-400);
  }
  clearInterval(watch);
  expect(bytes).toBeGreaterThan(14_000_000);
  expect(tail).toContain('"tag":"SELECT 100000","rowCount":100000,"more":false');
  expect(most).toBeLessThan(bytes * 6);
});

it('waits for a client that does not read on, without piling the result up', async () => {
  const held = () => process.memoryUsage().arrayBuffers + process.memoryUsage().heapUsed;
  const before = held();
  const { id, answer } = start("select repeat('x', 1000) from generate_series(1, 1000000)", { timeout_ms: 60_000 });
  const reader = (await answer).body!.getReader();
  await readUntil(reader, '"rows"');
  // Sending comes to rest before the gigabyte is through.
  let last = held();
  await expect
    .poll(
      () => {
        const grown = Math.abs(held() - last);
        last = held();
        return grown;
      },
      { interval: 100, timeout: 20_000 },
    )
    .toBeLessThan(512 * 1024);
  expect(held() - before).toBeLessThan(64 * 1024 * 1024);
  expect((await history()).find((entry) => entry.id === id)?.outcome).toBe('running');
  expect((await ada.send('DELETE', `${address}/${id}`)).status).toBe(202);
  await outcomeOf(id, 'cancelled');
  await reader.cancel();
});

it('is cancelled by its id, politely where Postgres listens', async () => {
  const { id, answer } = start('select pg_sleep(60)');
  await outcomeOf(id, 'running');
  expect((await ada.send('DELETE', `${address}/${id}`)).status).toBe(202);
  const events = await eventsOf(answer);
  expect(sqlErrorOf(events)).toMatchObject({ code: '57014' });
  expect(events.at(-1)).toMatchObject({ type: 'end', engineRestarted: false, cancelled: true });
  await outcomeOf(id, 'cancelled');
  expect((await ada.send('DELETE', `${address}/${id}`)).status).toBe(404);
});

it('is cancelled by beginning anew where nothing else helps, says so, and what is committed is still there', async () => {
  await query(
    ada,
    ref,
    `create table if not exists committed as select 1 as a;
     create or replace function endless() returns int language plpgsql as $$ begin loop end loop; end $$`,
  );
  const { id, answer } = start('select g, case when g > 500 then endless() end from generate_series(1, 1000) g');
  // A run is on record before its statement is sent; with its first rows, Postgres is at work.
  const reader = (await answer).body!.getReader();
  let text = await readUntil(reader, '"rows"');
  await ada.send('DELETE', `${address}/${id}`);
  text += await readUntil(reader, '"end"');
  const events = eventsIn(text);
  expect(sqlErrorOf(events)).toMatchObject({ code: '57014' });
  expect(events.at(-1)).toMatchObject({ type: 'end', engineRestarted: true });
  expect(await rowsOf(ada, ref, 'select a from committed')).toEqual([['1']]);
});

it('is stopped at its time limit', async () => {
  const events = await query(ada, ref, 'select pg_sleep(60)', { timeout_ms: 200 });
  expect(sqlErrorOf(events)).toMatchObject({
    code: '57014',
    message: expect.stringContaining('timed out after 0.2 s'),
  });
});

it('goes on when its client goes away, whose owner finds its whole answer', async () => {
  const leave = new AbortController();
  const sql =
    "create table left_alone as select g from generate_series(1, 20000) g; select pg_sleep(1); select g, repeat('x', 50) from left_alone";
  const { id, answer } = start(sql, {}, leave.signal);
  answer.catch(() => {});
  await outcomeOf(id, 'running');
  leave.abort();
  const attached = await ada.send('GET', `${address}/${id.toUpperCase()}`);
  expect(attached.status).toBe(200);
  const events = attached.text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as QueryEvent);
  expect(events[0]).toEqual({ type: 'run', sql });
  expect(events.at(-1)).toMatchObject({ type: 'end' });
  const rows = events.flatMap((event) => (event.type === 'rows' && event.result === 2 ? event.rows : []));
  expect([rows.length, rows.at(-1)]).toEqual([20_000, ['20000', 'x'.repeat(50)]]);
  await outcomeOf(id, 'succeeded');
  // As often as they come back.
  expect((await ada.send('GET', `${address}/${id}`)).text).toBe(attached.text);
});

it('shows its answer to its owner alone', async () => {
  const { id, answer } = start("select 'secret'");
  await eventsOf(answer);
  const bob = await server.signUp();
  const own = await createProject(bob, await createOrganization(bob));
  for (const path of [`${address}/${id}`, `/api/platform/projects/${own}/database/query/${id}`]) {
    const foreign = await bob.send('GET', path);
    expect([foreign.status, foreign.text.includes('secret')]).toEqual([404, false]);
  }
  expect((await ada.send('GET', `${address}/${randomUUID()}`)).json).toMatchObject({ code: 'query_not_kept' });
  expect((await ada.send('HEAD', `${address}/${id}`)).status).toBe(405);
});

it('waits its turn, and can be cancelled while it waits', async () => {
  const first = start('select pg_sleep(2)');
  await outcomeOf(first.id, 'running');
  const second = start("insert into committed values (2) returning 'never'");
  await outcomeOf(second.id, 'running');
  const third = start("select 'third'");
  await outcomeOf(third.id, 'running');
  expect((await ada.send('DELETE', `${address}/${second.id}`)).status).toBe(202);
  expect(sqlErrorOf(await eventsOf(second.answer))).toMatchObject({ code: '57014' });
  const endings = await Promise.all([eventsOf(first.answer), eventsOf(third.answer)]);
  expect(endings.map((events) => sqlErrorOf(events))).toEqual([undefined, undefined]);
  expect(await rowsOf(ada, ref, 'select count(*) from committed where a = 2')).toEqual([['0']]);
});

it('lets the catalog be read between queries of one user, in turn', async () => {
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      index % 2 === 0
        ? ada.send('GET', `/api/platform/projects/${ref}/database/catalog`).then(({ status }) => status)
        : rowsOf(ada, ref, `select ${index}`).then(([row]) => row?.[0]),
    ),
  );
  expect(answers).toEqual([200, '1', 200, '3', 200, '5', 200, '7', 200, '9', 200, '11']);
});

it('lists the runs that have not ended', async () => {
  const running = async () =>
    (await ada.send('GET', `/api/platform/projects/${ref}/query-history?outcome=running`)).json.map(
      ({ sql }: { sql: string }) => sql,
    );
  expect(await running()).toEqual([]);
  const { id, answer } = start('select pg_sleep(30)');
  await expect.poll(running).toEqual(['select pg_sleep(30)']);
  await ada.send('DELETE', `${address}/${id}`);
  await eventsOf(answer);
  expect(await running()).toEqual([]);
});

it.each(['succeeded', 'RUNNING', '', 'running%27%20or%201%3D1--', '%00', 'x'.repeat(2_000)])(
  'refuses to list the runs whose outcome is “%s”',
  async (outcome) => {
    const answer = await ada.send('GET', `/api/platform/projects/${ref}/query-history?outcome=${outcome}`);
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({
      code: 'validation_failed',
      message: expect.stringMatching(/^outcome: /),
      fields: { outcome: expect.any(String) },
      request_id: expect.any(String),
    });
  },
);

it('keeps a history of each user alone', async () => {
  const bob = await server.signUp();
  for (const outcome of ['running', 'unknown'])
    expect((await bob.send('GET', `/api/platform/projects/${ref}/query-history?outcome=${outcome}`)).status).toBe(404);
  expect((await bob.send('GET', `/api/platform/projects/${ref}/query-history`)).status).toBe(404);
  await query(ada, ref, 'selec wrong');
  expect((await history())[0]).toMatchObject({
    sql: 'selec wrong',
    outcome: 'failed',
    error: expect.stringContaining('syntax error'),
  });
});

it('keeps no more of a long text than its beginning, and says so', async () => {
  const sql = `select '${'x'.repeat(9_991)}😀${'x'.repeat(500_000)}' as value`;
  await query(ada, ref, sql);
  await query(ada, ref, `select '${'y'.repeat(500_000)}'::int`);
  const [failed, succeeded] = await history();
  expect(succeeded).toMatchObject({ sql: sql.slice(0, 9_999), cut: true, outcome: 'succeeded' });
  expect(failed).toMatchObject({
    cut: true,
    outcome: 'failed',
    error: expect.stringMatching(/^invalid input syntax for type integer: "y+$/),
  });
  expect(failed?.error).toHaveLength(1_000);
  await query(ada, ref, 'select 1');
  expect((await history())[0]).toMatchObject({ sql: 'select 1', cut: false });
});

it('keeps the latest hundred runs', async () => {
  for (let run = 0; run < 105; run++) await query(ada, ref, `select ${run}`);
  const kept = (await history()).map(({ sql }) => sql);
  expect([kept.length, kept[0], kept.at(-1)]).toEqual([100, 'select 104', 'select 5']);
});

it.each([
  ['no JSON', 'not json', 400],
  ['an id that is none', JSON.stringify({ id: 'x', sql: 'select 1' }), 400],
  ['a zero character', JSON.stringify({ id: randomUUID(), sql: "select 'a\u0000b'" }), 400],
  ['no SQL', JSON.stringify({ id: randomUUID() }), 400],
  ['a limit of nothing', JSON.stringify({ id: randomUUID(), sql: 'select 1', row_limit: 0 }), 400],
  ['a limit that is no whole number', JSON.stringify({ id: randomUUID(), sql: 'select 1', row_limit: 1.5 }), 400],
  ['a time limit beyond all measure', JSON.stringify({ id: randomUUID(), sql: 'select 1', timeout_ms: 10 ** 9 }), 400],
  ['a text that is too long', JSON.stringify({ id: randomUUID(), sql: 'x'.repeat(sqlMaxLength + 1) }), 400],
])('is refused with %s', async (_, body, status) => {
  expect((await ada.send('POST', address, { body })).status).toBe(status);
});

it.each([
  ['nothing', ''],
  ['a comment only', '-- nothing'],
  ['semicolons only', ';;;'],
  ['half a character', "select '\ud800'"],
  ['an unfinished string', "select 'a"],
  ['an unfinished comment', '/* select 1'],
  ['a million characters', `select '${'ä'.repeat(sqlMaxLength - 10)}'`],
])('survives %s', async (_, sql) => {
  const events = await query(ada, ref, sql);
  expect(events.at(-1)?.type).toBe('end');
  expect(await rowsOf(ada, ref, 'select 1')).toEqual([['1']]);
});

it('answers a request that is sent twice with the one run, and refuses another text under its id', async () => {
  const id = randomUUID();
  await query(ada, ref, 'create table if not exists sent (at timestamptz)');
  const once = await query(ada, ref, 'insert into sent values (now()) returning at', { id });
  expect(await query(ada, ref, 'insert into sent values (now()) returning at', { id })).toEqual(once);
  expect(await rowsOf(ada, ref, 'select count(*) from sent')).toEqual([['1']]);
  await expect(query(ada, ref, 'select 1', { id })).rejects.toThrow('query_id_taken');
});
