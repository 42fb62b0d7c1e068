import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
/** The users of a project: their own service, their own rows, and nothing of another project or of the dashboard. */
import { AuthClient } from '@supabase/auth-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase, postgresPrograms, startPostgres, type TestPostgres } from '../../support/postgres.ts';
import { createOrganization, createProject, query, rowsOf, sqlErrorOf } from '../../support/projects.ts';
import { startTestServer, type TestServer, type TestUser } from '../../support/server.ts';

interface Project {
  ref: string;
  anon: string;
  service: string;
}

let folder: string;
let server: TestServer;
let ada: TestUser;
let mine: Project;
let other: Project;

/** What only the service itself may do in its schema. */
const forbiddenStatements = [
  'select encrypted_password from auth.users',
  'select * from auth.users',
  'select * from auth.refresh_tokens',
  'select * from auth.one_time_tokens',
  'select * from auth.mfa_factors',
  'select * from auth.sessions',
  "update auth.users set role = 'service_role'",
  'delete from auth.users',
  'create table auth.mine (id int)',
  'create function mine() returns trigger language plpgsql as $$ begin return new; end $$; create trigger t after insert on auth.users for each row execute function mine()',
  'alter table auth.users disable row level security',
  'drop schema auth cascade',
  'create or replace function auth.uid() returns uuid language sql as $$ select null::uuid $$',
];

const password = 'correct horse battery staple';
const newEmail = () => `${randomUUID()}@example.com`;

