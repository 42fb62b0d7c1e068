import { randomUUID } from 'node:crypto';
/** Second factors: what users do with them, and what others try. */
import { AuthClient } from '@supabase/auth-js';
import { TOTP, Secret, URI } from 'otpauth';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createRealTimeTestAuth,
  createTestAuth,
  openAuthStorage,
  type SimulatedTestAuth,
} from '../../support/authService.ts';
import type { Answer } from '../../support/server.ts';

let storage: Awaited<ReturnType<typeof openAuthStorage>>;
let pool: Pool;
let auth: SimulatedTestAuth;

const generous = { GOTRUE_MFA_RATE_LIMIT_CHALLENGE_AND_VERIFY: '0' };

beforeAll(async () => {
  storage = await openAuthStorage();
  pool = storage.pool;
  auth = await createTestAuth(pool, generous);
});
afterAll(() => storage?.close());

const password = 'correct horse battery staple';
const newEmail = () => `${randomUUID()}@example.com`;
const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
const expectRefusal = ({ status, json }: Answer, expected: { status: number; code: string; message?: string }) =>
  expect({ status, ...json }).toMatchObject(expected);

const signUp = async (service = auth, email = newEmail()) =>
  (await service.send('POST', '/signup', { json: { email, password } })).json;
const signIn = async (email: string, service = auth) =>
  (await service.send('POST', '/token?grant_type=password', { json: { email, password } })).json;
const refresh = (token: string, service = auth) =>
  service.send('POST', '/token?grant_type=refresh_token', { json: { refresh_token: token } });

const enroll = (token: string, more: object = {}, service = auth) =>
  service.send('POST', '/factors', { token, json: { factor_type: 'totp', friendly_name: 'Phone', ...more } });
const challenge = (token: string, id: string, service = auth) =>
  service.send('POST', `/factors/${id}/challenge`, { token });
const codeOf = (secret: string, service = auth, seconds = 0) =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: service.clock.now().getTime() + seconds * 1000 });
const verifyWith = async (token: string, id: string, code: string, service = auth) =>
  service.send('POST', `/factors/${id}/verify`, {
    token,
    json: { challenge_id: (await challenge(token, id, service)).json.id, code },
  });

/** A user with a verified factor, and the session that verified it. */
async function withFactor(service = auth) {
  const email = newEmail();
  const first = await signUp(service, email);
  const { json: factor } = await enroll(first.access_token, {}, service);
  const verified = await verifyWith(first.access_token, factor.id, codeOf(factor.totp.secret, service), service);
  expect(verified.status).toBe(200);
  // The next code is one that was not used.
  service.clock.advance(60);
  return { email, id: factor.id as string, secret: factor.totp.secret as string, first, session: verified.json };
}

