/** What no honest client sends, to every route: refused in plain words, never an error of the server. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOrganization, createProject, rowsOf } from '../../support/projects.ts';
import { startTestServer, type SendOptions, type TestServer, type TestUser } from '../../support/server.ts';

let server: TestServer;
let ada: TestUser;
let slug: string;
let ref: string;
let apiKey: string;

let appFolder: string;
beforeAll(async () => {
  // Some addresses lead out of the API, to the page.
  appFolder = await mkdtemp(join(tmpdir(), 'basechart-app-'));
  await writeFile(join(appFolder, 'index.html'), '<!doctype html><html><head></head><body></body></html>');
  server = await startTestServer({ appFolder });
  ada = await server.signUp();
  slug = await createOrganization(ada);
  ref = await createProject(ada, slug);
  await rowsOf(ada, ref, 'create table notes(id int primary key, body text, data jsonb)');
  apiKey = (await ada.send('GET', `/api/platform/projects/${ref}/api-keys`)).json.service_role;
});
afterAll(async () => {
  await server?.stop();
  await rm(appFolder, { recursive: true, force: true });
});

/** The same on every run: what is found once is found again. */
const runs = { seed: 1, numRuns: 20 };

const id = '11111111-1111-4111-8111-111111111111';

const texts = [
  '\0',
  'a\0b',
  '\uD800',
  '\uDFFF\uD800',
  '\u202Eabc',
  '\r\nSet-Cookie: a=b',
  "'; drop table users; --",
  '$1',
  '%00',
  '../../../etc/passwd',
  '__proto__',
  'constructor',
  '9223372036854776000',
  '-1',
  'NaN',
  '1e400',
  'null',
  '[]',
  '()',
  '("',
  'in.("',
  'eq.\0',
  'not.is.maybe',
  'x'.repeat(20_000),
  '🐘'.repeat(500),
  '',
  ' ',
];
const values: readonly unknown[] = [
  ...texts,
  null,
  true,
  0,
  -1,
  0.5,
  2_147_483_648,
  9_223_372_036_854_776_000,
  -9_223_372_036_854_776_000,
  1.7e308,
  [],
  {},
  [[[]]],
  { length: -1 },
  Array.from({ length: 2_000 }, () => 'a'),
];
/** The sharpest of them, for routes that judge a password for each request, and for those of one kind. */
const fewValues: readonly unknown[] = ['\0', 'a\0b', '\uD800', '\r\n', 'x'.repeat(20_000), 2 ** 63, null, [], {}];
const takesFew = /\/(?:signup|token|user|password-check|telemetry\/(?!event)[\w-/]+)$/;
const brokenBodies = [
  '',
  '{',
  '[',
  'null',
  '"a"',
  '['.repeat(20_000),
  '{"a":1e999}',
  '{"__proto__":{"a":1}}',
  '\uFEFF{}',
  '\0',
];

/** Pieces of an address as they are sent, whether or not they can be decoded. */
const segments = [
  '%00',
  'a%00b',
  '%',
  '%ff',
  '%C0%AF',
  '%ED%A0%80',
  '%2e%2e%2f',
  '..%5c',
  '%0d%0a',
  'x'.repeat(3_000),
  ...texts.filter((one) => one.isWellFormed() && one !== '').map(encodeURIComponent),
];

