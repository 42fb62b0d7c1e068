/** What a user can see of the own account: where it is signed in, and what happened to it. */
import { randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestAuth, openAuthStorage, type SimulatedTestAuth } from '../../support/authService.ts';

let storage: Awaited<ReturnType<typeof openAuthStorage>>;
let pool: Pool;
let auth: SimulatedTestAuth;

beforeAll(async () => {
  storage = await openAuthStorage();
  pool = storage.pool;
  auth = await createTestAuth(pool, { GOTRUE_SMTP_MAX_FREQUENCY: '0', GOTRUE_RATE_LIMIT_VERIFY: '0' });
});
afterAll(() => storage?.close());

const password = 'correct horse battery staple';
const newEmail = () => `${randomUUID()}@example.com`;
const client = { userAgent: 'Test', ip: '203.0.113.7' };
const sessionIdOf = (token: string): string =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).session_id;

const post = (path: string, json: object, userAgent = 'Firefox') =>
  auth.send('POST', path, { json, headers: { 'User-Agent': userAgent } });
const signUp = async (email = newEmail()) => ({ email, ...(await post('/signup', { email, password })).json });
const signIn = async (email: string, userAgent: string, secret = password) =>
  (await post('/token?grant_type=password', { email, password: secret }, userAgent)).json;
const refresh = (token: string, userAgent: string) =>
  post('/token?grant_type=refresh_token', { refresh_token: token }, userAgent);
const statusOf = async (token: string) => (await auth.send('GET', '/user', { token })).status;
const actionsOf = async (userId: string) => (await auth.service.listEvents(userId)).map(({ action }) => action);

test('sessions name their device and address, the one that was used last first', async () => {
  const { email, user, refresh_token: first } = await signUp();
  auth.clock.advance(60);
  const second = await signIn(email, 'x'.repeat(2_000));
  auth.clock.advance(60);
  await refresh(first, 'Firefox 2');
  const begun = auth.clock.now().getTime() - 120_000;
  expect(await auth.service.sessions.list(user.id)).toEqual([
    {
      id: expect.any(String),
      aal: 'aal1',
      userAgent: 'Firefox 2',
      ip: '127.0.0.1',
      createdAt: new Date(begun),
      lastSeenAt: new Date(begun + 120_000),
    },
    {
      id: sessionIdOf(second.access_token),
      aal: 'aal1',
      userAgent: 'x'.repeat(512),
      ip: '127.0.0.1',
      createdAt: new Date(begun + 60_000),
      lastSeenAt: new Date(begun + 60_000),
    },
  ]);
});

test('a session that may no longer be refreshed is not listed', async () => {
  const limited = await createTestAuth(pool, { GOTRUE_SESSIONS_INACTIVITY_TIMEOUT: '3000' });
  const { json } = await limited.send('POST', '/signup', { json: { email: newEmail(), password } });
  expect(await limited.service.sessions.list(json.user.id)).toHaveLength(1);
  limited.clock.advance(3001);
  expect(await limited.service.sessions.list(json.user.id)).toEqual([]);
});

test('a user ends one session or all others; another user ends none of them', async () => {
  const here = await signUp();
  const [phone, tablet] = [await signIn(here.email, 'Phone'), await signIn(here.email, 'Tablet')];
  const eve = await signUp();
  const { sessions } = auth.service;
  expect(await sessions.end(eve.user.id, sessionIdOf(phone.access_token), client)).toBe(false);
  expect(await sessions.endOthers(eve.user.id, sessionIdOf(phone.access_token), client)).toBe(1);
  expect(await statusOf(phone.access_token)).toBe(200);

  expect(await sessions.end(here.user.id, sessionIdOf(phone.access_token), client)).toBe(true);
  expect(await statusOf(phone.access_token)).toBe(403);
  expect(await sessions.end(here.user.id, sessionIdOf(phone.access_token), client)).toBe(false);
  expect(await sessions.endOthers(here.user.id, sessionIdOf(here.access_token), client)).toBe(1);
  expect(await statusOf(tablet.access_token)).toBe(403);
  expect(await statusOf(here.access_token)).toBe(200);
  expect((await auth.service.listEvents(here.user.id))[0]).toMatchObject({
    action: 'session_ended',
    details: { sessions: 1 },
    ip: client.ip,
    userAgent: 'Test',
  });
});

