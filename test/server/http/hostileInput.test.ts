/** What no honest client sends, to every route: refused in plain words, never an error of the server. */
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request as sendRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiErrorBodySchema } from '../../../src/contract/common/apiError.ts';
import { firstColumns } from '../../../src/contract/tables/newTable.ts';
import { everyRow } from '../../../src/contract/tables/rows.ts';
import { anyCharacter } from '../../support/anyCharacter.ts';
import { createOrganization, createProject, rowsOf } from '../../support/projects.ts';
import {
  startTestServer,
  type Answer,
  type SendOptions,
  type TestServer,
  type TestUser,
} from '../../support/server.ts';

let server: TestServer;
let ada: TestUser;
let slug: string;
let ref: string;
let apiKey: string;

let appFolder: string;
beforeAll(async () => {
  // Addresses that lead out of the API open it.
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
const runs = { seed: 1, numRuns: 10 };

let made = 0;
/** Each request has an id and an address of its own: one that was accepted before would be refused for that alone. */
const freshId = (): string => `11111111-1111-4111-8111-${String(++made).padStart(12, '0')}`;
const freshEmail = (): string => `hostile${++made}@example.com`;

/** Ends and quotes of the data API's filters. */
const filterTexts = [
  '$1',
  '()',
  '("',
  'in.("',
  'eq.\0',
  'not.is.maybe',
  'constructor.1',
  'is.constructor',
  'id.constructor',
  `${'id,'.repeat(2_000)}id`,
];
const plainTexts = [
  '\0',
  'a\0b',
  '\uD800',
  '\uDFFF\uD800',
  '\u202Eabc',
  '\r\nSet-Cookie: a=b',
  "'; drop table users; --",
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
  'x'.repeat(20_000),
  '🐘'.repeat(500),
  '',
  ' ',
];
/** For every field; all there is for routes that judge a password or open a database each time. */
const sharpValues: readonly unknown[] = [
  '\0',
  'a\0b',
  '\uD800',
  '\r\nSet-Cookie: a=b',
  'x'.repeat(20_000),
  9_223_372_036_854_776_000,
  null,
  [],
  { '\uD800': [{ '\0': 1 }] },
];
const bluntValues: readonly unknown[] = [
  '__proto__',
  '9223372036854776000',
  '🐘'.repeat(500),
  '',
  true,
  0,
  -1,
  0.5,
  2_147_483_648,
  -9_223_372_036_854_776_000,
  1.7e308,
  {},
  [[[]]],
  { length: -1 },
  { a: '\uD800' },
  Array.from({ length: 2_000 }, () => 'a'),
];
const values: readonly unknown[] = [...sharpValues, ...bluntValues];

/** Each place, a field or a part of a path, gets what is sharp and a quarter of the rest, the next one another quarter. */
const forPlace = <T>(sharp: readonly T[], blunt: readonly T[], place: number): T[] => [
  ...sharp,
  ...blunt.filter((_, index) => index % 4 === place % 4),
];

const takesFew = /\/(?:signup|token|user|password-check|database\/query|telemetry\/[\w-/]+)$/;
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

/** Headers that some part of the server reads, and one that every object has. */
const headerNames =
  'Authorization apikey Content-Type Content-Encoding X-Request-Id X-Supabase-Api-Version X-JWT-AUD X-Forwarded-For Accept Accept-Encoding User-Agent Origin Cookie Range If-None-Match If-Modified-Since Version Access-Control-Request-Method constructor';
const headerValues = [
  '',
  ' ',
  '\u00FF',
  '%00',
  'x'.repeat(3_000),
  '__proto__',
  '1e400',
  'null',
  '{"a":1}',
  'a,,b;q=-1',
  'Bearer',
  'Bearer null',
  'Bearer a.b.c',
  'Basic Og==',
  'text/html; charset=\u00FF',
  'gzip',
  'br;q=2, *;q=0',
  'bytes=9-1,-1e400',
  'http://[',
  '2024-99-99',
  '9999-12-31',
  ':::1, 999.0.0.1',
  '"',
  'GET',
];

/** Pieces of an address as they are sent, whether or not they can be decoded. */
const sharpSegments = [
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
];
const bluntSegments = plainTexts.filter((one) => one.isWellFormed() && one !== '').map(encodeURIComponent);
const segments = [...sharpSegments, ...bluntSegments];

const text = fc.oneof(fc.constantFrom(...plainTexts), fc.string({ unit: anyCharacter, maxLength: 40 }));
const value = fc.oneof(fc.constantFrom(...values), fc.jsonValue({ maxDepth: 4, stringUnit: anyCharacter }));
const segment = fc.oneof(
  fc.constantFrom(...segments, ...filterTexts.map(encodeURIComponent)),
  fc
    .string({ unit: anyCharacter, minLength: 1, maxLength: 40 })
    .filter((one) => one.isWellFormed())
    .map(encodeURIComponent),
);

/** What an honest client sends, by route. */
const honestBodies = (): Readonly<Record<string, object>> => ({
  'POST /auth/v1/signup': { email: freshEmail(), password: 'correct horse', data: {}, phone: '+4912345' },
  'POST /auth/v1/token': { email: 'someone@example.com', password: 'correct horse', refresh_token: 'abc', phone: '' },
  'PUT /auth/v1/user': { data: { a: 1 }, email: freshEmail(), password: 'correct horse', nonce: 'a' },
  'POST /auth/v1/logout': { scope: 'local' },
  'POST /auth/v1/recover': { email: freshEmail(), code_challenge: 'x'.repeat(43), code_challenge_method: 's256' },
  'POST /auth/v1/otp': { email: freshEmail(), phone: '', create_user: true, data: { a: 1 }, channel: '' },
  'POST /auth/v1/magiclink': { email: freshEmail(), data: { a: 1 } },
  'POST /auth/v1/resend': { type: 'signup', email: freshEmail(), phone: '' },
  'POST /auth/v1/verify': { type: 'email', token: '123456', token_hash: '', email: freshEmail(), phone: '' },
  'POST /auth/v1/admin/users': { email: freshEmail(), password: 'correct horse', user_metadata: {} },
  'PUT /auth/v1/admin/users/:userId': { email: freshEmail(), ban_duration: '24h' },
  'PUT /auth/v1/admin/users/:userId/factors/:factorId': { friendly_name: 'Phone' },
  'POST /auth/v1/admin/generate_link': { type: 'recovery', email: freshEmail() },
  'POST /auth/v1/invite': { email: freshEmail(), data: {} },
  'POST /auth/v1/sso': { domain: 'acme.example', code_challenge: 'x'.repeat(43), code_challenge_method: 's256' },
  'POST /auth/v1/sso/saml/acs': { SAMLResponse: 'PGEvPg==', RelayState: freshId() },
  'POST /auth/v1/admin/sso/providers': { type: 'saml', metadata_xml: '<a/>', domains: ['acme.example'] },
  'PUT /auth/v1/admin/sso/providers/:id': { metadata_xml: '<a/>', domains: ['acme.example'] },
  'POST /auth/v1/callback': { state: freshId(), code: 'a' },
  'POST /auth/v1/factors': { factor_type: 'totp', friendly_name: 'Phone', issuer: 'Basechart' },
  'POST /auth/v1/factors/:factorId/challenge': {},
  'POST /auth/v1/factors/:factorId/verify': { challenge_id: freshId(), code: '123456' },
  'POST /api/platform/organizations': { name: 'Acme', kind: 'COMPANY', size: '10', tier: 'tier_pro' },
  'POST /api/platform/projects': {
    organization_slug: 'nowhere',
    name: 'Orders',
    db_pass: 'correct horse battery staple',
    cloud_provider: 'AWS',
    region: 'eu-central-1',
  },
  'POST /api/platform/projects/:ref/resize': { compute_size: 'small' },
  'POST /api/platform/projects/:ref/tables': {
    schema: 'public',
    name: 'boats',
    comment: '',
    rowSecurity: true,
    columns: [...firstColumns],
  },
  'POST /api/platform/projects/:ref/assistant/answer': {
    messages: [{ role: 'user', text: 'Hello' }],
    context: 'schema',
  },
  'POST /api/platform/projects/:ref/assistant/tools/:name': { sql: 'select 1' },
  'POST /api/platform/projects/:ref/assistant/statement': { sql: 'select now()' },
  'POST /api/platform/projects/:ref/assistant/format': { sql: 'select 1' },
  'PUT /api/platform/organizations/:slug/plan': { tier: 'tier_pro' },
  'PUT /api/platform/organizations/:slug/assistant': {
    url: 'https://model.example.com/v1',
    model: 'm',
    key: 'k',
    contextTokens: null,
  },
  'POST /api/platform/organizations/:slug/assistant/test': {
    url: 'https://model.invalid/v1',
    model: 'm',
    key: 'k',
    contextTokens: null,
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
  'POST /api/platform/projects/:ref/tables/commits/:commit/settle': {},
  'POST /api/platform/auth/:ref/users': { email: freshEmail(), password: 'correct horse', email_confirm: true },
  'PATCH /api/platform/auth/:ref/users/:id': {
    banned: true,
    email_confirm: true,
    password: 'correct horse battery staple',
    user_metadata: { name: 'Eve' },
    app_metadata: { plan: 'gold' },
  },
  'POST /api/platform/auth/:ref/users/:id/emails': { type: 'recovery' },
  'POST /api/platform/auth/:ref/invitations': { email: freshEmail() },
  'PATCH /api/platform/auth/:ref/config': {
    SITE_URL: 'https://app.example.com',
    URI_ALLOW_LIST: 'https://*.example.com/**',
    PASSWORD_REQUIRED_CHARACTERS: 'abc:123',
    JWT_EXP: 3_600,
    DISABLE_SIGNUP: false,
    SMTP_HOST: '127.0.0.1',
    SMTP_USER: 'mail',
    SMTP_SENDER_NAME: 'Ferries',
    SMTP_ADMIN_EMAIL: 'mail@example.com',
    SMTP_PASS: 'secret',
    SECURITY_CAPTCHA_PROVIDER: 'turnstile',
    EXTERNAL_GITHUB_CLIENT_ID: 'one',
    EXTERNAL_GITHUB_SECRET: 'secret',
  },
  'POST /api/platform/auth/:ref/config/test-email': {},
  'PUT /api/platform/projects/:ref/snippets/:id': { name: 'One', sql: 'select 1', base_version: 0 },
  'POST /api/platform/projects/:ref/database/query': { id: freshId(), sql: 'select 1', params: [], role: 'postgres' },
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
  'POST /api/platform/profile/tokens': { name: 'Deploys', scopes: ['projects:read'], expires_in_days: 30 },
  'POST /api/platform/profile/verification': { method: 'password', password: 'correct horse' },
  // Of another user, so that the one who asks stays.
  'POST /api/platform/profile/deletion': { confirmation: 'nobody@example.com' },
  'PATCH /api/platform/profile': { first_name: 'Ada', last_name: 'Lovelace' },
  'POST /api/profile/password-check': { password: 'correct horse' },
  'POST /api/platform/profile/password-check': { password: 'correct horse' },
  'POST /rest/v1/rpc/docs_search_fts': { query: 'row level security' },
  'POST /functions/v1/search-embeddings': { query: 'row level security' },
  'POST /api/platform/projects/:ref/pause': {},
  'POST /api/platform/projects/:ref/restart': {},
  'POST /api/platform/projects/:ref/upgrade': {},
  'POST /api/platform/projects/:ref/restore': {},
});
const telemetry = {
  action: 'page',
  page_url: '/projects',
  page_title: 'Projects',
  pathname: '/projects',
  session_id: 'abc',
  properties: {},
  groups: {},
  ph: { referrer: '', language: 'en-US', search: '', viewport_height: 1, viewport_width: 1, user_agent: 'a' },
  user_id: '11111111-1111-4111-8111-111111111111',
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
  honestBodies()[nameOf(route)] ??
  (route.method === 'POST' && route.path.includes('/telemetry/') ? telemetry : undefined);

/** What the auth service answers with: its own shape, or the older one that clients without a version get. */
const authErrorSchema = v.union([
  v.object({ code: v.string(), message: v.string() }),
  v.object({ code: v.number(), error_code: v.string(), msg: v.string() }),
]);

/** Whether a refusal has its API's shape. Some addresses lead out of the API, to the page and its texts. */
const isInShape = (address: string, json: unknown): boolean => {
  const { pathname } = new URL(address, server.origin);
  if (pathname.startsWith('/auth/')) return v.is(authErrorSchema, json);
  return !/^\/(?:api|project\/[^/]+\/api)\//.test(pathname) || v.is(apiErrorBodySchema, json);
};

/** What is wrong with an answer, or null. */
const faultOf = (sent: string, address: string, { status, text: said, json }: Omit<Answer, 'headers'>): string | null =>
  // A request that is refused for its rate was not judged. 431 is Node's own answer to an address above its limit.
  status < 500 && status !== 429 && (status < 400 || status === 431 || isInShape(address, json))
    ? null
    : `${sent} → ${status} ${said.slice(0, 300)}`;

/** Sends as a user who may, and gives what is wrong with the answer, or null. */
async function complaintOf(
  person: TestUser,
  { method, path }: Route,
  address: string,
  options: SendOptions,
): Promise<string | null> {
  const answer = path.startsWith('/project/')
    ? await server.send(method, address, { ...options, headers: { apikey: apiKey } })
    : await person.send(method, address, options);
  return faultOf(`${method} ${address.slice(0, 200)} ${JSON.stringify(options).slice(0, 400)}`, address, answer);
}

/** A request whose headers `fetch` would refuse to send; a stream is left once it has begun. */
async function sendRaw(
  method: string,
  address: string,
  headers: OutgoingHttpHeaders,
  body: string,
): Promise<Omit<Answer, 'headers'>> {
  const length = { 'Content-Length': Buffer.byteLength(body) };
  const sent = sendRequest(`${server.origin}${address}`, { method, headers: { ...headers, ...length } }).end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const status = response.statusCode!;
  if (status < 400) {
    response.destroy();
    return { status, text: '', json: null };
  }
  const said = (await response.setEncoding('utf8').toArray()).join('');
  return { status, text: said, json: said.startsWith('{') ? JSON.parse(said) : null };
}

const withParameters = (path: string, fill: (name: string) => string): string =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => fill(name));
const known = (name: string): string => ({ ref, slug, relation: 'notes' })[name] ?? freshId();

/** Whatever a request does to its session or its password, the next route goes on. Only the owner comes to a project's routes. */
const personFor = async ({ path }: Route): Promise<TestUser> =>
  /^\/api\/platform\/(?:projects|auth)/.test(path) ? ada : await server.signUp();

test('every route that reads a body has an honest one here', () => {
  const writing = routes().filter(({ method }) => method === 'POST' || method === 'PUT' || method === 'PATCH');
  expect(writing.length).toBeGreaterThan(20);
  expect(
    writing.filter((route) => bodyOf(route) === undefined).map(nameOf),
    'routes that need a valid body in `honestBodies` of this file',
  ).toEqual([]);
});

/** How many requests a route gets at a time: neither the queue of passwords nor a limit refuses one of them. */
const atATime = ({ path }: Route): number => {
  if (path.endsWith('/database/query')) return 4;
  return path.endsWith('/tables/import') || takesFew.test(path) ? 1 : 16;
};

/** What is wrong with the answers to these requests. */
async function complaintsOf(requests: readonly (() => Promise<string | null>)[], batch = 16): Promise<string[]> {
  const complaints: (string | null)[] = [];
  for (let index = 0; index < requests.length; index += batch)
    complaints.push(...(await Promise.all(requests.slice(index, index + batch).map((send) => send()))));
  return complaints.filter((complaint) => complaint !== null);
}

/** A project that is paused would refuse everything else; test emails are few, and read no body. */
const interrupting = /\/(?:pause|restart|upgrade|restore|resize|test-email)$/;
const withBodies = () => routes().filter((route) => bodyOf(route) !== undefined && !interrupting.test(route.path));
const grantsOf = ({ path }: Route): string[] =>
  path.endsWith('/token') ? ['password', 'refresh_token', 'pkce'].map((grant) => `?grant_type=${grant}`) : [''];

/** The honest body with these fields; what has no fields is the body itself. */
const amended = (honest: object | undefined, body: unknown): unknown =>
  typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...honest, ...body } : body;

describe('no hostile input is an error of the server', { timeout: 240_000 }, () => {
  test('each hostile text as each part of each path', async () => {
    let place = 0;
    const requests = routes().flatMap((route) =>
      [...route.path.matchAll(/:(\w+)/g)].flatMap(([, hostileName]) =>
        forPlace(sharpSegments, bluntSegments, place++).map((hostile) => () => {
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
    let place = 0;
    for (const route of withBodies()) {
      const person = await personFor(route);
      const sent = [
        ...brokenBodies,
        ...Object.keys(bodyOf(route)!).flatMap((field) =>
          (takesFew.test(route.path) ? sharpValues : forPlace(sharpValues, bluntValues, place++)).map((one) =>
            JSON.stringify({ ...bodyOf(route), [field]: one }),
          ),
        ),
      ];
      const requests = grantsOf(route).flatMap((grant) =>
        sent.map((body) => () => complaintOf(person, route, `${withParameters(route.path, known)}${grant}`, { body })),
      );
      expect(await complaintsOf(requests, atATime(route))).toEqual([]);
    }
    expect(withBodies().length).toBeGreaterThan(15);
  });

  test('whatever else comes to mind, in a query', async () => {
    const name = fc.oneof(
      segment,
      fc.constantFrom(
        'select',
        'order',
        'limit',
        'offset',
        'id',
        'data',
        'page',
        'after',
        'type',
        'token',
        'redirect_to',
      ),
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

  test('whatever else comes to mind, in headers, from a user, a stranger and a visitor', async () => {
    const eve = await server.signUp();
    const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
    const unsigned = `${encoded({ alg: 'none' })}.${encoded({ sub: ada.id, role: 'service_role' })}.`;
    const header = fc.tuple(
      fc.constantFrom(...headerNames.split(' ')),
      fc.constantFrom(...headerValues, `Bearer ${unsigned}`, unsigned),
    );
    const request = fc.record({
      caller: fc.constantFrom('user', 'stranger', 'visitor'),
      headers: fc.array(header, { minLength: 1, maxLength: 4 }),
      other: fc.option(fc.constantFrom('HEAD', 'OPTIONS', 'PATCH', 'TRACE'), { freq: 5 }),
      body: fc.oneof(fc.constantFrom(...brokenBodies), fc.constant(null)),
    });
    for (const route of routes())
      await fc.assert(
        fc.asyncProperty(request, async ({ caller, headers, other, body }) => {
          const own = { user: ada.token, stranger: eve.token, visitor: null }[caller];
          const sent: Record<string, string[]> = {
            'Content-Type': ['application/json'],
            ...(own !== null && { Authorization: [`Bearer ${own}`], apikey: [apiKey] }),
          };
          for (const [name, one] of headers) sent[name] = [...(Object.hasOwn(sent, name) ? sent[name]! : []), one];
          const method = other ?? route.method;
          const address = `${withParameters(route.path, known)}${grantsOf(route)[0]}`;
          const json = method === 'GET' || method === 'HEAD' ? '' : (body ?? JSON.stringify(bodyOf(route) ?? {}));
          const answer = await sendRaw(method, address, sent, json);
          // An answer to HEAD has no body to judge.
          const judged = method === 'HEAD' && answer.status < 500 ? { ...answer, status: 200 } : answer;
          expect(faultOf(`${method} ${address} of a ${caller}`, address, judged)).toBeNull();
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
          expect(await complaintOf(person, route, address, { json: amended(bodyOf(route), body) })).toBeNull();
        }),
        runs,
      );
    }
  });
});