const text = fc.oneof(fc.constantFrom(...texts), fc.string({ unit: 'binary', maxLength: 40 }));
const value = fc.oneof(fc.constantFrom(...values), fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' }));
const segment = fc.oneof(
  fc.constantFrom(...segments),
  fc
    .string({ unit: 'binary', minLength: 1, maxLength: 40 })
    .filter((one) => one.isWellFormed())
    .map(encodeURIComponent),
);

/** What an honest client sends, by route. */
const bodies: Readonly<Record<string, object>> = {
  'POST /auth/v1/signup': { email: 'someone@example.com', password: 'correct horse', data: {}, phone: '+4912345' },
  'POST /auth/v1/token': { email: 'someone@example.com', password: 'correct horse', refresh_token: 'abc', phone: '' },
  'PUT /auth/v1/user': { data: { a: 1 }, email: 'other@example.com', password: 'correct horse', nonce: 'a' },
  'POST /auth/v1/logout': { scope: 'local' },
  'POST /api/platform/organizations': { name: 'Acme', kind: 'COMPANY', size: '10', tier: 'tier_pro' },
  'POST /api/platform/projects': {
    organization_slug: 'nowhere',
    name: 'Orders',
    db_pass: 'correct horse battery staple',
    cloud_provider: 'AWS',
    region: 'eu-central-1',
  },
  'POST /api/platform/projects/:ref/resize': { compute_size: 'small' },
  'PUT /api/platform/projects/:ref/snippets/:id': { name: 'One', sql: 'select 1', base_version: 0 },
  'POST /api/platform/projects/:ref/database/query': { id, sql: 'select 1', params: [], role: 'postgres' },
  'POST /api/platform/support/requests': {
    subject: 'Help',
    message: 'It broke.',
    category: 'problem',
    severity: 'low',
    project_ref: 'a'.repeat(20),
    trace: '{}',
  },
  'POST /api/platform/profile': {},
  'POST /api/profile': {},
  'POST /api/profile/password-check': { password: 'correct horse' },
  'POST /api/platform/profile/password-check': { password: 'correct horse' },
  'POST /api/platform/projects/:ref/pause': {},
  'POST /api/platform/projects/:ref/restart': {},
  'POST /api/platform/projects/:ref/upgrade': {},
  'POST /api/platform/projects/:ref/restore': {},
};
const telemetry = {
  action: 'page',
  page_url: '/projects',
  page_title: 'Projects',
  pathname: '/projects',
  session_id: 'abc',
  properties: {},
  groups: {},
  ph: { referrer: '', language: 'en-US', search: '', viewport_height: 1, viewport_width: 1, user_agent: 'a' },
  user_id: id,
  organization_slug: 'a',
  project_ref: 'b',
};

interface Route {
  method: string;
  path: string;
}
const routes = (): Route[] => [
  ...new Map(
    server.routes.filter(({ method }) => method !== 'ALL').map((route) => [`${route.method} ${route.path}`, route]),
  ).values(),
];
const nameOf = ({ method, path }: Route): string => `${method} ${path}`;
const bodyOf = (route: Route): object | undefined =>
  bodies[nameOf(route)] ?? (route.method === 'POST' && route.path.includes('/telemetry/') ? telemetry : undefined);

/** Sends as a user who may, and gives what is wrong with the answer, or null. */
async function complaintOf(
  person: TestUser,
  { method, path }: Route,
  address: string,
  options: SendOptions,
): Promise<string | null> {
  const {
    status,
    text: said,
    json,
  } = path.startsWith('/project/')
    ? await server.send(method, address, { ...options, headers: { apikey: apiKey } })
    : await person.send(method, address, options);
  const isInShape = status < 400 || json === undefined || 'code' in json || 'error_code' in json;
  return status < 500 && isInShape
    ? null
    : `${method} ${address.slice(0, 200)} ${JSON.stringify(options).slice(0, 400)} → ${status} ${said.slice(0, 300)}`;
}

const withParameters = (path: string, fill: (name: string) => string): string =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => fill(name));
const known = (name: string): string => ({ ref, slug, relation: 'notes' })[name] ?? id;

/** Whatever a request does to its session or its password, the next route goes on. Only the owner comes to a project's routes. */
const personFor = async ({ path }: Route): Promise<TestUser> =>
  path.startsWith('/api/platform/projects') ? ada : await server.signUp();

test('every route that reads a body has an honest one here', () => {
  const writing = routes().filter(({ method }) => method === 'POST' || method === 'PUT' || method === 'PATCH');
  expect(writing.length).toBeGreaterThan(20);
  expect(writing.filter((route) => bodyOf(route) === undefined).map(nameOf)).toEqual([]);
});

