/** The users of a project, as the members of its organization see and change them. */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  metadataMaxLength,
  projectUserDetailSchema,
  projectUserPageSchema,
  projectUserPageSize,
} from '../../../src/contract/auth/projectUser.ts';
import { mailTo } from '../../support/outbox.ts';
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
    expect((await read('?order=oldest')).users[0]?.email).toBe('person0@example.com');
    const all = await read(`?limit=${projectUserPageSize + 1}`);
    expect(all.users).toHaveLength(projectUserPageSize + 1);
    expect(all.next).toBeNull();
    expect((await read('?limit=2')).next).toBe(first.users[1]?.id);
    for (const refused of ['0', '-1', '1e3', 'all', '99999999'])
      expect((await read(`?limit=${refused}`)).users, refused).toHaveLength(projectUserPageSize);
  });

  it('are found by their provider and their name, which the list tells', async () => {
    const email = newEmail();
    const { id } = (await create(email)).json;
    await ada.send('PATCH', users(`/${id}`), { json: { user_metadata: { full_name: 'Grace Hopper' } } });
    expect((await list('?filter=hopper')).users).toMatchObject([{ email, name: 'Grace Hopper' }]);
    expect((await list('?filter=EMAIL')).users.map((user) => user.id)).toContain(id);
    for (const other of ['github', 'sso', 'e_ail', '%'])
      expect((await list(`?filter=${encodeURIComponent(other)}`)).users).toEqual([]);
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

  it('are read in full, with what they bring along and without secrets', async () => {
    const email = newEmail();
    const { id } = (await create(email)).json;
    await signIn(email);
    const { json, text } = await ada.send('GET', users(`/${id}`));
    expect(v.parse(projectUserDetailSchema, json)).toMatchObject({
      id,
      email,
      providers: ['email'],
      is_anonymous: false,
      identities: [{ provider: 'email', email }],
      factors: [],
      sessions: [{ aal: 'aal1' }],
    });
    expect(text).not.toMatch(/password|hash|refresh|secret/i);
  });

  it('get metadata, name by name: null deletes one, and the others stay', async () => {
    const { id } = (await create(newEmail())).json;
    const patch = (json: object) => ada.send('PATCH', users(`/${id}`), { json });
    await patch({ user_metadata: { name: 'Grace', city: 'Rome' }, app_metadata: { plan: 'gold' } });
    await patch({ user_metadata: { city: null } });
    const { json } = await ada.send('GET', users(`/${id}`));
    expect(json.user_metadata).toMatchObject({ name: 'Grace' });
    expect(json.user_metadata).not.toHaveProperty('city');
    expect(json.app_metadata).toMatchObject({ plan: 'gold', providers: ['email'] });
    for (const wrong of [{}, { user_metadata: [] }, { app_metadata: 'x' }, { role: 'service_role' }])
      expect((await patch(wrong)).status).toBe(400);
    expect((await patch({ user_metadata: { text: 'x'.repeat(metadataMaxLength) } })).status).toBe(400);
  });

  it('are confirmed, and get a new password that ends their sessions', async () => {
    const email = newEmail();
    const { id } = (await create(email, { email_confirm: false })).json;
    const confirmed = await ada.send('PATCH', users(`/${id}`), { json: { email_confirm: true } });
    expect(confirmed.json.confirmed_at).toEqual(expect.any(String));
    expect((await signIn(email)).status).toBe(200);
    const weak = await ada.send('PATCH', users(`/${id}`), { json: { password: 'a' } });
    expect([weak.status, weak.json.code]).toEqual([422, 'weak_password']);
    await ada.send('PATCH', users(`/${id}`), { json: { password: 'another horse battery staple' } });
    expect((await signIn(email)).status).toBe(400);
    expect((await ada.send('GET', users(`/${id}`))).json.sessions).toEqual([]);
  });

  it('are signed out on one device or on all', async () => {
    const email = newEmail();
    const { id } = (await create(email)).json;
    const tokens = [];
    for (let count = 0; count < 3; count += 1) tokens.push((await signIn(email)).json.refresh_token);
    const sessions = async () => (await ada.send('GET', users(`/${id}`))).json.sessions as { id: string }[];
    const [newest] = await sessions();
    expect((await ada.send('DELETE', users(`/${id}/sessions/${newest!.id}`))).status).toBe(204);
    expect(await sessions()).toHaveLength(2);
    const again = await ada.send('DELETE', users(`/${id}/sessions/${newest!.id}`));
    expect([again.status, again.json.code]).toEqual([404, 'session_not_found']);
    expect((await ada.send('DELETE', users(`/${id}/sessions`))).status).toBe(204);
    expect(await sessions()).toEqual([]);
    for (const token of tokens) {
      const refreshed = await server.send('POST', `/project/${ref}/auth/v1/token?grant_type=refresh_token`, {
        headers: { apikey: anon },
        json: { refresh_token: token },
      });
      expect(refreshed.status).toBe(400);
    }
  });

  it('lose a second factor that a member removes', async () => {
    const email = newEmail();
    const { id } = (await create(email)).json;
    const { access_token: token } = (await signIn(email)).json;
    await server.send('POST', `/project/${ref}/auth/v1/factors`, {
      token,
      headers: { apikey: anon },
      json: { factor_type: 'totp', friendly_name: 'Phone' },
    });
    const factors = async () => (await ada.send('GET', users(`/${id}`))).json.factors;
    const [factor] = await factors();
    expect(factor).toMatchObject({ friendly_name: 'Phone', factor_type: 'totp', status: 'unverified' });
    const path = users(`/${id}/factors/${factor.id}`);
    expect((await ada.send('DELETE', path)).status).toBe(204);
    expect(await factors()).toEqual([]);
    expect(await ada.send('DELETE', path)).toMatchObject({ status: 404, json: { code: 'mfa_factor_not_found' } });
  });

  it('of another organization are as if there were none', async () => {
    const { id } = (await create(newEmail())).json;
    const attempts = [
      eve.send('GET', users()),
      eve.send('POST', users(), { json: { email: newEmail(), password, email_confirm: true } }),
      eve.send('PATCH', users(`/${id}`), { json: { banned: true } }),
      eve.send('DELETE', users(`/${id}`)),
      eve.send('GET', users(`/${id}`)),
      eve.send('POST', users(`/${id}/emails`), { json: { type: 'recovery' } }),
      eve.send('DELETE', users(`/${id}/factors/${randomUUID()}`)),
      eve.send('DELETE', users(`/${id}/sessions`)),
      eve.send('DELETE', users(`/${id}/sessions/${randomUUID()}`)),
      eve.send('POST', `/api/platform/auth/${ref}/invitations`, { json: { email: newEmail() } }),
    ];
    for (const answer of await Promise.all(attempts))
      expect([answer.status, answer.json.code]).toEqual([404, 'project_not_found']);
    expect((await server.send('GET', users())).status).toBe(401);
    // A key of the project is no session of the dashboard.
    expect((await server.send('GET', users(), { token: anon })).status).toBe(401);
  });
});

