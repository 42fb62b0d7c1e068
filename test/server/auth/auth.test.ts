import { createHash, createHmac, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashPassword, verifyPassword } from '../../../server/auth/passwords.ts';
import { createTestAuth, openAuthStorage, type SimulatedTestAuth } from '../../support/authService.ts';
import { withUsualHashes } from '../../support/quickPasswordCost.ts';
import type { Answer } from '../../support/server.ts';

let storage: Awaited<ReturnType<typeof openAuthStorage>>;
let pool: Pool;
let auth: SimulatedTestAuth;

beforeAll(async () => {
  storage = await openAuthStorage();
  pool = storage.pool;
  auth = await createTestAuth(pool);
});
afterAll(() => storage?.close());

const password = 'correct horse battery staple';
const newEmail = () => `${randomUUID()}@example.com`;

const signUp = async (service = auth, email = newEmail()) => {
  const { status, json } = await service.send('POST', '/signup', { json: { email, password } });
  expect(status).toBe(200);
  return json;
};
const signIn = (email: string, secret = password, service = auth) =>
  service.send('POST', '/token?grant_type=password', { json: { email, password: secret } });
const refresh = (token: string, service = auth) =>
  service.send('POST', '/token?grant_type=refresh_token', { json: { refresh_token: token } });

/** Bans a user of `auth` for an hour. */
const ban = (id: string) =>
  pool.query(`update ${auth.schema}.users set banned_until = $2 where id = $1`, [
    id,
    new Date(auth.clock.now().getTime() + 3_600_000),
  ]);

const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
const headerOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString());
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

const expectRefusal = (
  { status, json, headers }: Answer,
  expected: { status: number; code: string; message?: string | RegExp },
) => {
  expect({ status, code: json?.code }).toEqual({ status: expected.status, code: expected.code });
  expect(headers.get('x-sb-error-code')).toBe(expected.code);
  if (expected.message !== undefined) expect(json.message).toMatch(expected.message);
};

