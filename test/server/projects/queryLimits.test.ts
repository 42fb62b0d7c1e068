/** Nobody takes all there is: neither by many queries nor by holding every database that may run at once. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { QueryEvent } from '../../../src/contract/sql/query.ts';
import { createOrganization, createProject, query, rowsOf, sqlErrorOf } from '../../support/projects.ts';
import { startTestServer, type TestServer, type TestUser } from '../../support/server.ts';

let server: TestServer;
let ada: TestUser;
let eve: TestUser;
let refs: string[];
beforeAll(async () => {
  server = await startTestServer({ env: { BASECHART_WARM_ENGINES: '4', BASECHART_QUERIES_PER_USER: '3' } });
  [ada, eve] = [await server.signUp(), await server.signUp()];
  const evil = await createOrganization(eve);
  refs = [await createProject(eve, evil), await createProject(eve, evil), await createProject(eve, evil)];
});
afterAll(() => server?.stop());

const address = (ref: string) => `/api/platform/projects/${ref}/database/query`;
const start = (ref: string) => {
  const id = randomUUID();
  return { id, ref, answer: query(eve, ref, 'select pg_sleep(60)', { id }) };
};
const history = async (ref: string): Promise<{ id: string; outcome: string }[]> =>
  (await eve.send('GET', `/api/platform/projects/${ref}/query-history`)).json;
const isRunning = async ({ id, ref }: { id: string; ref: string }) =>
  (await history(ref)).some((run) => run.id === id && run.outcome === 'running');
const allRun = async (queries: readonly { id: string; ref: string }[]) => {
  for (const running of queries) await vi.waitUntil(() => isRunning(running), { timeout: 20_000 });
};
const cancel = async ({ id, ref, answer }: ReturnType<typeof start>) => {
  await eve.send('DELETE', `${address(ref)}/${id}`);
  expect(sqlErrorOf(await answer)?.code).toBe('57014');
};
/** The places in line that the answer of a query tells, in their order. */
const placesIn = (events: readonly QueryEvent[]) =>
  events.flatMap((event) => (event.type === 'queued' ? [event.ahead] : []));

it('lets a query wait in line until another of its user has ended, and says how many are ahead', async () => {
  // In another database, whose only session the next ones need not wait for.
  const [ref = '', busy = ''] = refs;
  const running = [start(busy), start(busy), start(busy)];
  await allRun(running);
  const first = query(eve, ref, 'select 1');
  await vi.waitUntil(async () => (await history(ref)).length === 1);
  const second = query(eve, ref, 'select 2');
  await vi.waitUntil(async () => (await history(ref)).length === 2);
  for (const one of running.toReversed()) await cancel(one);
  expect(placesIn(await first)).toEqual([0, null]);
  expect(placesIn(await second)).toEqual([1, 0, null]);
  expect((await second).at(-1)).toMatchObject({ type: 'end' });
  expect(placesIn(await query(eve, ref, 'select 3'))).toEqual([]);
});

it('cancels a query that waits, without a trace in the line', async () => {
  const [ref = ''] = refs;
  const running = [start(ref), start(ref), start(ref)];
  await allRun(running);
  const waiting = start(ref);
  await allRun([waiting]);
  await cancel(waiting);
  const next = query(eve, ref, 'select 1');
  for (const one of running.toReversed()) await cancel(one);
  expect(sqlErrorOf(await next)).toBeUndefined();
});

it('refuses a flood in the one shape of errors', async () => {
  const [ref = ''] = refs;
  const running = [start(ref), start(ref), start(ref)];
  await allRun(running);
  const before = (await history(ref)).length;
  const flood = Array.from({ length: 30 }, () => start(ref));
  await vi.waitUntil(async () => (await history(ref)).length === Math.min(before + 30, 100), { timeout: 20_000 });
  const id = randomUUID();
  const refused = await eve.send('POST', address(ref), { json: { id, sql: 'select 1' } });
  expect(refused.status).toBe(429);
  expect(refused.json).toEqual({
    code: 'too_many_queries',
    message: expect.stringContaining('33 queries running or waiting'),
    request_id: refused.headers.get('x-request-id'),
  });
  // What was refused is no run.
  expect((await history(ref)).map((run) => run.id)).not.toContain(id);
  for (const one of [...flood, ...running].toReversed()) await cancel(one);
  expect(await rowsOf(eve, ref, 'select 1')).toEqual([['1']]);
});

it('leaves half of the databases that may run at once to others', async () => {
  const [one = '', two = '', three = ''] = refs;
  const running = [start(one), start(two)];
  await allRun(running);
  const waiting = query(eve, three, 'select 1');
  const mine = await createProject(ada, await createOrganization(ada));
  expect(await rowsOf(ada, mine, 'select 1')).toEqual([['1']]);
  await vi.waitUntil(async () => (await history(three)).length === 1);
  await Promise.all(running.map(cancel));
  expect(placesIn(await waiting)).toEqual([0, null]);
});
