/** Two members of one organization on its one project: what they share, and what is each user's own. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestServer, type TestUser } from '../../support/server.ts';

const project = '/api/projects/default';
const snippets = `${project}/snippets`;
const runs = `${project}/database/query`;

let server: TestServer;
let owner: TestUser;
let developer: TestUser;
beforeAll(async () => {
  server = await startTestServer({ args: ['--self-hosted'], env: { GOTRUE_DISABLE_SIGNUP: 'false' } });
  owner = await server.signUp();
  developer = await server.signUp();
  await vi.waitUntil(async () => (await owner.send('GET', project)).json.status === 'ACTIVE_HEALTHY', {
    interval: 20,
    timeout: 20_000,
  });
});
afterAll(() => server?.stop());

describe('a project', () => {
  it('is deleted by its owners alone', async () => {
    expect(await developer.send('DELETE', project)).toMatchObject({ status: 403, json: { code: 'not_owner' } });
    // The owner's request comes as far as the rule that this server keeps its project.
    expect(await owner.send('DELETE', project)).toMatchObject({ status: 403, json: { code: 'one_project_only' } });
  });

  it('has the same keys and connection for every member, and no cache keeps the keys', async () => {
    const keys = await Promise.all([owner, developer].map(({ send }) => send('GET', `${project}/api-keys`)));
    for (const { status, headers } of keys) expect([status, headers.get('Cache-Control')]).toEqual([200, 'no-store']);
    expect(keys[0]!.json).toEqual(keys[1]!.json);
    expect(keys[0]!.json.service_role).toEqual(expect.any(String));
    expect((await developer.send('GET', `${project}/connection`)).json).toEqual(
      (await owner.send('GET', `${project}/connection`)).json,
    );
  });
});

describe('snippets', () => {
  const save = (user: TestUser, id: string, sql: string, version = 0) =>
    user.send('PUT', `${snippets}/${id}`, { json: { name: sql, sql, base_version: version } });
  const read = async (user: TestUser, id: string) => (await user.send('GET', `${snippets}/${id}`)).json;
  const list = async (user: TestUser) =>
    (await user.send('GET', snippets)).json.map(({ name }: { name: string }) => name) as string[];

  it('are neither listed, read, changed nor deleted by another member', async () => {
    const id = randomUUID();
    await save(owner, id, 'select 1');
    expect(await list(developer)).toEqual([]);
    const missing = { status: 404, json: { code: 'snippet_not_found' } };
    expect(await developer.send('GET', `${snippets}/${id}`)).toMatchObject(missing);
    expect(await save(developer, id, 'select 9', 1)).toMatchObject(missing);
    expect(await developer.send('DELETE', `${snippets}/${id}`)).toMatchObject(missing);
    expect(await read(owner, id)).toMatchObject({ sql: 'select 1', version: 1 });
    await owner.send('DELETE', `${snippets}/${id}`);
  });

  it('of one id are two, each of which only its user changes', async () => {
    const id = randomUUID();
    await save(owner, id, 'select 1');
    expect((await save(developer, id, 'select 2')).status).toBe(200);
    expect([await list(owner), await list(developer)]).toEqual([['select 1'], ['select 2']]);
    expect((await save(developer, id, 'select 3', 1)).json).toMatchObject({ sql: 'select 3', version: 2 });
    expect(await read(owner, id)).toMatchObject({ sql: 'select 1', version: 1 });
    expect((await developer.send('DELETE', `${snippets}/${id}`)).status).toBe(204);
    expect(await list(owner)).toEqual(['select 1']);
    await owner.send('DELETE', `${snippets}/${id}`);
  });
});

describe('query runs', () => {
  const run = (user: TestUser, sql: string, id: string = randomUUID()) =>
    user.send('POST', runs, { json: { id, sql } });
  const historyOf = async (user: TestUser): Promise<{ id: string; sql: string; outcome: string }[]> =>
    (await user.send('GET', `${project}/query-history`)).json;
  const entryOf = async (user: TestUser, id: string) => (await historyOf(user)).find((entry) => entry.id === id);

  it('are in the history of their user alone, who alone reads the answer again', async () => {
    const id = randomUUID();
    await run(owner, "select 'secret'", id);
    expect(await entryOf(owner, id)).toMatchObject({ sql: "select 'secret'", outcome: 'succeeded' });
    expect(await historyOf(developer)).toEqual([]);
    const foreign = await developer.send('GET', `${runs}/${id}`);
    expect([foreign.status, foreign.json.code]).toEqual([404, 'query_not_kept']);
  });

  it('are cancelled by their user alone', async () => {
    const id = randomUUID();
    const answer = run(owner, 'select pg_sleep(60)', id);
    await expect
      .poll(async () => (await entryOf(owner, id))?.outcome, { interval: 10, timeout: 20_000 })
      .toBe('running');
    expect(await developer.send('DELETE', `${runs}/${id}`)).toMatchObject({
      status: 404,
      json: { code: 'query_not_running' },
    });
    expect(await entryOf(owner, id)).toMatchObject({ outcome: 'running' });
    expect((await owner.send('DELETE', `${runs}/${id}`)).status).toBe(202);
    expect((await answer).text).toContain('57014');
  });

  it('of one id are two: each ends and is answered for itself', async () => {
    const id = randomUUID();
    await run(owner, "select 'the owner'", id);
    expect((await run(developer, 'selec wrong', id)).status).toBe(200);
    expect(await entryOf(owner, id)).toMatchObject({ sql: "select 'the owner'", outcome: 'succeeded' });
    expect(await entryOf(developer, id)).toMatchObject({ sql: 'selec wrong', outcome: 'failed' });
    expect((await owner.send('GET', `${runs}/${id}`)).text).toContain('the owner');
    expect((await developer.send('GET', `${runs}/${id}`)).text).not.toContain('the owner');
  });
});