/** What is wrong with the answers to these requests, of which a few are under way at a time. */
async function complaintsOf(requests: readonly (() => Promise<string | null>)[]): Promise<string[]> {
  const complaints: (string | null)[] = [];
  for (let index = 0; index < requests.length; index += 16)
    complaints.push(...(await Promise.all(requests.slice(index, index + 16).map((send) => send()))));
  return complaints.filter((complaint) => complaint !== null);
}

/** A project that is paused would refuse everything else. */
const interrupting = /\/(?:pause|restart|upgrade|restore|resize)$/;
const withBodies = () => routes().filter((route) => bodyOf(route) !== undefined && !interrupting.test(route.path));
const grantsOf = ({ path }: Route): string[] =>
  path.endsWith('/token') ? ['password', 'refresh_token', 'pkce'].map((grant) => `?grant_type=${grant}`) : [''];

describe('no hostile input is an error of the server', { timeout: 240_000 }, () => {
  test('each hostile text as each part of each path', async () => {
    const requests = routes().flatMap((route) =>
      [...route.path.matchAll(/:(\w+)/g)].flatMap(([, hostileName]) =>
        segments.map((hostile) => () => {
          const json = bodyOf(route);
          const address = withParameters(route.path, (name) => (name === hostileName ? hostile : known(name)));
          return complaintOf(ada, route, address, json === undefined ? {} : { json });
        }),
      ),
    );
    expect(requests.length).toBeGreaterThan(500);
    expect(await complaintsOf(requests)).toEqual([]);
  });

  test('each hostile value in each field of each body', async () => {
    for (const route of withBodies()) {
      const honest = bodyOf(route)!;
      const person = await personFor(route);
      const sent = [
        ...brokenBodies,
        ...Object.keys(honest).flatMap((field) =>
          (takesFew.test(route.path) ? fewValues : values).map((one) => JSON.stringify({ ...honest, [field]: one })),
        ),
      ];
      const requests = grantsOf(route).flatMap((grant) =>
        sent.map((body) => () => complaintOf(person, route, `${withParameters(route.path, known)}${grant}`, { body })),
      );
      expect(await complaintsOf(requests)).toEqual([]);
    }
    expect(withBodies().length).toBeGreaterThan(15);
  });

  test('whatever else comes to mind, in a query', async () => {
    const name = fc.oneof(
      segment,
      fc.constantFrom('select', 'order', 'limit', 'offset', 'id', 'data', 'page', 'after'),
    );
    const pairs = fc.array(fc.tuple(name, segment), { minLength: 1, maxLength: 4 });
    const tried = routes().filter(({ method }) => method === 'GET');
    expect(tried.length).toBeGreaterThan(10);
    for (const route of tried)
      await fc.assert(
        fc.asyncProperty(pairs, async (chosen) => {
          const query = chosen.map((pair) => pair.join('=')).join('&');
          expect(await complaintOf(ada, route, `${withParameters(route.path, known)}?${query}`, {})).toBeNull();
        }),
        runs,
      );
  });

  test('whatever else comes to mind, in a body', async () => {
    expect(withBodies().length).toBeGreaterThan(15);
    for (const route of withBodies()) {
      const person = await personFor(route);
      const json = fc.dictionary(fc.oneof(fc.constantFrom(...Object.keys(bodyOf(route)!), 'unknown'), text), value);
      await fc.assert(
        fc.asyncProperty(fc.oneof(json, value), fc.constantFrom(...grantsOf(route)), async (body, grant) => {
          const address = `${withParameters(route.path, known)}${grant}`;
          const sent = { json: { ...bodyOf(route), ...(body as object) } };
          expect(await complaintOf(person, route, address, sent)).toBeNull();
        }),
        runs,
      );
    }
  });
});