describe('signing up', () => {
  test('answers with a session for a confirmed user', async () => {
    const email = newEmail();
    const { json, headers } = await auth.send('POST', '/signup', {
      json: { email: email.toUpperCase(), password, data: { name: 'Ada', sub: 'forged' } },
    });
    expect(json).toMatchObject({
      token_type: 'bearer',
      expires_in: 3600,
      expires_at: auth.clock.now().getTime() / 1000 + 3600,
    });
    expect(json.refresh_token.length).toBeGreaterThanOrEqual(12);
    expect(headers.get('cache-control')).toBe('no-store');
    const { user } = json;
    expect(user).toMatchObject({
      email,
      phone: '',
      aud: 'authenticated',
      role: 'authenticated',
      is_anonymous: false,
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: { name: 'Ada', sub: user.id, email, email_verified: true, phone_verified: false },
    });
    expect(user.email_confirmed_at).toBe(user.confirmed_at);
    expect(user.last_sign_in_at).toBe(auth.clock.now().toISOString());
    expect(user.identities).toEqual([
      expect.objectContaining({
        id: user.id,
        user_id: user.id,
        provider: 'email',
        email,
        identity_data: expect.objectContaining({ sub: user.id, email, email_verified: true }),
      }),
    ]);
    expect(Object.values(user)).not.toContain(null);
    expect(JSON.stringify(json)).not.toMatch(/argon2|encrypted|hash/);
    expect(claimsOf(json.access_token)).toMatchObject({
      iss: 'http://127.0.0.1:3000/auth/v1',
      sub: user.id,
      aud: 'authenticated',
      email,
      phone: '',
      role: 'authenticated',
      aal: 'aal1',
      is_anonymous: false,
      exp: json.expires_at,
      iat: json.expires_at - 3600,
      amr: [{ method: 'password', timestamp: json.expires_at - 3600 }],
    });
  });

  test('an address that is taken, in whatever case, is 422 user_already_exists', async () => {
    const email = newEmail();
    await signUp(auth, email);
    expectRefusal(await auth.send('POST', '/signup', { json: { email: email.toUpperCase(), password } }), {
      status: 422,
      code: 'user_already_exists',
      message: /^User already registered$/,
    });
  });

  // Two: more would wait for each other's hash, and be refused for that on a slow machine.
  test('of two at once with one address one succeeds and the other is 422', async () => {
    const request = { json: { email: newEmail(), password } };
    const answers = await Promise.all([auth.send('POST', '/signup', request), auth.send('POST', '/signup', request)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  });

  test.each([
    ['no password', { email: 'a@example.com' }, 400, 'validation_failed', 'Signup requires a valid password'],
    [
      'a short password',
      { email: 'a@example.com', password: '12345' },
      422,
      'weak_password',
      'Password should be at least 8 characters.',
    ],
    [
      '100 characters',
      { email: 'a@example.com', password: 'x'.repeat(100) },
      400,
      'validation_failed',
      'Password cannot be longer than 99 characters',
    ],
    [
      'both addresses',
      { email: 'a@example.com', phone: '+123456789', password },
      400,
      'validation_failed',
      'Only an email address or phone number should be provided',
    ],
    [
      'half a code exchange',
      { email: 'a@example.com', password, code_challenge: 'x'.repeat(43) },
      400,
      'validation_failed',
      'PKCE flow requires code_challenge_method and code_challenge',
    ],
    ['no address at all', { password }, 422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled'],
    [
      'a phone while phones are off',
      { phone: '+123456789', password },
      400,
      'phone_provider_disabled',
      'Phone logins are disabled',
    ],
    [
      'an address without a host',
      { email: 'nobody', password },
      400,
      'validation_failed',
      'Unable to validate email address: invalid format',
    ],
    [
      'an address with a zero character',
      { email: 'a\u0000@example.com', password },
      400,
      'validation_failed',
      'Unable to validate email address: invalid format',
    ],
    [
      'metadata with a zero character',
      { email: 'zero@example.com', password, data: { a: '\u0000' } },
      400,
      'validation_failed',
      'Text cannot hold a zero character.',
    ],
  ])('%s is refused', async (_name, json, status, code, message) => {
    const answer = await auth.send('POST', '/signup', { json });
    expectRefusal(answer, { status, code });
    expect(answer.json.message).toBe(message);
  });

  test('a weak password names its reasons in both formats', async () => {
    const body = { json: { email: newEmail(), password: '123' } };
    expect((await auth.send('POST', '/signup', body)).json.weak_password).toEqual({ reasons: ['length'] });
    const old = await auth.send('POST', '/signup', { ...body, headers: { 'X-Supabase-Api-Version': '' } });
    expect(old.json).toEqual({
      code: 422,
      error_code: 'weak_password',
      msg: 'Password should be at least 8 characters.',
      weak_password: { reasons: ['length'] },
    });
    expect(old.headers.has('x-supabase-api-version')).toBe(false);
  });

  test.each(['2024-01-01', '2025-12-31'])('version %s gets a word as code, and the version back', async (version) => {
    const { json, headers } = await auth.send('POST', '/signup', {
      json: {},
      headers: { 'X-Supabase-Api-Version': version },
    });
    expect(json.code).toBe('anonymous_provider_disabled');
    expect(headers.get('x-supabase-api-version')).toBe('2024-01-01');
  });

  test.each(['2023-12-31', '2024-13-01', '2024-02-30', 'tomorrow'])('version %s is none', async (version) => {
    const { json, headers } = await auth.send('POST', '/signup', {
      json: {},
      headers: { 'X-Supabase-Api-Version': version },
    });
    expect(json).toMatchObject({ code: 422, error_code: 'anonymous_provider_disabled' });
    expect(headers.has('x-supabase-api-version')).toBe(false);
  });

  test.each([101, 3_000, 100_000])(
    'a body nested %i levels deep is bad_json, and leaves nobody who cannot sign in',
    async (depth) => {
      const email = newEmail();
      const body = (levels: number) =>
        `{"email":"${email}","password":"${password}","data":${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}}`;
      expectRefusal(await auth.send('POST', '/signup', { body: body(depth) }), { status: 400, code: 'bad_json' });
      expect((await auth.send('POST', '/signup', { body: body(90) })).status).toBe(200);
    },
  );

  test.each(['', '{', '[]', '"text"', 'null', '{"email":5}', '{"data":[]}'])(
    'the body %j is bad_json',
    async (body) => {
      expectRefusal(await auth.send('POST', '/signup', { body }), { status: 400, code: 'bad_json' });
    },
  );

  test('more than a mebibyte is 413', async () => {
    expectRefusal(await auth.send('POST', '/signup', { body: JSON.stringify({ email: 'x'.repeat(1024 * 1024) }) }), {
      status: 413,
      code: 'request_entity_too_large',
    });
  });

  test('passwords of 99 characters count to the last one', async () => {
    const email = newEmail();
    const long = 'ü'.repeat(98);
    await auth.send('POST', '/signup', { json: { email, password: `${long}a` } });
    expect((await signIn(email, `${long}a`)).status).toBe(200);
    expect((await signIn(email, `${long}b`)).status).toBe(400);
    expect((await signIn(email, long)).status).toBe(400);
  });

  test('role, aud and app_metadata in the body have no effect', async () => {
    const {
      json: { user },
    } = await auth.send('POST', '/signup', {
      json: { email: newEmail(), password, role: 'service_role', aud: 'x', app_metadata: { admin: true } },
    });
    expect(user).toMatchObject({
      role: 'authenticated',
      aud: 'authenticated',
      app_metadata: { provider: 'email', providers: ['email'] },
    });
  });

  test('switched off, it is 422 signup_disabled', async () => {
    const closed = await createTestAuth(pool, { GOTRUE_DISABLE_SIGNUP: 'true' });
    expectRefusal(await closed.send('POST', '/signup', { json: { email: newEmail(), password } }), {
      status: 422,
      code: 'signup_disabled',
    });
    expect((await closed.send('GET', '/settings')).json.disable_signup).toBe(true);
  });

  test('self-hosted, the first may sign up and nobody after that, even at the same moment', async () => {
    const { service, send } = await createTestAuth(pool, {}, { args: ['--self-hosted'] });
    expect(await service.isSignupOpen()).toBe(true);
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => send('POST', '/signup', { json: { email: newEmail(), password } })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422, 422]);
    expectRefusal(await send('POST', '/signup', { json: { email: newEmail(), password } }), {
      status: 422,
      code: 'signup_disabled',
    });
    expect(await service.isSignupOpen()).toBe(false);
    const open = await createTestAuth(pool, { GOTRUE_DISABLE_SIGNUP: 'false' }, { args: ['--self-hosted'] });
    await signUp(open);
    await signUp(open);
  });

  test('anonymous users have no identities and may become known', async () => {
    const open = await createTestAuth(pool, { GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED: 'true' });
    const {
      json: { user, access_token: token },
    } = await open.send('POST', '/signup', { json: { data: { theme: 'dark' } } });
    expect(user).toMatchObject({ is_anonymous: true, email: '', identities: [], user_metadata: { theme: 'dark' } });
    expect(user.user_metadata).toEqual({ theme: 'dark' });
    expect(claimsOf(token)).toMatchObject({ is_anonymous: true, amr: [{ method: 'anonymous' }] });
    expectRefusal(await open.send('PUT', '/user', { token, json: { password } }), {
      status: 422,
      code: 'validation_failed',
    });
    const email = newEmail();
    const { json: known } = await open.send('PUT', '/user', { token, json: { email, password } });
    expect(known).toMatchObject({
      is_anonymous: false,
      email,
      app_metadata: { provider: 'email', providers: ['email'] },
      identities: [{ provider: 'email', email }],
    });
    expect((await signIn(email, password, open)).status).toBe(200);
  });

  test('phones are kept without plus sign and spaces', async () => {
    const open = await createTestAuth(pool, { GOTRUE_EXTERNAL_PHONE_ENABLED: 'true', GOTRUE_SMS_AUTOCONFIRM: 'true' });
    const {
      json: { user },
    } = await open.send('POST', '/signup', { json: { phone: '+49 151 1234567', password } });
    expect(user).toMatchObject({
      phone: '491511234567',
      email: '',
      user_metadata: { phone_verified: true, email_verified: false },
    });
    expect(
      (await open.send('POST', '/token?grant_type=password', { json: { phone: '491511234567', password } })).status,
    ).toBe(200);
    expectRefusal(await open.send('POST', '/signup', { json: { phone: '+0123', password } }), {
      status: 400,
      code: 'validation_failed',
      message: /E\.164/,
    });
    expectRefusal(
      await open.send('POST', '/signup', {
        json: { phone: '+123456', password, code_challenge: 'x'.repeat(43), code_challenge_method: 's256' },
      }),
      { status: 400, code: 'validation_failed', message: /PKCE not supported/ },
    );
  });
});

describe('signing in', () => {
  test('a right password begins another session', async () => {
    const email = newEmail();
    const first = await signUp(auth, email);
    const { status, json } = await signIn(` ${email.toUpperCase()}`);
    expect(status).toBe(200);
    expect(claimsOf(json.access_token).session_id).not.toBe(claimsOf(first.access_token).session_id);
    expect((await auth.send('GET', '/user', { token: first.access_token })).status).toBe(200);
  });

  test('remembers at most the first 512 characters of what the browser calls itself', async () => {
    const email = newEmail();
    await signUp(auth, email);
    const begin = async (headers: Record<string, string>) => {
      const { json } = await auth.send('POST', '/token?grant_type=password', { json: { email, password }, headers });
      const { rows } = await pool.query(`select user_agent from ${auth.schema}.sessions where id = $1`, [
        claimsOf(json.access_token).session_id,
      ]);
      return rows[0].user_agent;
    };
    expect(await begin({ 'User-Agent': `${'a'.repeat(512)}b` })).toBe('a'.repeat(512));
    expect(await begin({ 'User-Agent': 'short' })).toBe('short');
    expect(await begin({})).toBeNull();
  });

  test('an unknown address, a wrong password and a user without password are told the same', async () => {
    const email = newEmail();
    const { user } = await signUp(auth, email);
    const wrong = await signIn(email, 'something else');
    const unknown = await signIn(newEmail());
    await pool.query(`update ${auth.schema}.users set encrypted_password = null where id = $1`, [user.id]);
    const without = await signIn(email);
    expect(wrong.text).toBe(unknown.text);
    expect(wrong.text).toBe(without.text);
    expectRefusal(wrong, { status: 400, code: 'invalid_credentials', message: /^Invalid login credentials$/ });
  });

  test.each([
    ['both addresses', { email: 'a@b.c', phone: '+1234', password }, 400, 'validation_failed'],
    ['no address', { password }, 400, 'validation_failed'],
    ['a phone while phones are off', { phone: '+1234567', password }, 422, 'phone_provider_disabled'],
  ])('%s is refused', async (_name, json, status, code) => {
    expectRefusal(await auth.send('POST', '/token?grant_type=password', { json }), { status, code });
  });

  test.each(['/token', '/token?grant_type=', '/token?grant_type=magic'])('%s is no grant', async (path) => {
    expectRefusal(await auth.send('POST', path, { json: {} }), {
      status: 400,
      code: 'invalid_credentials',
      message: /^unsupported_grant_type$/,
    });
  });

  test('a ban is told only to who knows the password', async () => {
    const email = newEmail();
    const { user, refresh_token: token } = await signUp(auth, email);
    await ban(user.id);
    expectRefusal(await signIn(email, 'wrong'), { status: 400, code: 'invalid_credentials' });
    expectRefusal(await signIn(email), { status: 400, code: 'user_banned' });
    expectRefusal(await refresh(token), { status: 400, code: 'user_banned' });
  });

  test('an unconfirmed address is told only to who knows the password', async () => {
    const email = newEmail();
    const { user } = await signUp(auth, email);
    await pool.query(`update ${auth.schema}.users set email_confirmed_at = null where id = $1`, [user.id]);
    expectRefusal(await signIn(email, 'wrong'), { status: 400, code: 'invalid_credentials' });
    expectRefusal(await signIn(email), { status: 400, code: 'email_not_confirmed', message: /^Email not confirmed$/ });
  });

  test('a password that became too weak still signs in, and says so', async () => {
    const strict = await createTestAuth(
      pool,
      {
        GOTRUE_PASSWORD_MIN_LENGTH: '12',
        GOTRUE_PASSWORD_REQUIRED_CHARACTERS: 'abcdefghijklmnopqrstuvwxyz:0123456789',
      },
      { schema: auth.schema },
    );
    const email = newEmail();
    await auth.send('POST', '/signup', { json: { email, password: 'abcdefgh' } });
    const { status, json } = await signIn(email, 'abcdefgh', strict);
    expect(status).toBe(200);
    expect(json.weak_password.reasons).toEqual(['length', 'characters']);
    expectRefusal(await strict.send('POST', '/signup', { json: { email: newEmail(), password: 'abcdefghijkl' } }), {
      status: 422,
      code: 'weak_password',
    });
  });

  test('the stored hash is argon2id, and one made with less work is replaced at sign-in', () =>
    withUsualHashes(async () => {
      const email = newEmail();
      const { user } = await signUp(auth, email);
      const stored = async (): Promise<string> =>
        (await pool.query(`select encrypted_password from ${auth.schema}.users where id = $1`, [user.id])).rows[0]
          .encrypted_password;
      expect(await stored()).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
      const { argon2Sync } = await import('node:crypto');
      const nonce = Buffer.alloc(16, 7);
      const tag = argon2Sync('argon2id', {
        message: password,
        nonce,
        parallelism: 1,
        tagLength: 32,
        memory: 1024,
        passes: 1,
      });
      const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
      await pool.query(`update ${auth.schema}.users set encrypted_password = $2 where id = $1`, [
        user.id,
        `$argon2id$v=19$m=1024,t=1,p=1$${unpadded(nonce)}$${unpadded(tag)}`,
      ]);
      expect((await signIn(email)).status).toBe(200);
      const replaced = await stored();
      expect(replaced).toMatch(/m=19456,t=2,p=1/);
      expect((await signIn(email)).status).toBe(200);
      expect(await stored()).toBe(replaced);
    }));

  test('refusing an unknown address takes the work of verifying a password', () =>
    withUsualHashes(async () => {
      const timed = async (work: () => Promise<unknown>) => {
        const begun = performance.now();
        await work();
        return performance.now() - begun;
      };
      const stored = await hashPassword('right password');
      let [verifying, refusing] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
      // In turns, and the quickest of several: whatever else the machine does meets both, and only ever adds.
      for (let i = 0; i < 8; i++) {
        verifying = Math.min(verifying, await timed(() => verifyPassword('wrong password', stored)));
        refusing = Math.min(refusing, await timed(() => signIn(newEmail(), 'wrong password')));
      }
      expect(refusing).toBeGreaterThan(verifying / 2);
    }));
});

describe('refreshing', () => {
  test('exchanges the token, and the new one works', async () => {
    const session = await signUp();
    const first = await refresh(session.refresh_token);
    expect(first.status).toBe(200);
    expect(first.json.refresh_token).not.toBe(session.refresh_token);
    expect(claimsOf(first.json.access_token)).toMatchObject({
      session_id: claimsOf(session.access_token).session_id,
      amr: claimsOf(session.access_token).amr,
    });
    expect((await refresh(first.json.refresh_token)).status).toBe(200);
  });

  test('stores no token', async () => {
    const { refresh_token: token } = await signUp();
    const {
      json: { refresh_token: next },
    } = await refresh(token);
    const { rows } = await pool.query(`select * from ${auth.schema}.refresh_tokens`);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(JSON.stringify(rows)).not.toContain(next);
    expect(JSON.stringify(rows)).toContain(createHash('sha256').update(next).digest('hex'));
  });

  test('the parent of the live token gives the live token again, however late', async () => {
    const { refresh_token: token } = await signUp();
    const {
      json: { refresh_token: live },
    } = await refresh(token);
    auth.clock.advance(3000);
    const again = await refresh(token);
    expect(again.status).toBe(200);
    expect(again.json.refresh_token).toBe(live);
    expect((await refresh(live)).status).toBe(200);
  });

  test('an older token within the reuse interval gives the live one too', async () => {
    const { refresh_token: token } = await signUp();
    const {
      json: { refresh_token: second },
    } = await refresh(token);
    const {
      json: { refresh_token: third },
    } = await refresh(second);
    auth.clock.advance(9);
    expect((await refresh(token)).json.refresh_token).toBe(third);
    expect((await refresh(third)).status).toBe(200);
  });

  test('an older token after the reuse interval ends the session: the newest token and the access token too', async () => {
    const { refresh_token: token } = await signUp();
    const {
      json: { refresh_token: second },
    } = await refresh(token);
    const {
      json: { refresh_token: third, access_token: access },
    } = await refresh(second);
    auth.clock.advance(11);
    expectRefusal(await refresh(token), {
      status: 400,
      code: 'refresh_token_already_used',
      message: /^Invalid Refresh Token: Already Used$/,
    });
    expect((await refresh(third)).status).toBe(400);
    expectRefusal(await auth.send('GET', '/user', { token: access }), { status: 403, code: 'session_not_found' });
    expect(auth.logLines.some((line) => line.includes('refresh token reused'))).toBe(true);
  });

  test('twenty at once all succeed with one new token', async () => {
    const { refresh_token: token } = await signUp();
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(token)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ json }) => json.refresh_token)).size).toBe(1);
  });

  test.each(['', 'x', 'unknown-but-well-formed-token-0123456789', '\u0000', 'ü'.repeat(10_000)])(
    'the token %j is not found',
    async (token) => {
      expectRefusal(await refresh(token), {
        status: 400,
        code: 'refresh_token_not_found',
        message: /^Invalid Refresh Token: Refresh Token Not Found$/,
      });
    },
  );

  test('ends with the timebox, with inactivity, and with a newer session where there may be one only', async () => {
    const limited = await createTestAuth(pool, {
      GOTRUE_SESSIONS_TIMEBOX: '7200',
      GOTRUE_SESSIONS_INACTIVITY_TIMEOUT: '3000',
      GOTRUE_SESSIONS_SINGLE_PER_USER: 'true',
    });
    const expired = { status: 400, code: 'session_expired' };

    const idle = await signUp(limited);
    limited.clock.advance(3001);
    expectRefusal(await refresh(idle.refresh_token, limited), expired);

    let { refresh_token: token } = await signUp(limited);
    for (const seconds of [2400, 2400, 2300]) {
      limited.clock.advance(seconds);
      token = (await refresh(token, limited)).json.refresh_token;
    }
    limited.clock.advance(200);
    expectRefusal(await refresh(token, limited), expired);

    const email = newEmail();
    const older = await signUp(limited, email);
    limited.clock.advance(1);
    const newer = await signIn(email, password, limited);
    expectRefusal(await refresh(older.refresh_token, limited), expired);
    // Another user's session is newer.
    limited.clock.advance(1);
    await signUp(limited);
    expect((await refresh(newer.json.refresh_token, limited)).status).toBe(200);
  });
});