test('the log tells what happened to an account, to its user only', async () => {
  const { email, user, access_token: token } = await signUp();
  await signIn(email, 'Thief', 'a wrong password');
  await post('/recover', { email });
  await auth.send('PUT', '/user', { token, json: { data: { name: 'Ada' } } });
  await auth.send('PUT', '/user', { token, json: { password: 'another long password' } });
  await auth.send('POST', '/logout', { token });
  const events = await auth.service.listEvents(user.id);
  expect(events.map(({ action }) => action)).toEqual([
    'logout',
    'user_updated_password',
    'user_modified',
    'user_recovery_requested',
    'login_failed',
    'login',
    'user_signedup',
  ]);
  expect(events[4]).toEqual({
    id: expect.any(String),
    userId: user.id,
    action: 'login_failed',
    details: {},
    ip: '127.0.0.1',
    userAgent: 'Thief',
    createdAt: auth.clock.now(),
  });
  expect(await actionsOf(randomUUID())).toEqual([]);
  const { rows } = await pool.query(`select * from ${auth.schema}.audit_log_entries`);
  for (const secret of [password, 'a wrong password', 'another long password', token, auth.mails.sent.at(-1)?.text])
    expect(JSON.stringify(rows)).not.toContain(secret);
});

test('second factors, mails and stolen tokens are in it', async () => {
  const { email, user, access_token: token, refresh_token: stolen } = await signUp();
  const { json: factor } = await auth.send('POST', '/factors', { token, json: { factor_type: 'totp' } });
  const { json: challenge } = await auth.send('POST', `/factors/${factor.id}/challenge`, { token });
  const code = TOTP.generate({
    secret: Secret.fromBase32(factor.totp.secret),
    timestamp: auth.clock.now().getTime() + 600_000,
  });
  await auth.send('POST', `/factors/${factor.id}/verify`, { token, json: { challenge_id: challenge.id, code } });
  await auth.send('DELETE', `/factors/${factor.id}`, { token });
  await post('/otp', { email });
  const { json: next } = await refresh(stolen, 'Firefox');
  await refresh(next.refresh_token, 'Firefox');
  auth.clock.advance(60);
  expect((await refresh(stolen, 'Thief')).status).toBe(400);
  expect(await actionsOf(user.id)).toEqual([
    'token_revoked',
    'user_magiclink_requested',
    'factor_unenrolled',
    'factor_code_failed',
    'factor_in_progress',
    'login',
    'user_signedup',
  ]);
});

test('it is bounded for each kind of event, read in pages, and deleted after its time', async () => {
  const { email, user } = await signUp();
  await signIn(email, 'Thief', 'a wrong password');
  // As if they had failed one after the other: each takes the time of a password hash.
  await pool.query(
    `insert into ${auth.schema}.audit_log_entries (user_id, action, details, ip, created_at)
     select $1, 'login_failed', '{}', '203.0.113.7', now() from generate_series(1, 250)`,
    [user.id],
  );
  await signIn(email, 'Thief', 'a wrong password');
  const newest = await auth.service.listEvents(user.id, { limit: 1_000 });
  expect(newest).toHaveLength(100);
  const rest = await auth.service.listEvents(user.id, { before: newest.at(-1)?.id ?? '' });
  expect(rest.map(({ action }) => action)).toEqual(['login', 'user_signedup']);

  auth.clock.advance(91 * 86_400);
  await auth.service.purge();
  expect(await actionsOf(user.id)).not.toContain('user_signedup');
});