describe('emails to users of a project', () => {
  const site = 'https://ferries.example.com/welcome';
  const setUrls = (json: object) => ada.send('PATCH', `/api/platform/auth/${ref}/config`, { json });
  const follow = async (link: string) => (await fetch(link, { redirect: 'manual' })).headers.get('Location') ?? '';
  const mailOf = (email: string) => mailTo({ origin: () => server.origin }, email);
  const send = (id: string, type: string) => ada.send('POST', users(`/${id}/emails`), { json: { type } });
  beforeAll(() => setUrls({ SITE_URL: site, URI_ALLOW_LIST: 'https://*.ferries.example.com/**' }));
  afterAll(() => setUrls({ SITE_URL: null, URI_ALLOW_LIST: null }));

  it('invite a person, who lands at the site of the app', async () => {
    const email = newEmail();
    const invite = () => ada.send('POST', `/api/platform/auth/${ref}/invitations`, { json: { email } });
    const invited = await invite();
    expect([invited.status, invited.json.confirmed_at]).toEqual([201, null]);
    const { subject, link } = await mailOf(email);
    expect(subject).toBe('You are invited');
    expect(link).toContain(`${server.origin}/project/${ref}/auth/v1/verify?`);
    expect(await follow(link)).toMatch(/^https:\/\/ferries\.example\.com\/welcome#access_token=/);
    const again = await invite();
    expect([again.status, again.json.code]).toEqual([422, 'email_exists']);
  });

  it.each([
    ['recovery', 'Reset your password', true],
    ['magiclink', 'Your sign-in link', true],
    ['confirmation', 'Confirm your email address', false],
  ])('send a %s link to the site of the app', async (type, subject, isConfirmed) => {
    const email = newEmail();
    const { id } = (await create(email, { email_confirm: isConfirmed })).json;
    expect((await send(id, type)).status).toBe(204);
    const mail = await mailOf(email);
    expect(mail.subject).toBe(subject);
    expect(await follow(mail.link)).toMatch(/^https:\/\/ferries\.example\.com\/welcome#access_token=/);
  });

  it('lead where the app asks, if the list of its addresses allows that', async () => {
    const email = newEmail();
    await create(email);
    const recover = async (to: string) => {
      const path = `/project/${ref}/auth/v1/recover?redirect_to=${encodeURIComponent(to)}`;
      await server.send('POST', path, { headers: { apikey: anon }, json: { email } });
      return await follow((await mailOf(email)).link);
    };
    expect(await recover('https://app.ferries.example.com/reset')).toMatch(
      /^https:\/\/app\.ferries\.example\.com\/reset#/,
    );
    // The dashboard's own address is not the app's.
    expect(await recover(`${server.origin}/reset-password`)).toMatch(/^https:\/\/ferries\.example\.com\/welcome#/);
  });

  it('are not sent where there is nothing to send', async () => {
    const { id } = (await create(newEmail())).json;
    expect(await send(id, 'confirmation')).toMatchObject({ status: 422, json: { code: 'email_already_confirmed' } });
    expect((await send(id, 'invoice')).status).toBe(400);
    expect(await send(randomUUID(), 'recovery')).toMatchObject({ status: 404, json: { code: 'user_not_found' } });
    const anonymous = await setUrls({ EXTERNAL_ANONYMOUS_USERS_ENABLED: true });
    expect(anonymous.status).toBe(200);
    const { user } = (
      await server.send('POST', `/project/${ref}/auth/v1/signup`, { headers: { apikey: anon }, json: {} })
    ).json;
    expect(await send(user.id, 'recovery')).toMatchObject({ status: 422, json: { code: 'user_without_email' } });
  });
});
