import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { passwordCheckSchema } from '../../../src/contract/accounts/passwordCheck.ts';
import { permissionSchema, profileSchema } from '../../../src/contract/accounts/profile.ts';
import { organizationSchema } from '../../../src/contract/organizations/organization.ts';
import { startTestServer, type TestServer, type TestUser } from '../../support/server.ts';

let folder: string;
let flagsFile: string;
let server: TestServer;
let ada: TestUser;
let eve: TestUser;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'basechart-flags-'));
  flagsFile = join(folder, 'flags.json');
  await writeFile(flagsFile, JSON.stringify({ ongoingIncident: false, diskAndComputeForm: true }));
  server = await startTestServer({
    env: { BASECHART_FLAGS_FILE: flagsFile, BASECHART_DISABLED_FEATURES: 'billing:all, sql_editor:all' },
  });
  ada = await server.signUp();
  eve = await server.signUp();
});
afterAll(async () => {
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

const organization = { name: 'Analytical Engines', kind: 'COMPANY', size: '50', tier: 'tier_pro' };

/** Somebody who signed up and has no profile yet. */
const newcomer = async (email: string) => {
  const { json } = await server.send('POST', '/auth/v1/signup', {
    json: { email, password: 'correct horse battery staple' },
  });
  return { id: json.user.id as string, token: json.access_token as string };
};

/** Every route of this file that needs a token, with a body where one is read. */
const guarded: readonly { method: string; path: string; json?: unknown }[] = [
  { method: 'GET', path: '/api/platform/profile' },
  { method: 'POST', path: '/api/platform/profile' },
  { method: 'POST', path: '/api/profile' },
  { method: 'GET', path: '/api/platform/profile/permissions' },
  { method: 'GET', path: '/api/platform/organizations' },
  { method: 'POST', path: '/api/platform/organizations', json: organization },
  { method: 'GET', path: '/api/platform/organizations/some' },
  { method: 'GET', path: '/api/platform/auth/some/config' },
];

describe('without a good token', () => {
  test.each(guarded)('$method $path is 401 in the one shape', async ({ method, path, json }) => {
    const options = json === undefined ? {} : { json };
    for (const token of [undefined, 'nonsense', `${ada.token}x`]) {
      const answer = await server.send(method, path, { ...options, ...(token === undefined ? {} : { token }) });
      expect(answer.status).toBe(401);
      expect(answer.json).toEqual({
        code: token === undefined ? 'no_authorization' : 'bad_jwt',
        message: expect.any(String),
        request_id: answer.headers.get('x-request-id'),
      });
    }
  });

  test('a session that ended is 401', async () => {
    const { token, send } = await server.signUp();
    expect((await send('GET', '/api/platform/profile')).status).toBe(200);
    await server.send('POST', '/auth/v1/logout?scope=local', { token });
    const answer = await send('GET', '/api/platform/profile');
    expect({ status: answer.status, code: answer.json.code }).toEqual({ status: 401, code: 'session_not_found' });
  });
});

describe('the profile', () => {
  test('is not found, then made, then found; a second one is 409', async () => {
    const { id, token } = await newcomer('newcomer@example.com');
    const before = await server.send('GET', '/api/platform/profile', { token, headers: { Version: '2' } });
    expect(before.status).toBe(404);
    expect(before.json).toMatchObject({ code: 'profile_not_found', message: 'Profile not found' });

    const made = await server.send('POST', '/api/profile', { token });
    expect(made.status).toBe(201);
    const profile = v.parse(profileSchema, made.json);
    expect(profile).toMatchObject({
      gotrue_id: id,
      primary_email: 'newcomer@example.com',
      username: 'newcomer@example.com',
      disabled_features: ['billing:all', 'sql_editor:all'],
    });
    expect((await server.send('GET', '/api/platform/profile', { token })).json).toEqual(profile);

    const again = await server.send('POST', '/api/platform/profile', { token });
    expect({ status: again.status, code: again.json.code }).toEqual({ status: 409, code: 'profile_exists' });
  });

  test('of several made at once, one is', async () => {
    const { token } = await newcomer('hasty@example.com');
    const answers = await Promise.all(Array.from({ length: 5 }, () => server.send('POST', '/api/profile', { token })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409]);
  });
});

describe('organizations', () => {
  test('are made with a slug of twenty letters, listed and read', async () => {
    const made = await ada.send('POST', '/api/platform/organizations', { json: organization });
    expect(made.status).toBe(201);
    const described = v.parse(organizationSchema, made.json);
    expect(described).toMatchObject({
      name: 'Analytical Engines',
      tier: 'tier_pro',
      billing_email: ada.email,
      is_owner: true,
      restriction_status: null,
      restriction_data: null,
    });
    expect(described.slug).toMatch(/^[a-z]{20}$/);
    expect((await ada.send('GET', '/api/platform/organizations')).json).toContainEqual(described);
    expect((await ada.send('GET', `/api/platform/organizations/${described.slug}`)).json).toEqual(described);
    expect((await ada.send('GET', `/api/platform/organizations/${described.slug}/members`)).json).toEqual([
      { gotrue_id: ada.id, primary_email: ada.email, role: 'owner' },
    ]);
    const permissions = v.parse(
      v.array(permissionSchema),
      (await ada.send('GET', '/api/platform/profile/permissions')).json,
    );
    expect(permissions).toContainEqual({
      organization_slug: described.slug,
      project_refs: [],
      actions: ['%'],
      resources: ['%'],
    });
  });

  test('are made once for each key of a user, however often the request arrives', async () => {
    const grace = await server.signUp('grace.once@example.com');
    const headers = { 'idempotency-key': 'a-key-of-one-attempt' };
    const send = (user = grace) => user.send('POST', '/api/platform/organizations', { json: organization, headers });
    const answers = await Promise.all([send(), send(), send()]);
    answers.push(await send());
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect((await grace.send('GET', '/api/platform/organizations')).json).toHaveLength(1);
    expect((await send(ada)).json.slug).not.toBe(answers[0]!.json.slug);
    headers['idempotency-key'] = 'short';
    expect(await send()).toMatchObject({ status: 400, json: { code: 'invalid_idempotency_key' } });
  });

  test('of others are neither listed nor found, in the words of one that never was', async () => {
    const {
      json: { slug },
    } = await ada.send('POST', '/api/platform/organizations', { json: organization });
    expect((await eve.send('GET', '/api/platform/organizations')).json).toEqual([]);
    expect((await eve.send('GET', '/api/platform/profile/permissions')).json).toEqual([]);
    const foreign = await eve.send('GET', `/api/platform/organizations/${slug}`);
    const unknown = await eve.send('GET', '/api/platform/organizations/aaaaaaaaaaaaaaaaaaaa');
    expect(foreign.status).toBe(404);
    expect({ ...foreign.json, request_id: '' }).toEqual({ ...unknown.json, request_id: '' });
    expect(foreign.json).toMatchObject({ code: 'organization_not_found', message: 'This organization does not exist' });
    const members = await eve.send('GET', `/api/platform/organizations/${slug}/members`);
    expect({ ...members.json, request_id: '' }).toEqual({ ...unknown.json, request_id: '' });
  });

  test.each(['%00', '%27%20or%201=1--', '..%2f..', 'x'.repeat(5000), '%F0%9F%98%80', '%'])(
    'the slug %s is not found',
    async (slug) => {
      expect((await ada.send('GET', `/api/platform/organizations/${slug}`)).status).toBe(404);
    },
  );

  test.each([
    ['no name', { ...organization, name: undefined }],
    ['an empty name', { ...organization, name: '  ' }],
    ['a long name', { ...organization, name: 'x'.repeat(65) }],
    ['an unknown kind', { ...organization, kind: 'CLUB' }],
    ['a plan nobody may choose', { ...organization, tier: 'tier_enterprise' }],
    ['a number for a name', { ...organization, name: 5 }],
  ])('%s is 400', async (_name, json) => {
    const answer = await ada.send('POST', '/api/platform/organizations', { json });
    expect({ status: answer.status, code: answer.json.code }).toEqual({ status: 400, code: 'validation_failed' });
    const { message, fields } = answer.json;
    expect(message).toMatch(/^(?:name|kind|tier): /);
    expect(Object.entries(fields as Record<string, string>).map((field) => field.join(': '))).toEqual([message]);
  });

  test('a name with a zero character is 400 and names survive otherwise as they are', async () => {
    expect(
      (await ada.send('POST', '/api/platform/organizations', { json: { ...organization, name: 'a\u0000b' } })).status,
    ).toBe(400);
    const name = `<b>'"; drop table users; --</b> 🚀`;
    expect((await ada.send('POST', '/api/platform/organizations', { json: { ...organization, name } })).json.name).toBe(
      name,
    );
  });

  test('need a profile', async () => {
    const { token } = await newcomer('without-profile@example.com');
    const answer = await server.send('POST', '/api/platform/organizations', { token, json: organization });
    expect({ status: answer.status, code: answer.json.code }).toEqual({ status: 404, code: 'profile_not_found' });
  });

  test('what else the body holds has no effect', async () => {
    const { json } = await eve.send('POST', '/api/platform/organizations', {
      json: { ...organization, slug: 'mine', id: 1, restriction_status: 'restricted', is_owner: false },
    });
    expect(json.slug).toMatch(/^[a-z]{20}$/);
    expect(json).toMatchObject({ is_owner: true, restriction_status: null });
  });
});

describe('the password check', () => {
  const check = async (password: string) => {
    const { status, json } = await ada.send('POST', '/api/profile/password-check', { json: { password } });
    expect(status).toBe(200);
    return v.parse(passwordCheckSchema, json).result;
  };

  test('scores with warning and suggestions', async () => {
    const weak = await check('password');
    expect(weak.score).toBe(0);
    expect(weak.feedback.warning).not.toBe('');
    expect(weak.feedback.suggestions.length).toBeGreaterThan(0);
    expect(await check('k7#Qz!vR2m@Lp9xW')).toEqual({ score: 4, feedback: { warning: '', suggestions: [] } });
    expect((await check('')).score).toBe(0);
  });

  test('is open before there is a session, under both of its addresses', async () => {
    for (const path of ['/api/profile/password-check', '/api/platform/profile/password-check']) {
      expect((await server.send('POST', path, { json: { password: 'password' } })).json.result.score).toBe(0);
    }
  });

  test('does not hold up others while it judges a long one', async () => {
    const answered: string[] = [];
    const judged = check('@4$1l0'.repeat(60)).then(() => answered.push('judged'));
    expect((await server.send('GET', '/healthz')).status).toBe(200);
    answered.push('healthy');
    await judged;
    expect(answered).toEqual(['healthy', 'judged']);
  });

  test.each([[{}], [{ password: 5 }], [{ password: 'x'.repeat(397) }]])('%j is 400', async (json) => {
    expect((await ada.send('POST', '/api/profile/password-check', { json })).status).toBe(400);
  });
});

describe('telemetry', () => {
  const ph = {
    referrer: '',
    language: 'en',
    user_agent: 'test',
    search: '',
    viewport_height: 800,
    viewport_width: 1200,
  };
  const page = { page_url: 'http://localhost/projects', page_title: 'Projects', pathname: '/projects' };

  test.each([
    ['/api/platform/telemetry/event', { action: 'sign_up', ...page, ph, custom_properties: { a: 1 } }],
    ['/api/platform/telemetry/page', { ...page, ph }],
    ['/api/platform/telemetry/page-leave', page],
    ['/api/platform/telemetry/groups/identify', { organization_slug: 'o' }],
    ['/api/platform/telemetry/groups/reset', { reset_organization: true, reset_project: true }],
    ['/api/telemetry/page', { ...page, ph }],
    ['/api/telemetry/reset', undefined],
  ])('POST %s is recorded', async (path, json) => {
    const { status, text } = await server.send(
      'POST',
      path,
      json === undefined ? {} : { json, headers: { Version: '2' } },
    );
    expect({ status, text }).toEqual({ status: 204, text: '' });
  });

  test('a user is identified by themselves, and by nobody else', async () => {
    const grace = await server.signUp();
    const path = '/api/platform/telemetry/identify';
    const json = { user_id: grace.id, organization_slug: 'o', project_ref: 'p' };
    expect((await grace.send('POST', path, { json })).status).toBe(204);
    for (const token of [ada.token, 'a.b.c', undefined]) {
      expect(await server.send('POST', path, { json, ...(token !== undefined && { token }) })).toMatchObject({
        status: 403,
        json: { code: 'not_yourself' },
      });
    }
    expect((await grace.send('GET', '/api/platform/telemetry')).json).toMatchObject([{ kind: 'identify', body: json }]);
  });

  test.each([
    ['event', {}],
    ['page', { ...page, ph: {} }],
    ['identify', {}],
    ['groups/reset', { reset_project: 'yes' }],
    ['page-leave', { ...page, pathname: 'x'.repeat(5000) }],
  ])('a wrong %s is 400', async (kind, json) => {
    expect((await server.send('POST', `/api/platform/telemetry/${kind}`, { json })).status).toBe(400);
  });

  test('a message that is nested too deeply is 400', async () => {
    const body = `{"action":"x","custom_properties":${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}}`;
    const answer = await server.send('POST', '/api/platform/telemetry/event', { body });
    expect({ status: answer.status, code: answer.json.code }).toEqual({ status: 400, code: 'bad_json' });
  });

  test('a message above 16 KiB is 413', async () => {
    const json = { action: 'x', ...page, ph, custom_properties: { text: 'x'.repeat(17_000) } };
    expect((await server.send('POST', '/api/platform/telemetry/event', { json })).status).toBe(413);
  });

  test('what was recorded of somebody is shown to them, and to nobody else', async () => {
    const grace = await server.signUp();
    await grace.send('POST', '/api/platform/telemetry/page', { json: { ...page, ph } });
    await grace.send('POST', '/api/telemetry/reset');
    await server.send('POST', '/api/platform/telemetry/page', { json: { ...page, ph }, token: 'a.b.c' });
    const kinds = async (user: TestUser) =>
      (await user.send('GET', '/api/platform/telemetry')).json.map(({ kind }: { kind: string }) => kind);
    expect(await kinds(grace)).toEqual(['page', 'reset']);
    expect((await grace.send('GET', '/api/platform/telemetry')).json[0]).toEqual({
      kind: 'page',
      body: { ...page, ph },
      received_at: expect.stringMatching(/Z$/),
    });
    expect(await kinds(await server.signUp())).toEqual([]);
    expect((await server.send('GET', '/api/platform/telemetry')).status).toBe(401);
  });

  test.each([
    ['no JSON', '{', 400],
    ['an array', '[]', 400],
    ['a zero character', JSON.stringify({ organization_slug: 'a\u0000b' }), 400],
    ['half a character', String.raw`{"organization_slug":"\ud800"}`, 204],
    ['a name that is an object’s own', '{"organization_slug":"o","__proto__":{"a":1},"constructor":1}', 204],
    [
      'nesting without end',
      `{"action":"x","page_url":"","page_title":"","pathname":"","ph":${JSON.stringify(ph)},"custom_properties":{"a":${'['.repeat(7000)}${']'.repeat(7000)}}}`,
      400,
    ],
  ])('%s does no harm', async (_, body, status) => {
    const kind = body.includes('action') ? 'event' : 'groups/identify';
    expect(
      (
        await server.send('POST', `/api/platform/telemetry/${kind}`, {
          body,
          headers: { 'Content-Type': 'application/json' },
        })
      ).status,
    ).toBe(status);
    expect((await server.send('POST', '/api/platform/telemetry/page-leave', { json: page })).status).toBe(204);
  });

  test('a rule’s addresses are told to those they name, and to nobody else', async () => {
    const rule = (emails: readonly string[]) => ({
      value: false,
      targets: [
        ...(emails.length > 0 ? [{ to: 'emails', emails, value: true }] : []),
        { to: 'percentage', percentage: 25, value: true },
      ],
    });
    await writeFile(
      flagsFile,
      JSON.stringify({ newForm: rule([ada.email.toUpperCase(), 'grace@example.org']), house: rule(['@example.org']) }),
    );
    await utimes(flagsFile, new Date(), new Date(Date.now() + 5000));
    const read = async (token?: string) =>
      (await server.send('GET', '/api/platform/telemetry/feature-flags', token === undefined ? {} : { token })).json;
    expect(await read(ada.token)).toEqual({ newForm: rule([ada.email]), house: rule([]) });
    expect(await read()).toEqual({ newForm: rule([]), house: rule([]) });
    expect(await read('a.b.c')).toEqual({ newForm: rule([]), house: rule([]) });
  });

  test('flags follow the file, and the last valid ones stay in effect', async () => {
    const read = async () => (await server.send('GET', '/api/platform/telemetry/feature-flags')).json;
    const change = async (text: string, seconds: number) => {
      await writeFile(flagsFile, text);
      await utimes(flagsFile, new Date(), new Date(Date.now() + seconds * 1000));
    };
    await change(JSON.stringify({ ongoingIncident: false, diskAndComputeForm: true }), 8);
    expect(await read()).toEqual({ ongoingIncident: false, diskAndComputeForm: true });
    await change(JSON.stringify({ ongoingIncident: true }), 10);
    expect(await read()).toEqual({ ongoingIncident: true });
    // The page tells visitors of it at once.
    const { json: status } = await server.send('GET', '/api/status');
    expect(status).toMatchObject({ incident: true });
    await change('{ broken', 20);
    expect(await read()).toEqual({ ongoingIncident: true });
    const complaint = server.logLines.find((line) => line.includes('the last valid ones stay in effect'));
    expect(JSON.parse(complaint!)).toMatchObject({
      file: flagsFile,
      problem: expect.stringContaining('at position 2 (line 1 column 3)'),
    });
  });
});

test('answers are kept by no cache', async () => {
  for (const path of ['/api/platform/profile', '/api/status', '/api/nothing', '/auth/v1/user', '/auth/v1/nothing']) {
    expect((await ada.send('GET', path)).headers.get('cache-control')).toBe('no-store');
  }
});

test('unknown addresses of the API are 404 in the one shape, with and without a token', async () => {
  for (const path of [
    '/api',
    '/api/',
    '/api/nothing',
    '/api/platform',
    '/api/platform/nothing',
    '/api/platform/organizations/a/b/c',
    '/api/profile',
    '/api/organizations',
  ]) {
    const { status, json } = await ada.send('GET', path);
    expect({ path, status }).toEqual({ path, status: 404 });
    expect(json).toMatchObject({
      code: expect.any(String),
      message: expect.any(String),
      request_id: expect.any(String),
    });
  }
});

describe('self-hosted', () => {
  let own: TestServer;
  beforeAll(async () => {
    own = await startTestServer({ args: ['--self-hosted'], env: { GOTRUE_DISABLE_SIGNUP: 'false' } });
  });
  afterAll(() => own?.stop());

  test('the first owns the one organization, those after that develop in it', async () => {
    const owner = await own.signUp();
    const developer = await own.signUp();
    const [mine] = (await owner.send('GET', '/api/organizations')).json;
    expect(v.parse(organizationSchema, mine)).toMatchObject({ slug: 'default', is_owner: true });
    expect((await developer.send('GET', '/api/organizations')).json).toEqual([{ ...mine, is_owner: false }]);
    expect((await developer.send('GET', '/api/organizations/default')).status).toBe(200);
    expect((await developer.send('GET', '/api/organizations/default/members')).json).toEqual([
      { gotrue_id: owner.id, primary_email: owner.email, role: 'owner' },
      { gotrue_id: developer.id, primary_email: developer.email, role: 'developer' },
    ]);
    expect((await developer.send('GET', '/api/profile/permissions')).json).toEqual([
      expect.objectContaining({ organization_slug: 'default' }),
    ]);
    expect((await owner.send('GET', '/api/profile')).json).toMatchObject({ gotrue_id: owner.id });
    for (const { send } of [owner, developer]) {
      expect((await send('GET', '/api/projects')).json).toEqual([
        expect.objectContaining({ ref: 'default', organization_slug: 'default' }),
      ]);
      expect((await send('GET', '/api/projects/default')).status).toBe(200);
      expect((await send('GET', '/api/auth/default/config')).json).toMatchObject({ SMTP_PORT: 465 });
    }
    expect((await developer.send('DELETE', '/api/projects/default')).status).toBe(403);
    const another = await owner.send('POST', '/api/organizations', { json: organization });
    expect({ status: another.status, code: another.json.code }).toEqual({ status: 403, code: 'one_organization_only' });
  });

  test('there is no /platform and there are no flags', async () => {
    const { send } = await own.signUp();
    expect((await send('GET', '/api/platform/profile')).status).toBe(404);
    expect((await send('GET', '/api/telemetry/feature-flags')).status).toBe(404);
    expect((await send('POST', '/api/profile/password-check', { json: { password: 'x' } })).status).toBe(200);
    expect((await send('POST', '/api/telemetry/groups/reset', { json: {} })).status).toBe(204);
    expect((await send('POST', '/api/telemetry/reset')).status).toBe(204);
  });
});