async function makeProject(user: TestUser, slug: string): Promise<Project> {
  const ref = await createProject(user, slug);
  const { json: keys } = await user.send('GET', `/api/platform/projects/${ref}/api-keys`);
  return { ref, anon: keys.anon, service: keys.service_role };
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'basechart-'));
  server = await startTestServer({ dataFolder: folder });
  ada = await server.signUp();
  const slug = await createOrganization(ada);
  mine = await makeProject(ada, slug);
  other = await makeProject(ada, slug);
});
afterAll(async () => {
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

const send = (
  method: string,
  path: string,
  { key = mine.anon, token, json, ref = mine.ref }: { key?: string; token?: string; json?: object; ref?: string } = {},
) =>
  server.send(method, `/project/${ref}/auth/v1${path}`, {
    ...(token !== undefined && { token }),
    ...(json !== undefined && { json }),
    headers: key === '' ? {} : { apikey: key },
  });
const clientOf = ({ ref, anon }: Project, key = anon, { origin } = server) =>
  new AuthClient({
    url: `${origin}/project/${ref}/auth/v1`,
    headers: { apikey: key, Authorization: `Bearer ${key}` },
    autoRefreshToken: false,
    persistSession: false,
    detectSessionInUrl: false,
  });
const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

it('signs users up and in with the project’s key, apart from each other project and from the dashboard', async () => {
  const email = newEmail();
  const { data, error } = await clientOf(mine).signUp({ email, password });
  expect(error).toBeNull();
  expect(claimsOf(data.session?.access_token ?? '')).toMatchObject({
    iss: `${server.origin}/project/${mine.ref}/auth/v1`,
    role: 'authenticated',
    email,
  });
  expect((await clientOf(mine).signInWithPassword({ email, password })).data.user?.id).toBe(data.user?.id);
  expect((await clientOf(other).signInWithPassword({ email, password })).error?.code).toBe('invalid_credentials');
  const dashboard = await server.send('POST', '/auth/v1/token?grant_type=password', { json: { email, password } });
  expect(dashboard.json.error_code).toBe('invalid_credentials');
});

it('a token is worthless at another project and at the dashboard, and the dashboard’s here', async () => {
  const { data } = await clientOf(mine).signUp({ email: newEmail(), password });
  const token = data.session?.access_token ?? '';
  expect((await send('GET', '/user', { token })).json.email).toBe(data.user?.email);
  const elsewhere = await send('GET', '/user', { token, key: other.anon, ref: other.ref });
  expect([elsewhere.status, elsewhere.json.error_code]).toEqual([403, 'bad_jwt']);
  const dashboard = await server.send('GET', '/auth/v1/user', { token });
  expect([dashboard.status, dashboard.json.error_code]).toEqual([403, 'bad_jwt']);
  expect((await server.send('GET', '/api/platform/organizations', { token })).status).toBe(401);
  const adas = await send('GET', '/user', { token: ada.token });
  expect([adas.status, adas.json.error_code]).toEqual([403, 'bad_jwt']);
  const refreshed = await server.send('POST', '/auth/v1/token?grant_type=refresh_token', {
    json: { refresh_token: data.session?.refresh_token },
  });
  expect(refreshed.json.error_code).toBe('refresh_token_not_found');
});

it('needs a key of this project; links that browsers open need none', async () => {
  for (const [key, ref] of [
    ['', mine.ref],
    ['nonsense', mine.ref],
    [other.anon, mine.ref],
    [ada.token, mine.ref],
    [mine.anon, 'x'.repeat(20)],
  ] as const) {
    const { status, json } = await send('POST', '/signup', { key, ref, json: { email: newEmail(), password } });
    expect([status, json.code]).toEqual([401, 'invalid_key']);
  }
  expect((await send('GET', '/verify?token=a&type=signup', { key: '' })).status).toBe(303);
  expect((await send('GET', '/health', { key: '' })).json.name).toBe('Basechart Auth');
  expect((await send('GET', '/unknown')).status).toBe(404);
});

it('the service key administers the users of its project; no other key and no user does', async () => {
  const email = newEmail();
  const { admin } = clientOf(mine, mine.service);
  const { data } = await admin.createUser({ email, password, email_confirm: true });
  expect((await admin.listUsers()).data.users.map((user) => user.id)).toContain(data.user?.id);
  expect((await clientOf(mine, mine.anon).admin.listUsers()).error?.code).toBe('not_admin');
  const { data: signedIn } = await clientOf(mine).signInWithPassword({ email, password });
  const token = signedIn.session?.access_token ?? '';
  expect((await send('GET', '/admin/users', { token })).json.error_code).toBe('not_admin');
  expect((await send('GET', '/admin/users', { token: other.service })).json.error_code).toBe('bad_jwt');
});

it('policies know the user: each reads the own rows through the Data API', async () => {
  const users = await Promise.all(
    [1, 2].map(async () => (await clientOf(mine).signUp({ email: newEmail(), password })).data),
  );
  await rowsOf(
    ada,
    mine.ref,
    `create table notes (owner uuid default auth.uid() references auth.users (id) on delete cascade, words text);
     alter table notes enable row level security;
     create function reader() returns uuid language plpgsql stable as $$ begin return auth.uid(); end $$;
     create policy own on notes to authenticated using (owner = auth.uid() and auth.role() = 'authenticated');
     create policy also_in_functions on notes as restrictive to authenticated using (owner = reader());
     insert into notes values ${users.map(({ user }, n) => `('${user?.id}', 'of user ${n}')`).join(', ')}`,
  );
  for (const [n, { session }] of users.entries()) {
    const { json } = await server.send('GET', `/project/${mine.ref}/api/rest/v1/notes?select=words`, {
      token: session?.access_token ?? '',
      headers: { apikey: mine.anon },
    });
    expect(json).toEqual([{ words: `of user ${n}` }]);
  }
  const anonymous = await server.send('GET', `/project/${mine.ref}/api/rest/v1/notes`, {
    headers: { apikey: mine.anon },
  });
  expect(anonymous.json).toEqual([]);
  // The rows go with their user.
  await clientOf(mine, mine.service).admin.deleteUser(users[0]?.user?.id ?? '');
  expect(await rowsOf(ada, mine.ref, 'select words from notes')).toEqual([['of user 1']]);
});

it('developers read who the users are, and neither hashes, tokens nor keys; they change nothing', async () => {
  await clientOf(mine).signUp({ email: 'seen@example.com', password });
  expect(await rowsOf(ada, mine.ref, "select email from auth.users where email = 'seen@example.com'")).toEqual([
    ['seen@example.com'],
  ]);
  for (const sql of forbiddenStatements) {
    const error = sqlErrorOf(await query(ada, mine.ref, sql));
    expect([sql, error?.code]).toEqual([sql, '42501']);
  }
});

it('a database whose developer owns a schema of that name has no users, and says so', async () => {
  const slug = await createOrganization(ada);
  const taken = await makeProject(ada, slug);
  await rowsOf(ada, taken.ref, 'create schema auth');
  const { status, json } = await send('POST', '/signup', {
    key: taken.anon,
    ref: taken.ref,
    json: { email: newEmail(), password },
  });
  expect([status, json.code]).toEqual([409, 'auth_schema_taken']);
});

it('users stay when the server stops', async () => {
  const email = newEmail();
  expect((await clientOf(mine).signUp({ email, password })).error).toBeNull();
  await server.stop();
  server = await startTestServer({ dataFolder: folder });
  const { data, error } = await clientOf(mine).signInWithPassword({ email, password });
  expect(error).toBeNull();
  expect(data.user?.email).toBe(email);
});

describe.skipIf(postgresPrograms === undefined)('on a Postgres server', () => {
  let postgres: TestPostgres;
  let one: TestServer;
  let two: TestServer;
  let bob: TestUser;
  let project: Project;
  beforeAll(async () => {
    postgres = await startPostgres();
    const env = { DATABASE_URL: await createDatabase(postgres, 'control') };
    one = await startTestServer({ env });
    two = await startTestServer({ env });
    bob = await one.signUp();
    project = await makeProject(bob, await createOrganization(bob));
  });
  afterAll(async () => {
    await Promise.all([one?.stop(), two?.stop()]);
    await postgres?.stop();
  });

  it('the same users sign in at each server that shares the database, and read their own rows', async () => {
    const email = newEmail();
    const signedUp = await clientOf(project, project.anon, one).signUp({ email, password });
    expect(signedUp.error).toBeNull();
    const { data } = await clientOf(project, project.anon, two).signInWithPassword({ email, password });
    expect(data.user?.id).toBe(signedUp.data.user?.id);
    await rowsOf(
      bob,
      project.ref,
      `create table notes (owner uuid, words text);
       alter table notes enable row level security;
       create policy own on notes to authenticated using (owner = auth.uid());
       insert into notes values ('${data.user?.id}', 'mine'), ('${randomUUID()}', 'another')`,
    );
    const { json } = await two.send('GET', `/project/${project.ref}/api/rest/v1/notes?select=words`, {
      token: data.session?.access_token ?? '',
      headers: { apikey: project.anon },
    });
    expect(json).toEqual([{ words: 'mine' }]);
  });

  it.each(forbiddenStatements)('the developer may not: %s', async (sql) => {
    expect(sqlErrorOf(await query(bob, project.ref, sql))?.code).toBe('42501');
  });
});
