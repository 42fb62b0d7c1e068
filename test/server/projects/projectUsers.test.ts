/** The users of a project, as the members of its organization see and change them. */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectUserPageSchema, projectUserPageSize } from '../../../src/contract/auth/projectUser.ts';
import { createOrganization, createProject } from '../../support/projects.ts';
import { startTestServer, type TestServer, type TestUser } from '../../support/server.ts';

const password = 'correct horse battery staple';
const newEmail = () => `${randomUUID()}@example.com`;

let server: TestServer;
let ada: TestUser;
let eve: TestUser;
let ref: string;
let anon: string;

beforeAll(async () => {
  server = await startTestServer();
  ada = await server.signUp();
  eve = await server.signUp();
  ref = await createProject(ada, await createOrganization(ada));
  anon = (await ada.send('GET', `/api/platform/projects/${ref}/api-keys`)).json.anon;
});
afterAll(() => server?.stop());

const users = (more = '') => `/api/platform/auth/${ref}/users${more}`;
const list = async (query = '') => v.parse(projectUserPageSchema, (await ada.send('GET', users(query))).json);
const create = (email: string, more: object = {}) =>
  ada.send('POST', users(), { json: { email, password, email_confirm: true, ...more } });
const signIn = (email: string) =>
  server.send('POST', `/project/${ref}/auth/v1/token?grant_type=password`, {
    headers: { apikey: anon },
    json: { email, password },
  });

describe('users of a project', () => {
  it('are created, listed and found by a part of their address', async () => {
    const email = newEmail();
    const created = await create(email);
    expect(created.status).toBe(201);
    expect(created.json).toMatchObject({ email, providers: ['email'], banned_until: null, last_sign_in_at: null });
    expect(created.json.confirmed_at).toEqual(expect.any(String));
    expect(created.text).not.toMatch(/password|hash|token/i);
    await create(newEmail());

    const found = await list(`?filter=${encodeURIComponent(email.slice(0, 12).toUpperCase())}`);
    expect(found.users.map((user) => user.email)).toEqual([email]);
    expect(found).toMatchObject({ total: 1, next: null });
    expect((await list()).total).toBeGreaterThanOrEqual(2);

    expect((await signIn(email)).status).toBe(200);
    expect((await list(`?filter=${email}`)).users[0]?.last_sign_in_at).toEqual(expect.any(String));
  });

  it('come in pages, each user once, the newest first', async () => {
    const other = await createProject(ada, await createOrganization(ada));
    const path = `/api/platform/auth/${other}/users`;
    for (let count = 0; count <= projectUserPageSize; count += 1)
      await ada.send('POST', path, { json: { email: `person${count}@example.com`, password, email_confirm: true } });
    const read = async (query: string) => v.parse(projectUserPageSchema, (await ada.send('GET', path + query)).json);
    const first = await read('');
    expect(first).toMatchObject({ total: projectUserPageSize + 1, next: first.users.at(-1)?.id });
    expect(first.users[0]?.email).toBe(`person${projectUserPageSize}@example.com`);
    const second = await read(`?after=${first.next}`);
    expect(second.users.map(({ email }) => email)).toEqual(['person0@example.com']);
    expect(second.next).toBeNull();
  });

  it('who are banned cannot sign in, until the ban is lifted', async () => {
    const email = newEmail();
    const { id } = (await create(email)).json;
    const banned = await ada.send('PATCH', users(`/${id}`), { json: { banned: true } });
    expect(banned.json.banned_until).toEqual(expect.any(String));
    const refused = await signIn(email);
    expect([refused.status, refused.json.error_code ?? refused.json.code]).toEqual([400, 'user_banned']);
    const freed = await ada.send('PATCH', users(`/${id}`), { json: { banned: false } });
    expect(freed.json.banned_until).toBeNull();
    expect((await signIn(email)).status).toBe(200);
  });

  it('are deleted, once', async () => {
    const email = newEmail();
    const { id } = (await create(email)).json;
    expect((await ada.send('DELETE', users(`/${id}`))).status).toBe(204);
    expect((await list(`?filter=${email}`)).users).toEqual([]);
    expect((await signIn(email)).status).toBe(400);
    const again = await ada.send('DELETE', users(`/${id}`));
    expect([again.status, again.json.code]).toEqual([404, 'user_not_found']);
  });

  it('are refused with the words of the auth service, at their field where one is wrong', async () => {
    const email = newEmail();
    await create(email);
    expect(await create(email)).toMatchObject({ status: 422, json: { code: 'email_exists' } });
    expect(await create(newEmail(), { password: 'a' })).toMatchObject({ status: 422, json: { code: 'weak_password' } });
    const noAddress = await create('ada');
    expect([noAddress.status, JSON.stringify(noAddress.json)]).toEqual([
      400,
      expect.stringContaining('Enter a valid email address.'),
    ]);
    for (const id of ['nobody', randomUUID()])
      expect((await ada.send('PATCH', users(`/${id}`), { json: { banned: true } })).status).toBe(404);
  });

  it('of another organization are as if there were none', async () => {
    const { id } = (await create(newEmail())).json;
    const attempts = [
      eve.send('GET', users()),
      eve.send('POST', users(), { json: { email: newEmail(), password, email_confirm: true } }),
      eve.send('PATCH', users(`/${id}`), { json: { banned: true } }),
      eve.send('DELETE', users(`/${id}`)),
    ];
    for (const answer of await Promise.all(attempts))
      expect([answer.status, answer.json.code]).toEqual([404, 'project_not_found']);
    expect((await server.send('GET', users())).status).toBe(401);
    // A key of the project is no session of the dashboard.
    expect((await server.send('GET', users(), { token: anon })).status).toBe(401);
  });
});
