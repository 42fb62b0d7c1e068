/** A project's own API: what its keys read, and what they do not. */
import { randomUUID } from 'node:crypto';
import { SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { verifyProjectToken } from '../../../server/projects/dataApi/projectToken.ts';
import { startTestServer, type TestServer, type TestUser } from '../../support/server.ts';

let server: TestServer;
let ada: TestUser;
interface Project {
  ref: string;
  anon: string;
  service: string;
}
let mine: Project;
let other: Project;

async function makeProject(slug: string, name: string, options: object = {}): Promise<Project> {
  const {
    json: { ref },
  } = await ada.send('POST', '/api/platform/projects', {
    json: {
      organization_slug: slug,
      name,
      db_pass: 'secret words',
      cloud_provider: 'AWS',
      region: 'eu-west-1',
      ...options,
    },
  });
  await vi.waitUntil(
    async () => (await ada.send('GET', `/api/platform/projects/${ref}`)).json.status === 'ACTIVE_HEALTHY',
    { timeout: 30_000, interval: 50 },
  );
  const { json: keys } = await ada.send('GET', `/api/platform/projects/${ref}/api-keys`);
  return { ref, anon: keys.anon, service: keys.service_role };
}
const run = async (ref: string, sql: string) => {
  const { text } = await ada.send('POST', `/api/platform/projects/${ref}/database/query`, {
    json: { id: randomUUID(), sql },
  });
  expect(text).not.toContain('"type":"error"');
};
const read = (path: string, key: string | undefined, headers: Record<string, string> = {}, { ref } = mine) =>
  server.send('GET', `/project/${ref}/api/rest/v1/${path}`, {
    headers: { ...(key !== undefined && { apikey: key }), ...headers },
  });

beforeAll(async () => {
  server = await startTestServer();
  ada = await server.signUp();
  const {
    json: { slug },
  } = await ada.send('POST', '/api/platform/organizations', {
    json: { name: 'Mine', kind: 'PERSONAL', tier: 'tier_pro' },
  });
  mine = await makeProject(slug, 'Mine');
  other = await makeProject(slug, 'Closed', { data_api: false });
  await run(
    mine.ref,
    `
    create table notes (id int primary key, owner text, words text);
    insert into notes values (1, 'ada', 'first, of all'), (2, 'bob', null), (3, 'ada', 'third');
    alter table notes enable row level security;
    create policy own on notes for select to anon, authenticated using (owner = 'ada' and current_setting('request.jwt.claims', true)::json ->> 'ref' = '${mine.ref}');
    create table open_words (word text); alter table open_words disable row level security; insert into open_words select 'w' || n from generate_series(1, 1200) as n;
    create view shouted as select upper(word) as word from open_words;
    create function raise_now() returns int language plpgsql as $$ begin raise exception 'not now'; end $$;
    create view raising as select raise_now() as a;
    create table hidden (id int); revoke all on hidden from anon;
  `,
  );
});
afterAll(() => server?.stop());

describe('a project’s API', () => {
  it('reads a table with the public key as far as policies allow', async () => {
    expect((await read('notes?select=id&order=id', mine.anon)).json).toEqual([{ id: 1 }, { id: 3 }]);
    expect((await read('notes?select=id&order=id', mine.service)).json).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
  });

  it.each([
    ['id=eq.2', [2]],
    ['id=neq.2', [1, 3]],
    ['id=gte.2', [2, 3]],
    ['id=lt.2', [1]],
    ['words=is.null', [2]],
    ['words=not.is.null', [1, 3]],
    ['words=like.third*', [3]],
    ['owner=ilike.ADA&id=gt.1', [3]],
    ['id=in.(1,3)', [1, 3]],
    ['id=in.()', []],
    ['words=in.("first, of all",none)', [1]],
    ['order=id.desc&limit=1', [3]],
    ['offset=2', [3]],
  ])('filters by %s', async (query, ids) => {
    const order = query.includes('order=') ? '' : '&order=id';
    expect((await read(`notes?select=id&${query}${order}`, mine.service)).json).toEqual(ids.map((id) => ({ id })));
  });

  it('reads views, in order, a thousand rows at most', async () => {
    const { json } = await read('shouted?order=word.asc', mine.anon);
    expect(json).toHaveLength(1000);
    expect(json[0]).toEqual({ word: 'W1' });
    expect((await read('open_words?limit=5000', mine.anon)).json).toHaveLength(1000);
  });

  it.each([
    ['without a key', undefined, 401],
    ['with another project’s key', 'other', 401],
    ['with a key of nobody', 'eyJhbGciOiJub25lIn0.eyJyb2xlIjoic2VydmljZV9yb2xlIn0.', 401],
    ['with the developer’s session', 'session', 401],
  ])('refuses %s', async (_name, key, status) => {
    const answer = await read('notes', key === 'other' ? other.service : key === 'session' ? ada.token : key);
    expect(answer).toMatchObject({ status, json: { code: 'invalid_key', request_id: expect.any(String) as string } });
  });

  it('says the same of a project that does not exist as of a wrong key', async () => {
    const unknown = await read('notes', mine.anon, {}, { ...mine, ref: 'x'.repeat(20) });
    const wrong = await read('notes', other.anon);
    expect({ ...unknown.json, request_id: '' }).toEqual({ ...wrong.json, request_id: '' });
  });

  it.each([
    ['a table that is not there', 'nothing', 404, '42P01'],
    ['a table without a grant', 'hidden', 401, '42501'],
    ['a column that is not there', 'notes?nope=eq.1', 400, '42703'],
    ['a value of the wrong type', 'notes?id=eq.one', 400, '22P02'],
    ['an operator that is none', 'notes?id=is.5', 400, 'validation_failed'],
    ['an operator that every object has', 'notes?id=constructor.1', 400, 'validation_failed'],
    ['a word that every object has', 'notes?id=is.constructor', 400, 'validation_failed'],
    ['an order that every object has', 'notes?order=id.constructor', 400, 'validation_failed'],
    ['more columns than Postgres takes', `notes?select=${'id,'.repeat(1_664)}id`, 400, '54011'],
    ['a view whose function raises', 'raising', 400, 'P0001'],
    ['a filter without operator', 'notes?id=1', 400, 'validation_failed'],
    ['an injection in a column', 'notes?select=id;drop', 400, 'validation_failed'],
    ['an injection in the order', 'notes?order=id;drop', 400, 'validation_failed'],
    ['a cast', 'notes?select=id::text', 400, 'validation_failed'],
    ['another schema', 'pg_catalog.pg_authid', 404, '42P01'],
  ])('says what is wrong with %s', async (_name, path, status, code) => {
    expect(await read(path, mine.anon)).toMatchObject({ status, json: { code } });
  });

  it('takes a quoted injection as a name or a value', async () => {
    expect((await read(`notes?words=eq.${encodeURIComponent("'; drop table notes; --")}`, mine.service)).json).toEqual(
      [],
    );
    expect((await read(encodeURIComponent('notes"; drop table notes; --'), mine.service)).status).toBe(404);
    expect((await read('notes?select=id', mine.service)).json).toHaveLength(3);
  });

  it('refuses an answer that is too large to be held, and goes on', async () => {
    await run(mine.ref, "create table large as select repeat('x', 1000000) as words from generate_series(1, 40)");
    expect(await read('large', mine.service)).toMatchObject({ status: 413, json: { code: '53200' } });
    expect((await read('large?limit=8', mine.service)).status).toBe(200);
  });

  it('only reads', async () => {
    const answer = await server.send('POST', `/project/${mine.ref}/api/rest/v1/notes`, {
      headers: { apikey: mine.service },
      json: { id: 9 },
    });
    expect(answer).toMatchObject({ status: 405, json: { code: 'method_not_allowed' } });
    expect(answer.headers.get('Allow')).toBe('GET, HEAD');
  });

  it('is off where the project was made without it', async () => {
    expect(await read('notes', other.anon, {}, other)).toMatchObject({
      status: 404,
      json: { code: 'data_api_disabled' },
    });
  });

  it('can be called from any page', async () => {
    expect(
      (await read('notes', mine.anon, { Origin: 'https://app.example' })).headers.get('Access-Control-Allow-Origin'),
    ).toBe('*');
  });

  it('says that a paused project is paused', async () => {
    await ada.send('POST', `/api/platform/projects/${mine.ref}/pause`);
    await expect
      .poll(async () => (await ada.send('GET', `/api/platform/projects/${mine.ref}`)).json.status, { timeout: 20_000 })
      .toBe('INACTIVE');
    expect(await read('notes', mine.anon)).toMatchObject({ status: 409, json: { code: 'project_paused' } });
  });
});

describe('a project’s token', () => {
  /** As long as every algorithm of its kind wants it, so that only the algorithm can be what is refused. */
  const secret = 'a secret of at least sixty-four bytes, which is what HS512 asks for';
  const sign = (claims: object, { alg = 'HS256', lifetime = '1h', with: key = secret } = {}) =>
    new SignJWT({ ...claims })
      .setProtectedHeader({ alg })
      .setIssuedAt()
      .setExpirationTime(lifetime)
      .sign(new TextEncoder().encode(key));

  it('tells who holds it', async () => {
    expect(await verifyProjectToken(await sign({ role: 'authenticated', sub: 'ada' }), secret)).toMatchObject({
      role: 'authenticated',
      sub: 'ada',
    });
  });

  it.each([
    ['names a role of the database', () => sign({ role: 'postgres' })],
    ['names no role', () => sign({})],
    ['has run out', () => sign({ role: 'anon' }, { lifetime: '-1h' })],
    ['is signed with another secret', () => sign({ role: 'anon' }, { with: 'another secret of thirty-two bytes!' })],
    ['uses another algorithm', () => sign({ role: 'anon' }, { alg: 'HS512' })],
    ['is not signed', () => Promise.resolve(new UnsecuredJWT({ role: 'anon' }).setExpirationTime('1h').encode())],
    ['is none', () => Promise.resolve('nonsense')],
  ])('is refused when it %s', async (_name, make) => {
    await expect(verifyProjectToken(await make(), secret)).rejects.toMatchObject({ status: 401, code: 'invalid_key' });
  });
});
