/** Who may ask what, for every route there is: one that is added later is tried here by itself. */
import { randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { firstColumns } from '../../../src/contract/tables/newTable.ts';
import { everyRow } from '../../../src/contract/tables/rows.ts';
import { startTestServer, type TestServer, type TestUser } from '../../support/server.ts';

let server: TestServer;
let ada: TestUser;
let eve: TestUser;
let slug: string;
let ref: string;

beforeAll(async () => {
  server = await startTestServer();
  ada = await server.signUp();
  eve = await server.signUp();
  slug = (
    await ada.send('POST', '/api/platform/organizations', {
      json: { name: 'Mine', kind: 'PERSONAL', tier: 'tier_pro' },
    })
  ).json.slug;
  const made = await ada.send('POST', '/api/platform/projects', {
    json: {
      organization_slug: slug,
      name: 'Mine alone',
      db_pass: 'secret words',
      cloud_provider: 'AWS',
      region: 'eu-west-1',
    },
  });
  ref = made.json.ref;
});
afterAll(() => server?.stop());

/** Asked by visitors who have no session yet. */
const open = [
  'GET /api/status',
  'POST /api/profile/password-check',
  'POST /api/platform/profile/password-check',
  /^(?:GET|POST) \/api\/(?:platform\/)?telemetry\//,
];
const isOpen = (name: string): boolean =>
  open.some((entry) => (typeof entry === 'string' ? entry === name : entry.test(name)));

interface Route {
  method: string;
  path: string;
}
const guarded = (): Route[] => {
  const distinct = new Map(server.routes.map((route) => [`${route.method} ${route.path}`, route]));
  return [...distinct]
    .filter(([name, { method, path }]) => method !== 'ALL' && path.startsWith('/api/') && !isOpen(name))
    .map(([, route]) => route);
};
const addressOf = ({ path }: Route, of: { slug: string; ref: string }): string =>
  path
    .replace(':slug', of.slug)
    .replace(':ref', of.ref)
    .replaceAll(/:\w+/g, () => '11111111-1111-4111-8111-111111111111');

/** Bodies that pass the schema, so that a refusal is about who asks. */
const bodies = (id: string): Readonly<Record<string, unknown>> => ({
  'POST /api/platform/projects/:ref/database/query': { id, sql: 'select 1' },
  'PUT /api/platform/projects/:ref/snippets/:id': { name: 'Stolen', sql: 'select 1', base_version: 0 },
  'POST /api/platform/projects/:ref/resize': { compute_size: 'small' },
  'POST /api/platform/projects/:ref/tables': {
    schema: 'public',
    name: 'boats',
    comment: '',
    rowSecurity: true,
    columns: [...firstColumns],
  },
  'POST /api/platform/projects/:ref/tables/:id/rows': { view: everyRow, position: null },
  'POST /api/platform/projects/:ref/tables/:id/count': { view: everyRow },
  'POST /api/platform/projects/:ref/tables/:id/value': { key: { id: '1' }, column: 'name' },
  'PUT /api/platform/projects/:ref/tables/:id/shape': {
    version: 'v1',
    shape: { name: 'boats', comment: '', rowSecurity: true, columns: [], constraints: [] },
  },
  'POST /api/platform/projects/:ref/tables/:id/export': { view: everyRow, columns: ['id'], format: 'csv' },
  'POST /api/platform/projects/:ref/tables/import': {
    read: { format: 'delimited', encoding: 'utf-8', delimiter: ',', hasHeader: true, nullText: '' },
    target: { by: 'table', id: 1 },
    sources: ['id'],
    columns: [{ source: 0, name: 'id' }],
    onError: 'stop',
  },
  'POST /api/platform/projects/:ref/tables/:id/truncate': { restartIdentity: false },
  'POST /api/platform/projects/:ref/tables/:id/duplicate': { name: 'copy', rows: true },
  'POST /api/platform/projects/:ref/tables/:id/changes': { changes: [{ type: 'delete', key: { id: '1' }, old: {} }] },
  'POST /api/platform/auth/:ref/users': { email: 'eve@example.com', password: 'correct horse', email_confirm: true },
  'PATCH /api/platform/auth/:ref/users/:id': { banned: true },
  'POST /api/platform/auth/:ref/users/:id/emails': { type: 'recovery' },
  'POST /api/platform/auth/:ref/invitations': { email: 'eve@example.com' },
  'PATCH /api/platform/auth/:ref/config': { DISABLE_SIGNUP: true },
});
const optionsFor = ({ method, path }: Route) => {
  const json = bodies(randomUUID())[`${method} ${path}`];
  return json === undefined ? {} : { json };
};

test('there are routes to try', () => {
  const names = guarded().map(({ method, path }) => `${method} ${path}`);
  expect(names.length).toBeGreaterThan(20);
  expect(names).toEqual(
    expect.arrayContaining([
      'GET /api/platform/organizations/:slug',
      'DELETE /api/platform/projects/:ref',
      'GET /api/platform/auth/:ref/config',
    ]),
  );
});

test('without a token each is 401', async () => {
  for (const route of guarded()) {
    const answer = await server.send(route.method, addressOf(route, { slug, ref }), optionsFor(route));
    expect({ ...route, status: answer.status, code: answer.json?.code }).toEqual({
      ...route,
      status: 401,
      code: 'no_authorization',
    });
  }
});

test('a session without the code of the user’s authenticator app reaches none', async () => {
  const user = await server.signUp();
  const { json: factor } = await user.send('POST', '/auth/v1/factors', { json: { factor_type: 'totp' } });
  const { json: challenge } = await user.send('POST', `/auth/v1/factors/${factor.id}/challenge`);
  const code = TOTP.generate({ secret: Secret.fromBase32(factor.totp.secret) });
  const verified = await user.send('POST', `/auth/v1/factors/${factor.id}/verify`, {
    json: { challenge_id: challenge.id, code },
  });
  const { email, password } = user;
  const signedIn = await server.send('POST', '/auth/v1/token?grant_type=password', { json: { email, password } });
  for (const route of guarded()) {
    const options = { ...optionsFor(route), token: signedIn.json.access_token };
    const { status, json } = await server.send(route.method, addressOf(route, { slug, ref }), options);
    expect({ ...route, status, code: json?.code }).toEqual({ ...route, status: 403, code: 'insufficient_aal' });
  }
  const token = verified.json.access_token;
  expect((await server.send('GET', '/api/platform/organizations', { token })).status).toBe(200);
});

test('with the token of somebody else each that names an organization or a project is 404, as if there were none', async () => {
  const naming = guarded().filter(({ path }) => /:slug|:ref/.test(path));
  expect(naming.length).toBeGreaterThan(12);
  for (const route of naming) {
    const foreign = await eve.send(route.method, addressOf(route, { slug, ref }), optionsFor(route));
    const unknown = await eve.send(
      route.method,
      addressOf(route, { slug: 'x'.repeat(20), ref: 'x'.repeat(20) }),
      optionsFor(route),
    );
    const plain = ({ status, json }: typeof foreign) => ({ ...route, status, ...json, request_id: '' });
    expect(plain(foreign)).toMatchObject({
      ...route,
      status: 404,
      code: expect.stringMatching(/^(?:organization|project)_not_found$/),
    });
    expect(plain(foreign)).toEqual(plain(unknown));
  }
});

test('somebody else cannot make a project in the organization either', async () => {
  const json = {
    organization_slug: slug,
    name: 'Intruder',
    db_pass: 'secret words',
    cloud_provider: 'AWS',
    region: 'eu-west-1',
  };
  const answer = await eve.send('POST', '/api/platform/projects', { json });
  expect({ status: answer.status, code: answer.json.code }).toEqual({ status: 404, code: 'organization_not_found' });
});
