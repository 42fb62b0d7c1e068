/** Nobody takes all there is: neither by many queries nor by holding every database that may run at once. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
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
const isRunning = async ({ id, ref }: { id: string; ref: string }) =>
  (await eve.send('GET', `/api/platform/projects/${ref}/query-history`)).json.some(
    (run: { id: string; outcome: string }) => run.id === id && run.outcome === 'running',
  );
const allRun = async (queries: readonly { id: string; ref: string }[]) => {
  for (const running of queries) await vi.waitUntil(() => isRunning(running), { timeout: 20_000 });
};
const cancel = async ({ id, ref, answer }: ReturnType<typeof start>) => {
  await eve.send('DELETE', `${address(ref)}/${id}`);
  expect(sqlErrorOf(await answer)?.code).toBe('57014');
};
const attempt = (user: TestUser, ref: string) =>
  user.send('POST', address(ref), { json: { id: randomUUID(), sql: 'select 1' } });

it('refuses one query too many in the one shape of errors, and takes it once another has ended', async () => {
  const [ref = ''] = refs;
  const running = [start(ref), start(ref), start(ref)];
  await allRun(running);
  const refused = await attempt(eve, ref);
  expect(refused.status).toBe(429);
  expect(refused.json).toEqual({
    code: 'too_many_queries',
    message: expect.stringContaining('3 queries running'),
    request_id: refused.headers.get('x-request-id'),
  });
  // What was refused is no run.
  expect((await eve.send('GET', `/api/platform/projects/${ref}/query-history`)).json).toHaveLength(3);
  await cancel(running[2]!);
  await cancel(running[1]!);
  await cancel(running[0]!);
  expect(await rowsOf(eve, ref, 'select 1')).toEqual([['1']]);
});

it('leaves half of the databases that may run at once to others', async () => {
  const [one = '', two = '', three = ''] = refs;
  const running = [start(one), start(two)];
  await allRun(running);
  expect(await attempt(eve, three)).toMatchObject({
    status: 429,
    json: { code: 'too_many_queries', message: expect.stringContaining('on 2 databases') },
  });
  const mine = await createProject(ada, await createOrganization(ada));
  expect(await rowsOf(ada, mine, 'select 1')).toEqual([['1']]);
  await Promise.all(running.map(cancel));
  expect(await rowsOf(eve, three, 'select 1')).toEqual([['1']]);
});