describe('purging', () => {
  const count = async (schema: string, table: string): Promise<number> =>
    Number((await pool.query<{ count: string }>(`select count(*) from ${schema}.${table}`)).rows[0]?.count);
  const day = 24 * 60 * 60;

  test('deletes exchanged refresh tokens after a day, and none that still answers', async () => {
    const schema = 'auth_tokens';
    const kept = await createTestAuth(pool, {}, { schema });
    let { refresh_token: token } = await signUp(kept);
    const tokens = [token];
    for (let exchange = 0; exchange < 4; exchange++) {
      token = (await refresh(token, kept)).json.refresh_token;
      tokens.push(token);
    }
    expect(await kept.service.purge()).toEqual({ sessions: 0, refreshTokens: 0, oneTimeTokens: 0 });
    kept.clock.advance(day + 1);
    // At the same moment from two servers.
    const purged = await Promise.all([kept.service.purge(), kept.service.purge()]);
    expect(purged.reduce((sum, { refreshTokens }) => sum + refreshTokens, 0)).toBe(3);
    expect(await count(schema, 'refresh_tokens')).toBe(2);
    expectRefusal(await refresh(tokens[0]!, kept), { status: 400, code: 'refresh_token_not_found' });
    // The client that never got the last answer asks again.
    expect((await refresh(tokens[3]!, kept)).json.refresh_token).toBe(token);
    expect((await refresh(token, kept)).status).toBe(200);
  });

  test('deletes sessions a day after they ended by the settings, with all that hangs on them, and no other', async () => {
    const schema = 'auth_sessions';
    const limited = await createTestAuth(
      pool,
      {
        GOTRUE_SESSIONS_TIMEBOX: '7200',
        GOTRUE_SESSIONS_INACTIVITY_TIMEOUT: '3600',
        GOTRUE_SESSIONS_SINGLE_PER_USER: 'true',
      },
      { schema },
    );
    const { refresh_token: token } = await signUp(limited);
    limited.clock.advance(3601);
    expectRefusal(await refresh(token, limited), { status: 400, code: 'session_expired' });
    expect(await limited.service.purge()).toMatchObject({ sessions: 0 });
    limited.clock.advance(day);
    const live = await signUp(limited);
    expect(await limited.service.purge()).toMatchObject({ sessions: 1 });
    expect([
      await count(schema, 'sessions'),
      await count(schema, 'refresh_tokens'),
      await count(schema, 'mfa_amr_claims'),
    ]).toEqual([1, 1, 1]);
    expect((await refresh(live.refresh_token, limited)).status).toBe(200);
    const endless = await createTestAuth(pool, {}, { schema });
    endless.clock.advance(1000 * day);
    expect(await endless.service.purge()).toMatchObject({ sessions: 0 });
  });
});