describe('adding a factor', () => {
  test('gives the secret once, in the forms that apps and clients read', async () => {
    const email = newEmail();
    const { access_token: token } = await signUp(auth, email);
    const { status, json } = await enroll(token);
    expect({ status, ...json }).toMatchObject({ status: 200, id: expect.any(String), type: 'totp' });
    const { qr_code: picture, secret, uri } = json.totp;
    expect(picture).toMatch(/^<svg [^#%]*<\/svg>$/);
    expect(URI.parse(uri)).toMatchObject({
      issuer: '127.0.0.1',
      label: email,
      algorithm: 'SHA1',
      digits: 6,
      period: 30,
      secret: Secret.fromBase32(secret),
    });
    const { json: user } = await auth.send('GET', '/user', { token });
    expect(user.factors).toEqual([
      {
        id: json.id,
        factor_type: 'totp',
        friendly_name: 'Phone',
        status: 'unverified',
        created_at: expect.any(String),
        updated_at: expect.any(String),
      },
    ]);
  });

  test('the secret is neither in the database nor in the log', async () => {
    const { secret } = await withFactor();
    const { rows } = await pool.query(`select * from ${auth.schema}.mfa_factors`);
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect(auth.logLines.join('')).not.toContain(secret);
  });

  test('names are unique for a user, also two empty ones', async () => {
    const { access_token: token } = await signUp();
    await enroll(token);
    expectRefusal(await enroll(token), { status: 422, code: 'mfa_factor_name_conflict' });
    expect((await enroll(token, { friendly_name: null })).status).toBe(200);
    expectRefusal(await enroll(token, { friendly_name: ' ' }), { status: 422, code: 'mfa_factor_name_conflict' });
    const { access_token: other } = await signUp();
    expect((await enroll(other)).status).toBe(200);
  });

  test('there are ten at most, also when they are added at the same moment; expired ones do not count', async () => {
    const { access_token: token } = await signUp();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => enroll(token, { friendly_name: `Phone ${n}` })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    expectRefusal(answers.find(({ status }) => status !== 200) as Answer, {
      status: 422,
      code: 'too_many_enrolled_mfa_factors',
    });
    auth.clock.advance(301);
    expect((await enroll(token)).status).toBe(200);
    const { json: user } = await auth.send('GET', '/user', { token });
    expect(user.factors).toHaveLength(1);
  });

  test('refuses other types, long names, anonymous users and requests without a session', async () => {
    const { access_token: token } = await signUp();
    expectRefusal(await enroll(token, { factor_type: 'phone' }), {
      status: 422,
      code: 'mfa_phone_enroll_not_enabled',
      message: 'MFA enroll is disabled for Phone',
    });
    expectRefusal(await enroll(token, { factor_type: 'webauthn' }), {
      status: 422,
      code: 'mfa_webauthn_enroll_not_enabled',
    });
    expectRefusal(await enroll(token, { factor_type: 'constructor' }), { status: 400, code: 'validation_failed' });
    expectRefusal(await enroll(token, { friendly_name: 'x'.repeat(101) }), { status: 400, code: 'validation_failed' });
    expectRefusal(await enroll(token, { issuer: 'x'.repeat(101) }), { status: 400, code: 'validation_failed' });
    expectRefusal(await auth.send('POST', '/factors', { json: { factor_type: 'totp' } }), {
      status: 401,
      code: 'no_authorization',
    });
    const open = await createTestAuth(pool, { GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED: 'true' });
    const { json: anonymous } = await open.send('POST', '/signup', { json: {} });
    expectRefusal(await enroll(anonymous.access_token, {}, open), { status: 403, code: 'no_authorization' });
    const closed = await createTestAuth(pool, { GOTRUE_MFA_TOTP_ENROLL_ENABLED: 'false' });
    expectRefusal(await enroll((await signUp(closed)).access_token, {}, closed), {
      status: 422,
      code: 'mfa_totp_enroll_not_enabled',
    });
  });

  test('the next one needs a session that was verified with the first', async () => {
    const { email, session } = await withFactor();
    const { access_token: token } = await signIn(email);
    expectRefusal(await enroll(token, { friendly_name: 'Tablet' }), { status: 403, code: 'insufficient_aal' });
    expect((await enroll(session.access_token, { friendly_name: 'Tablet' })).status).toBe(200);
  });
});

describe('verifying a code', () => {
  test('raises the same session to aal2, with new tokens and the method in them', async () => {
    const { first, session, id } = await withFactor();
    const [before, after] = [claimsOf(first.access_token), claimsOf(session.access_token)];
    expect(before).toMatchObject({ aal: 'aal1', amr: [{ method: 'password' }] });
    expect(after).toMatchObject({ aal: 'aal2', session_id: before.session_id });
    expect(after.amr.map(({ method }: { method: string }) => method).toSorted()).toEqual(['password', 'totp']);
    expect(session).toMatchObject({ token_type: 'bearer', user: { factors: [{ id, status: 'verified' }] } });
    const { json: refreshed } = await refresh(session.refresh_token);
    expect(claimsOf(refreshed.access_token)).toMatchObject({ aal: 'aal2', session_id: before.session_id });
  });

  test('a later session names the code first, because it came last', async () => {
    const { email, id, secret } = await withFactor();
    const { access_token: token } = await signIn(email);
    expect(claimsOf(token)).toMatchObject({ aal: 'aal1' });
    auth.clock.advance(5);
    const { json } = await verifyWith(token, id, codeOf(secret));
    expect(claimsOf(json.access_token).amr.map(({ method }: { method: string }) => method)).toEqual([
      'totp',
      'password',
    ]);
  });

  test('tokens from before the code give nothing of what it opened', async () => {
    const { first, session } = await withFactor();
    expectRefusal(await refresh(first.refresh_token), { status: 400, code: 'refresh_token_not_found' });
    expect((await refresh(session.refresh_token)).status).toBe(200);
    expectRefusal(
      await auth.send('PUT', '/user', { token: first.access_token, json: { password: 'another long password' } }),
      { status: 401, code: 'insufficient_aal' },
    );
    expect((await auth.service.authenticate(`Bearer ${first.access_token}`)).awaitsFactor).toBe(true);
    expect((await auth.service.authenticate(`Bearer ${session.access_token}`)).awaitsFactor).toBe(false);
  });

  test('ends the sessions without a code and the factors that were never verified', async () => {
    const { email, id, secret, session } = await withFactor();
    const waiting = await signIn(email);
    const other = await signIn(email);
    await enroll(session.access_token, { friendly_name: 'Tablet' });
    const { json } = await verifyWith(waiting.access_token, id, codeOf(secret));
    expectRefusal(await auth.send('GET', '/user', { token: other.access_token }), {
      status: 403,
      code: 'session_not_found',
    });
    expect((await auth.send('GET', '/user', { token: session.access_token })).status).toBe(200);
    expect(json.user.factors).toEqual([expect.objectContaining({ id })]);
  });

  test('accepts the code of one step before or after, and none further away', async () => {
    const { session, id, secret } = await withFactor();
    const statusOf = async (seconds: number) =>
      (await verifyWith(session.access_token, id, codeOf(secret, auth, seconds))).status;
    expect(await statusOf(-60)).toBe(422);
    expect(await statusOf(60)).toBe(422);
    expect(await statusOf(-30)).toBe(200);
    expect(await statusOf(0)).toBe(200);
    expect(await statusOf(30)).toBe(200);
  });

  test('never accepts a code twice, nor an older one, nor by two requests at the same moment', async () => {
    const { session, id, secret } = await withFactor();
    const code = codeOf(secret);
    const answers = await Promise.all([1, 2, 3, 4].map(() => verifyWith(session.access_token, id, code)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422, 422]);
    expectRefusal(await verifyWith(session.access_token, id, codeOf(secret, auth, -30)), {
      status: 422,
      code: 'mfa_verification_failed',
      message: 'Invalid TOTP code entered',
    });
  });

  test('a challenge is used once, in time, for its factor, and by the client that asked for it', async () => {
    const { session, id, secret } = await withFactor();
    const { access_token: token } = session;
    const verify = (challengeId: string, code = codeOf(secret), factorId = id) =>
      auth.send('POST', `/factors/${factorId}/verify`, { token, json: { challenge_id: challengeId, code } });
    const { status, json } = await challenge(token, id);
    expect({ status, ...json }).toEqual({
      status: 200,
      id: expect.any(String),
      type: 'totp',
      expires_at: auth.clock.now().getTime() / 1000 + 300,
    });
    expect((await verify(json.id)).status).toBe(200);
    auth.clock.advance(60);
    expectRefusal(await verify(json.id), { status: 422, code: 'mfa_ip_address_mismatch' });

    const { json: late } = await challenge(token, id);
    auth.clock.advance(301);
    expectRefusal(await verify(late.id), { status: 422, code: 'mfa_challenge_expired' });

    const { json: elsewhere } = await challenge(token, id);
    await pool.query(`update ${auth.schema}.mfa_challenges set ip = '203.0.113.7' where id = $1`, [elsewhere.id]);
    expectRefusal(await verify(elsewhere.id), { status: 422, code: 'mfa_ip_address_mismatch' });

    const { json: second } = await enroll(token, { friendly_name: 'Tablet' });
    const { json: foreign } = await challenge(token, second.id);
    expectRefusal(await verify(foreign.id), { status: 422, code: 'mfa_factor_not_found' });
    expectRefusal(await verify(randomUUID()), { status: 422, code: 'mfa_factor_not_found' });
    expectRefusal(await verify('no-uuid'), { status: 400, code: 'validation_failed' });
    expectRefusal(await verify(randomUUID(), ''), { status: 400, code: 'validation_failed' });
  });

  test('an unverified factor expires', async () => {
    const { access_token: token } = await signUp();
    const { json: factor } = await enroll(token);
    const { json } = await challenge(token, factor.id);
    auth.clock.advance(301);
    const verified = await auth.send('POST', `/factors/${factor.id}/verify`, {
      token,
      json: { challenge_id: json.id, code: codeOf(factor.totp.secret) },
    });
    expectRefusal(verified, { status: 404, code: 'mfa_factor_not_found' });
    await auth.service.purge();
    expect((await auth.send('GET', '/user', { token })).json.factors).toBeUndefined();
  });

  test('codes cannot be guessed: tries are limited for the factor, and requests for the address', async () => {
    const { session, id, secret } = await withFactor();
    const wrong = String((Number(codeOf(secret)) + 1) % 1_000_000).padStart(6, '0');
    const { access_token: token } = session;
    const { json } = await challenge(token, id);
    const guess = (code: string) =>
      auth.send('POST', `/factors/${id}/verify`, { token, json: { challenge_id: json.id, code } });
    const guesses = await Promise.all(Array.from({ length: 40 }, () => guess(wrong)));
    expect(guesses.filter(({ status }) => status === 422).length).toBeLessThanOrEqual(20);
    const refused = await guess(codeOf(secret));
    expectRefusal(refused, { status: 429, code: 'over_request_rate_limit' });
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);

    const limited = await createTestAuth(pool);
    const { access_token: other } = await signUp(limited);
    const statuses = await Promise.all(Array.from({ length: 16 }, () => challenge(other, randomUUID(), limited)));
    expect(statuses.filter(({ status }) => status === 429)).toHaveLength(1);
  });
});

describe('removing a factor', () => {
  test('needs a verified session; sessions that it verified fall back to aal1', async () => {
    const { email, id, session } = await withFactor();
    const { access_token: weak } = await signIn(email);
    const remove = (token: string) => auth.send('DELETE', `/factors/${id}`, { token });
    expectRefusal(await remove(weak), { status: 422, code: 'insufficient_aal' });
    const { status, json } = await remove(session.access_token);
    expect({ status, json }).toEqual({ status: 200, json: { id } });
    const { json: refreshed } = await refresh(session.refresh_token);
    expect(claimsOf(refreshed.access_token)).toMatchObject({ aal: 'aal1', amr: [{ method: 'password' }] });
    expect(refreshed.user).not.toHaveProperty('factors');
    expect((await auth.service.authenticate(`Bearer ${session.access_token}`)).aal).toBe('aal1');
  });

  test('an unverified one needs none', async () => {
    const { access_token: token } = await signUp();
    const { json: factor } = await enroll(token);
    expect((await auth.send('DELETE', `/factors/${factor.id}`, { token })).status).toBe(200);
    expectRefusal(await auth.send('DELETE', `/factors/${factor.id}`, { token }), {
      status: 404,
      code: 'mfa_factor_not_found',
    });
  });
});

test('another user’s factor looks like none', async () => {
  const { id, secret } = await withFactor();
  const { access_token: eve } = await signUp();
  const attempts = [
    await challenge(eve, id),
    await auth.send('POST', `/factors/${id}/verify`, {
      token: eve,
      json: { challenge_id: randomUUID(), code: codeOf(secret) },
    }),
    await auth.send('DELETE', `/factors/${id}`, { token: eve }),
    await challenge(eve, randomUUID()),
  ];
  for (const answer of attempts) expectRefusal(answer, { status: 404, code: 'mfa_factor_not_found' });
  expect((await challenge(eve, 'no-uuid')).status).toBe(404);
});

test('email, phone and password change only in a verified session; the rest in any', async () => {
  const { email, session } = await withFactor();
  const { access_token: weak } = await signIn(email);
  const change = (token: string, json: object) => auth.send('PUT', '/user', { token, json });
  for (const json of [{ password: 'another long password' }, { email: newEmail() }])
    expectRefusal(await change(weak, json), { status: 401, code: 'insufficient_aal' });
  expect((await change(weak, { data: { name: 'Ada' }, email })).status).toBe(200);
  expect((await change(session.access_token, { password: 'another long password' })).status).toBe(200);
});

test('the client library adds, verifies, lists and removes factors', async () => {
  const service = await createRealTimeTestAuth(pool, generous);
  const client = new AuthClient({
    url: 'http://localhost/auth/v1',
    fetch: service.fetch,
    autoRefreshToken: false,
    detectSessionInUrl: false,
  });
  await client.signUp({ email: newEmail(), password });
  const enrolled = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone', issuer: 'Basechart' });
  if (enrolled.error) throw enrolled.error;
  const { id, totp } = enrolled.data;
  expect(totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg /);
  expect((await client.mfa.listFactors()).data?.totp).toEqual([]);
  const code = TOTP.generate({ secret: Secret.fromBase32(totp.secret) });
  expect((await client.mfa.challengeAndVerify({ factorId: id, code })).error).toBeNull();
  expect((await client.mfa.listFactors()).data?.totp).toEqual([expect.objectContaining({ id, status: 'verified' })]);
  expect((await client.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: 'aal2',
    nextLevel: 'aal2',
  });
  expect((await client.mfa.challengeAndVerify({ factorId: id, code })).error).toMatchObject({
    code: 'mfa_verification_failed',
    status: 422,
  });
  expect((await client.mfa.unenroll({ factorId: id })).error).toBeNull();
  expect((await client.mfa.listFactors()).data?.all).toEqual([]);
});