describe('the bearer check', () => {
  const get = (authorization?: string) =>
    auth.send('GET', '/user', authorization === undefined ? {} : { headers: { Authorization: authorization } });

  test.each([undefined, '', 'Bearer', 'Bearer ', 'Basic abc', 'Bearer a b'])(
    'the header %j is 401 no_authorization',
    async (header) => {
      expectRefusal(await get(header), {
        status: 401,
        code: 'no_authorization',
        message: /^This endpoint requires a valid Bearer token$/,
      });
    },
  );

  test('an apikey header stands in for nothing', async () => {
    const { access_token: token } = await signUp();
    expectRefusal(await auth.send('GET', '/user', { headers: { apikey: token } }), {
      status: 401,
      code: 'no_authorization',
    });
  });

  test.each(['x', 'a.b.c', '..', `${encode({ alg: 'ES256' })}.${encode({ sub: 'x' })}.`])(
    'the token %j is 403 bad_jwt',
    async (token) => {
      expectRefusal(await get(`Bearer ${token}`), { status: 403, code: 'bad_jwt', message: /^invalid JWT: / });
    },
  );

  test('forged tokens are 403 bad_jwt', async () => {
    const { access_token: token } = await signUp();
    const [, payload = '', signature = ''] = token.split('.');
    const {
      keys: [jwk],
    } = (await auth.send('GET', '/.well-known/jwks.json')).json;
    const { kid } = headerOf(token);
    const hmac = (header: unknown, secret: string) => {
      const input = `${encode(header)}.${payload}`;
      return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`;
    };
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const otherInput = `${encode({ alg: 'ES256', kid, typ: 'JWT' })}.${payload}`;
    const forgeries = {
      'alg none': `${encode({ alg: 'none', kid, typ: 'JWT' })}.${payload}.`,
      'alg none with the signature': `${encode({ alg: 'none', kid })}.${payload}.${signature}`,
      'the public key as HMAC secret': hmac({ alg: 'HS256', kid, typ: 'JWT' }, JSON.stringify(jwk)),
      'HMAC without kid': hmac({ alg: 'HS256', typ: 'JWT' }, ''),
      'another key under this kid': `${otherInput}.${sign('sha256', Buffer.from(otherInput), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`,
      'another kid': `${encode({ alg: 'ES256', kid: 'other', typ: 'JWT' })}.${payload}.${signature}`,
      'no kid': `${encode({ alg: 'ES256', typ: 'JWT' })}.${payload}.${signature}`,
      'a key of its own in the header': `${encode({ alg: 'ES256', jwk, typ: 'JWT' })}.${payload}.${signature}`,
      'changed claims': `${token.split('.')[0]}.${encode({ ...claimsOf(token), role: 'service_role' })}.${signature}`,
    };
    for (const [name, forged] of Object.entries(forgeries)) {
      const answer = await get(`Bearer ${forged}`);
      expect({ name, status: answer.status, code: answer.json.code }).toEqual({ name, status: 403, code: 'bad_jwt' });
    }
    expect((await get(`bearer ${token}`)).status).toBe(200);
  });

  test('an expired token is 403 bad_jwt', async () => {
    const { access_token: token } = await signUp();
    auth.clock.advance(3599);
    expect((await get(`Bearer ${token}`)).status).toBe(200);
    auth.clock.advance(1);
    expectRefusal(await get(`Bearer ${token}`), { status: 403, code: 'bad_jwt', message: /expired/ });
  });

  test('with a shared secret, its tokens are checked in the order of the contract', async () => {
    const secret = 'a-shared-secret-of-at-least-32-characters';
    const shared = await createTestAuth(pool, { GOTRUE_JWT_SECRET: secret });
    const { access_token: token, user } = await signUp(shared);
    expect(headerOf(token)).toEqual({ alg: 'HS256', typ: 'JWT' });
    expect((await shared.send('GET', '/.well-known/jwks.json')).json).toEqual({ keys: [] });
    const mint = (claims: object, header: object = { alg: 'HS256', typ: 'JWT' }) => {
      const input = `${encode(header)}.${encode({ exp: shared.clock.now().getTime() / 1000 + 3600, ...claims })}`;
      return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`;
    };
    const ask = (claims: object, header?: object) => shared.send('GET', '/user', { token: mint(claims, header) });
    expectRefusal(await ask({ role: 'anon' }), {
      status: 403,
      code: 'bad_jwt',
      message: /^invalid claim: missing sub claim$/,
    });
    expectRefusal(await ask({ role: 'anon', exp: undefined }), { status: 403, code: 'bad_jwt', message: /no expiry/ });
    expectRefusal(await ask({ role: 'service_role', exp: undefined }), {
      status: 403,
      code: 'bad_jwt',
      message: /missing sub/,
    });
    expectRefusal(await ask({ sub: 'no-uuid' }), { status: 400, code: 'bad_jwt' });
    expectRefusal(await ask({ sub: randomUUID() }), { status: 403, code: 'user_not_found' });
    expectRefusal(await ask({ sub: user.id }), { status: 403, code: 'session_not_found' });
    expectRefusal(await ask({ sub: user.id, session_id: randomUUID() }), { status: 403, code: 'session_not_found' });
    const other = await signUp(shared);
    expectRefusal(await ask({ sub: user.id, session_id: claimsOf(other.access_token).session_id }), {
      status: 403,
      code: 'session_not_found',
    });
    const sessionId = claimsOf(token).session_id;
    expect((await ask({ sub: user.id, session_id: sessionId }, { alg: 'HS256', kid: 'unknown' })).status).toBe(200);
    expectRefusal(await ask({ sub: user.id, session_id: sessionId }, { alg: 'HS512' }), {
      status: 403,
      code: 'bad_jwt',
    });
  });

  test('the key decides the algorithm, whatever a token says that the same key signed', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    // As long as HS512 wants it, so that only the algorithm can be what is refused.
    const shared = Buffer.alloc(64, 7);
    const configured = await createTestAuth(pool, {
      GOTRUE_JWT_SECRET: 'another-secret-of-at-least-32-characters',
      GOTRUE_JWT_KEYS: JSON.stringify([
        { ...privateKey.export({ format: 'jwk' }), kid: 'rsa', alg: 'RS256', key_ops: ['sign', 'verify'] },
        { kty: 'oct', k: shared.toString('base64url'), kid: 'oct', alg: 'HS256', key_ops: ['verify'] },
      ]),
    });
    const { access_token: token } = await signUp(configured);
    const claims = encode(claimsOf(token));
    const mint = (header: { alg: string; kid: string }, signature: (input: string) => Buffer) => {
      const input = `${encode(header)}.${claims}`;
      return `${input}.${signature(input).toString('base64url')}`;
    };
    const hmac = (hash: string, key: Buffer | string) => (input: string) =>
      createHmac(hash, key).update(input).digest();
    const rsa = (hash: string) => (input: string) => sign(hash, Buffer.from(input), privateKey);
    const statusOf = async (minted: string) => (await configured.send('GET', '/user', { token: minted })).status;
    expect(await statusOf(mint({ alg: 'RS256', kid: 'rsa' }, rsa('sha256')))).toBe(200);
    expect(await statusOf(mint({ alg: 'HS256', kid: 'oct' }, hmac('sha256', shared)))).toBe(200);
    const pem = publicKey.export({ format: 'pem', type: 'spki' });
    const refused = {
      'HS384 with the shared key': mint({ alg: 'HS384', kid: 'oct' }, hmac('sha384', shared)),
      'HS512 with the shared key': mint({ alg: 'HS512', kid: 'oct' }, hmac('sha512', shared)),
      'RS512 with the RSA key': mint({ alg: 'RS512', kid: 'rsa' }, rsa('sha512')),
      'HS256 with the public key as secret': mint({ alg: 'HS256', kid: 'rsa' }, hmac('sha256', pem)),
      'HS256 with the configured secret under another key’s id': mint(
        { alg: 'HS256', kid: 'rsa' },
        hmac('sha256', 'another-secret-of-at-least-32-characters'),
      ),
      'none under a known id': mint({ alg: 'none', kid: 'oct' }, () => Buffer.of()),
    };
    for (const [name, forged] of Object.entries(refused)) expect([name, await statusOf(forged)]).toEqual([name, 403]);
  });

  test('a deletion and a ban bite at once', async () => {
    const banned = await signUp();
    await ban(banned.user.id);
    expectRefusal(await get(`Bearer ${banned.access_token}`), { status: 403, code: 'user_banned' });
    const deleted = await signUp();
    await pool.query(`delete from ${auth.schema}.users where id = $1`, [deleted.user.id]);
    expectRefusal(await get(`Bearer ${deleted.access_token}`), { status: 403, code: 'user_not_found' });
  });
});

describe('the user', () => {
  test('GET /user is the bare user', async () => {
    const { access_token: token, user } = await signUp();
    expect((await auth.send('GET', '/user', { token })).json).toEqual(user);
  });

  test('half a pair of surrogates in metadata is stored as the replacement character; a pair and a backslash stay', async () => {
    const { access_token: token } = await signUp();
    const body = '{"data":{"half":"a\\uD800b","pair":"\\ud83d\\udc18","backslash":"\\\\uD800","\\uDFFF":1}}';
    const { status, json } = await auth.send('PUT', '/user', { token, body });
    expect(status).toBe(200);
    expect(json.user_metadata).toMatchObject({ half: 'a\uFFFDb', pair: '🐘', backslash: '\\uD800', '\uFFFD': 1 });
  });

  test('metadata merge at the top level, and null deletes', async () => {
    const { access_token: token } = await signUp();
    await auth.send('PUT', '/user', { token, json: { data: { a: { x: 1 }, b: 2 } } });
    const { json } = await auth.send('PUT', '/user', { token, json: { data: { a: { y: 1 }, b: null } } });
    expect(json.user_metadata).toMatchObject({ a: { y: 1 }, email_verified: true });
    expect(json.user_metadata).not.toHaveProperty('b');
  });

  test('changes at the same moment lose nothing', async () => {
    const { access_token: token } = await signUp();
    await Promise.all(
      Array.from({ length: 8 }, (_, n) => auth.send('PUT', '/user', { token, json: { data: { [`key${n}`]: n } } })),
    );
    expect(Object.keys((await auth.send('GET', '/user', { token })).json.user_metadata)).toEqual(
      expect.arrayContaining(Array.from({ length: 8 }, (_, n) => `key${n}`)),
    );
  });

  test('a new password ends the other sessions and keeps this one', async () => {
    const email = newEmail();
    const other = await signUp(auth, email);
    const {
      json: { access_token: token },
    } = await signIn(email);
    expectRefusal(await auth.send('PUT', '/user', { token, json: { password } }), {
      status: 422,
      code: 'same_password',
    });
    expectRefusal(await auth.send('PUT', '/user', { token, json: { password: 'short' } }), {
      status: 422,
      code: 'weak_password',
    });
    expect((await auth.send('PUT', '/user', { token, json: { password: 'another long password' } })).status).toBe(200);
    expect((await auth.send('GET', '/user', { token })).status).toBe(200);
    expectRefusal(await auth.send('GET', '/user', { token: other.access_token }), {
      status: 403,
      code: 'session_not_found',
    });
    expect((await signIn(email)).status).toBe(400);
    expect((await signIn(email, 'another long password')).status).toBe(200);
  });

  test('where the current password is asked for, it has to be right', async () => {
    const careful = await createTestAuth(pool, { GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_CURRENT_PASSWORD: 'true' });
    const { access_token: token } = await signUp(careful);
    const change = (json: object) =>
      careful.send('PUT', '/user', { token, json: { password: 'another long password', ...json } });
    expectRefusal(await change({}), { status: 400, code: 'current_password_required' });
    expectRefusal(await change({ current_password: 'wrong' }), { status: 400, code: 'current_password_invalid' });
    expect((await change({ current_password: password })).status).toBe(200);
  });

  test('an address that another user has is 422 email_exists', async () => {
    const taken = newEmail();
    await signUp(auth, taken);
    const { access_token: token } = await signUp();
    expectRefusal(await auth.send('PUT', '/user', { token, json: { email: taken.toUpperCase() } }), {
      status: 422,
      code: 'email_exists',
    });
  });

  test('what only an admin may change is 403', async () => {
    const { access_token: token } = await signUp();
    expectRefusal(await auth.send('PUT', '/user', { token, json: { app_metadata: { role: 'admin' } } }), {
      status: 403,
      code: 'not_admin',
    });
  });
});

describe('signing out', () => {
  const sessionsOf = async () => {
    const email = newEmail();
    const first = await signUp(auth, email);
    const { json: second } = await signIn(email);
    const isLive = async (token: string) => (await auth.send('GET', '/user', { token })).status === 200;
    return { first, second, live: async () => [await isLive(first.access_token), await isLive(second.access_token)] };
  };

  test.each([
    ['', [false, false]],
    ['?scope=global', [false, false]],
    ['?scope=local', [false, true]],
    ['?scope=others', [true, false]],
  ])('POST /logout%s', async (query, expected) => {
    const { first, second, live } = await sessionsOf();
    const { status, text } = await auth.send('POST', `/logout${query}`, { token: first.access_token });
    expect({ status, text }).toEqual({ status: 204, text: '' });
    expect(await live()).toEqual(expected);
    expect((await refresh(second.refresh_token)).status).toBe(expected[1] ? 200 : 400);
  });

  test('another scope is 400 and ends nothing', async () => {
    const { first, live } = await sessionsOf();
    expectRefusal(await auth.send('POST', '/logout?scope=everyone', { token: first.access_token }), {
      status: 400,
      code: 'validation_failed',
    });
    expect(await live()).toEqual([true, true]);
  });
});

describe('what everybody may ask', () => {
  test('health, settings and keys', async () => {
    expect((await auth.send('GET', '/health')).json).toEqual({
      version: 'test',
      name: expect.any(String),
      description: expect.any(String),
    });
    expect((await auth.send('GET', '/settings')).json).toMatchObject({
      external: { email: true, phone: false, anonymous_users: false },
      disable_signup: false,
      mailer_autoconfirm: true,
      mailer_otp_length: 6,
      sms_otp_length: 6,
      phone_autoconfirm: false,
    });
    const {
      json: { keys },
      headers,
    } = await auth.send('GET', '/.well-known/jwks.json');
    expect(headers.get('cache-control')).toBe('public, max-age=600');
    const publicKey = {
      kty: 'EC',
      crv: 'P-256',
      x: expect.any(String),
      y: expect.any(String),
      kid: expect.any(String),
      alg: 'ES256',
      use: 'sig',
      key_ops: ['verify'],
    };
    // The one that signs, and the next one.
    expect(keys).toEqual([publicKey, publicKey]);
  });

  test('the key is made once and kept', async () => {
    const again = await createTestAuth(pool, {}, { schema: auth.schema });
    expect((await again.send('GET', '/.well-known/jwks.json')).text).toBe(
      (await auth.send('GET', '/.well-known/jwks.json')).text,
    );
  });

  test('keys sign in turn: the next one is published before, the previous one until its tokens have expired', async () => {
    const schema = 'auth_rotation';
    const settings = { BASECHART_JWT_KEY_DAYS: '30' };
    const rotating = await createTestAuth(pool, settings, { schema });
    const day = 86_400;
    const kidsOf = async (service = rotating): Promise<string[]> =>
      (await service.send('GET', '/.well-known/jwks.json')).json.keys.map(({ kid }: { kid: string }) => kid);
    const statusOf = async (token: string, service = rotating) =>
      (await service.send('GET', '/user', { token })).status;
    const email = newEmail();
    const { access_token: early } = await signUp(rotating, email);
    const [first = '', second = ''] = await kidsOf();
    expect(headerOf(early).kid).toBe(first);

    rotating.clock.advance(30 * day - 1);
    await rotating.service.rotateKeys();
    expect(await kidsOf()).toEqual([first, second]);
    const { json: last } = await signIn(email, password, rotating);
    rotating.clock.advance(1);
    await Promise.all([rotating.service.rotateKeys(), rotating.service.rotateKeys()]);
    const [, , third = ''] = await kidsOf();
    expect(await kidsOf()).toEqual([first, second, third]);
    const { json: next } = await signIn(email, password, rotating);
    expect(headerOf(next.access_token).kid).toBe(second);
    expect(await statusOf(last.access_token)).toBe(200);

    // Another server on the same database signs with the same key and knows the previous one.
    const other = await createTestAuth(pool, settings, { schema });
    other.clock.advance(30 * day);
    expect(headerOf((await signIn(email, password, other)).json.access_token).kid).toBe(second);
    expect(await statusOf(last.access_token, other)).toBe(200);

    rotating.clock.advance(3 * 3600);
    await rotating.service.rotateKeys();
    expect(await kidsOf()).toEqual([second, third]);
    rotating.clock.advance(30 * day);
    await rotating.service.rotateKeys();
    expect((await kidsOf()).slice(0, 2)).toEqual([second, third]);
    expect(headerOf((await signIn(email, password, rotating)).json.access_token).kid).toBe(third);
    const { rows } = await pool.query<{ jwk: string }>(`select jwk from ${schema}.signing_keys`);
    expect(rows).toHaveLength(3);
    for (const { jwk } of rows) expect(jwk).toMatch(/^ey/);
  });

  test('keys that the operator configured stay as they are', async () => {
    const configured = await createTestAuth(pool, { GOTRUE_JWT_SECRET: 'a-shared-secret-of-at-least-32-characters' });
    configured.clock.advance(365 * 86_400);
    await configured.service.rotateKeys();
    const { access_token: token } = await signUp(configured);
    expect(headerOf(token)).toEqual({ alg: 'HS256', typ: 'JWT' });
    const { rows } = await pool.query(`select 1 from ${configured.schema}.signing_keys`);
    expect(rows).toEqual([]);
  });

  test('configured keys sign and verify; exactly one of them signs', async () => {
    const { exportJWK, generateKeyPair } = await import('jose');
    const [current, former] = await Promise.all([
      generateKeyPair('ES256', { extractable: true }),
      generateKeyPair('RS256', { extractable: true }),
    ]);
    const currentJwk = { ...(await exportJWK(current.privateKey)), kid: 'current', key_ops: ['sign', 'verify'] };
    const formerJwk = { ...(await exportJWK(former.publicKey)), kid: 'former', alg: 'RS256', key_ops: ['verify'] };
    const configured = await createTestAuth(pool, { GOTRUE_JWT_KEYS: JSON.stringify([currentJwk, formerJwk]) });
    const { access_token: token } = await signUp(configured);
    expect(headerOf(token)).toMatchObject({ alg: 'ES256', kid: 'current' });
    const {
      json: { keys },
    } = await configured.send('GET', '/.well-known/jwks.json');
    expect(keys.map(({ kid }: { kid: string }) => kid)).toEqual(['current', 'former']);
    expect(JSON.stringify(keys)).not.toContain(currentJwk.d);
    expect((await configured.send('GET', '/user', { token })).status).toBe(200);
    for (const keysText of [
      'nonsense',
      '[]',
      '[{}]',
      JSON.stringify([formerJwk]),
      JSON.stringify([currentJwk, { ...currentJwk, kid: 'second' }]),
      JSON.stringify([{ ...currentJwk, alg: 'HS256' }]),
      JSON.stringify([{ ...currentJwk, alg: 'none' }]),
      JSON.stringify([{ kty: 'oct', k: 'c2hvcnQ', kid: 'short', key_ops: ['sign', 'verify'] }]),
      JSON.stringify([currentJwk, { ...formerJwk, kid: 'current' }]),
    ]) {
      await expect(createTestAuth(pool, { GOTRUE_JWT_KEYS: keysText })).rejects.toThrow(/GOTRUE_JWT_KEYS/);
    }
  });

  test('unknown routes are 404', async () => {
    for (const [method, path] of [
      ['GET', '/'],
      ['GET', '/signup'],
      ['POST', '/nonsense'],
      ['DELETE', '/user'],
    ] as const) {
      expectRefusal(await auth.send(method, path), { status: 404, code: 'not_found' });
    }
  });

  test('other origins may call, and read the headers that clients need', async () => {
    const preflight = await auth.send('OPTIONS', '/token', {
      headers: {
        Origin: 'https://app.example.com',
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'authorization,apikey,x-client-info,x-supabase-api-version',
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-headers')).toMatch(
      /Authorization.*Content-Type.*apikey.*X-Client-Info.*X-Supabase-Api-Version/,
    );
    const refused = await auth.send('POST', '/token', { json: {}, headers: { Origin: 'https://app.example.com' } });
    expect(refused.headers.get('access-control-allow-origin')).toBe('*');
    expect(refused.headers.get('access-control-expose-headers')).toMatch(/X-Total-Count.*Link.*X-Supabase-Api-Version/);
  });
});

test('a request that takes too long is 504, which clients take for temporary', async () => {
  const hasty = await createTestAuth(pool, { GOTRUE_API_MAX_REQUEST_DURATION: '1' });
  // The engine has one session, so whoever holds it holds up everybody else.
  const holder = await pool.connect();
  try {
    expectRefusal(await signIn(newEmail(), password, hasty), { status: 504, code: 'request_timeout' });
  } finally {
    holder.release();
  }
  await expect.poll(async () => (await signIn(newEmail(), password, hasty)).status, { timeout: 60_000 }).toBe(400);
});

test('while more passwords wait than it can check, a sign-in is refused at once and the rest answers', () =>
  withUsualHashes(async () => {
    const email = newEmail();
    await signUp(auth, email);
    const over = new AbortController();
    const others = (async () => {
      const hashes: Promise<unknown>[] = [];
      while (!over.signal.aborted) {
        hashes.push(hashPassword(password).catch(() => {}));
        await new Promise((resolve) => {
          setImmediate(resolve);
        });
      }
      await Promise.all(hashes);
    })();
    let refused: Answer;
    do refused = await signIn(email);
    while (refused.status === 200);
    expectRefusal(refused, { status: 429, code: 'over_request_rate_limit' });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await auth.send('GET', '/health')).status).toBe(200);
    expect((await refresh('x')).json.code).toBe('refresh_token_not_found');
    over.abort();
    await others;
    expect((await signIn(email)).status).toBe(200);
  }));

describe('limits', () => {
  test('a burst of sign-ins, then one for every two seconds', async () => {
    const limited = await createTestAuth(pool, { GOTRUE_RATE_LIMIT_TOKEN_REFRESH: '150' });
    const tries = await Promise.all(
      Array.from({ length: 31 }, () =>
        limited.send('POST', '/token?grant_type=refresh_token', { json: { refresh_token: 'x' } }),
      ),
    );
    expect(tries.filter(({ status }) => status === 400)).toHaveLength(30);
    const refused = tries.find(({ status }) => status === 429);
    expectRefusal(refused ?? { status: 0, headers: new Headers(), text: '', json: {} }, {
      status: 429,
      code: 'over_request_rate_limit',
      message: /^Request rate limit reached$/,
    });
    expect(refused?.headers.get('retry-after')).toBe('2');
    limited.clock.advance(2);
    expect((await refresh('x', limited)).status).toBe(400);
    expect((await refresh('x', limited)).status).toBe(429);
  });

  test('10,000 sign-ins in a minute check 59 passwords, and do not lock the user out', async () => {
    const limited = await createTestAuth(pool, { GOTRUE_RATE_LIMIT_TOKEN_REFRESH: '150' });
    const email = newEmail();
    await signUp(limited, email);
    const counts = new Map<number, number>();
    for (let attempt = 0; attempt < 10_000; attempt++) {
      const { status } = await signIn(email, `guess ${attempt}`, limited);
      counts.set(status, (counts.get(status) ?? 0) + 1);
      limited.clock.advance(0.006);
    }
    // A burst of 30, then one for every two seconds: only these cost a hash.
    const { rows } = await pool.query(
      `select count(*)::int as checked from ${limited.schema}.audit_log_entries where action = 'login_failed'`,
    );
    expect([Object.fromEntries(counts), rows]).toEqual([{ 400: 59, 429: 9_941 }, [{ checked: 59 }]]);
    limited.clock.advance(2);
    expect((await signIn(email, password, limited)).status).toBe(200);
  });

  test('sign-ups, changes and anonymous sign-ups have buckets of their own', async () => {
    const limited = await createTestAuth(pool, {
      GOTRUE_RATE_LIMIT_OTP: '2',
      GOTRUE_RATE_LIMIT_ANONYMOUS_USERS: '1',
      GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED: 'true',
    });
    const { access_token: token } = await signUp(limited);
    await signUp(limited);
    expectRefusal(await limited.send('POST', '/signup', { json: { email: newEmail(), password } }), {
      status: 429,
      code: 'over_request_rate_limit',
    });
    expect((await limited.send('POST', '/signup', { json: {} })).status).toBe(200);
    expect((await limited.send('POST', '/signup', { json: {} })).status).toBe(429);
    const change = () => limited.send('PUT', '/user', { token, json: {} });
    for (const _ of [1, 2]) expect((await change()).status).toBe(200);
    expect((await change()).status).toBe(429);
  });

  test.each([
    ['GET', '/authorize'],
    ['GET', '/callback'],
    ['POST', '/callback'],
    ['POST', '/sso'],
    ['POST', '/sso/saml/acs'],
  ])('%s %s, which needs no session, has one for each caller', async (method, path) => {
    const limited = await createTestAuth(pool, {
      GOTRUE_RATE_LIMIT_TOKEN_REFRESH: '1',
      GOTRUE_RATE_LIMIT_OTP: '1',
      GOTRUE_SAML_ENABLED: 'true',
      GOTRUE_SAML_RATE_LIMIT_ASSERTION: '1',
    });
    const ask = () => limited.send(method, path, method === 'POST' ? { json: {} } : {});
    expect((await ask()).status).not.toBe(429);
    expectRefusal(await ask(), { status: 429, code: 'over_request_rate_limit' });
  });
});

test('no secret of any test above is in the log', () => {
  const lines = auth.logLines.join('');
  expect(lines).not.toContain(password);
  expect(lines).not.toMatch(/eyJ/);
  expect(lines).not.toMatch(/@example\.com/);
});
