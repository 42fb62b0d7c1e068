/** What users do with mails of the auth service, and what others try with them. */
import { createHash, randomUUID } from 'node:crypto';
import { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createTestAuth, openAuthStorage, type SimulatedTestAuth } from '../../support/authService.ts';
import { postgresPrograms, startPostgres } from '../../support/postgres.ts';
import type { Answer } from '../../support/server.ts';

let storage: Awaited<ReturnType<typeof openAuthStorage>>;
let pool: Pool;
/** Addresses count as confirmed, as on the embedded server. */
let auth: SimulatedTestAuth;
/** New users confirm their address. */
let confirming: SimulatedTestAuth;

const generous = {
  GOTRUE_RATE_LIMIT_VERIFY: '0',
  GOTRUE_RATE_LIMIT_EMAIL_SENT: '0',
  GOTRUE_URI_ALLOW_LIST: 'https://*.example.com/**,myapp://callback',
};

beforeAll(async () => {
  storage = await openAuthStorage();
  pool = storage.pool;
  auth = await createTestAuth(pool, generous);
  confirming = await createTestAuth(pool, { ...generous, GOTRUE_MAILER_AUTOCONFIRM: 'false' });
});
afterAll(() => storage?.close());
beforeEach(() => {
  for (const { mails } of [auth, confirming]) {
    mails.sent.length = 0;
    mails.refused = false;
    mails.rehearsals = 0;
  }
});

const password = 'correct horse battery staple';
const newPassword = 'another long password';
const newEmail = () => `${randomUUID()}@example.com`;
const minute = 60;

const signUp = async (service: SimulatedTestAuth, email = newEmail()) => {
  const { status, json } = await service.send('POST', '/signup', { json: { email, password } });
  expect(status).toBe(200);
  return { email, ...json };
};
const signIn = (service: SimulatedTestAuth, email: string, secret = password) =>
  service.send('POST', '/token?grant_type=password', { json: { email, password: secret } });
const verify = (service: SimulatedTestAuth, json: object) => service.send('POST', '/verify', { json });
const recover = async (service: SimulatedTestAuth, email: string, more: object = {}) =>
  await service.send('POST', '/recover', { json: { email, ...more } });

const newestMail = ({ mails }: SimulatedTestAuth, to?: string) => {
  const mail = mails.sent.findLast((one) => to === undefined || one.to === to);
  if (mail === undefined) throw new Error('No mail was sent.');
  const [address] = /https?:\/\/\S+\/verify\?\S+/.exec(mail.text) ?? [];
  const link = address === undefined ? undefined : new URL(address);
  return {
    ...mail,
    link,
    /** The link as this service serves it. */
    path: link === undefined ? '' : `/verify${link.search}`,
    hash: link?.searchParams.get('token') ?? '',
    code: /code: (\d+)/.exec(mail.text)?.[1] ?? '',
  };
};
const follow = async (service: SimulatedTestAuth, path: string) => {
  const { status, headers } = await service.send('GET', path);
  const location = new URL(headers.get('location') ?? 'none:');
  return {
    status,
    page: location.origin + location.pathname,
    query: Object.fromEntries(location.searchParams),
    fragment: Object.fromEntries(new URLSearchParams(location.hash.slice(1))),
  };
};
const expectRefusal = ({ status, json }: Answer, expected: { status: number; code: string; message?: string }) =>
  expect({ status, ...json }).toMatchObject(expected);

const challengeOf = (verifier: string) => ({
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  code_challenge_method: 's256',
});
const verifier = 'v'.repeat(112);
const exchange = (service: SimulatedTestAuth, authCode: string | undefined, codeVerifier = verifier) =>
  service.send('POST', '/token?grant_type=pkce', { json: { auth_code: authCode, code_verifier: codeVerifier } });
const wrongCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

describe('a forgotten password', () => {
  test('the link of the mail leads to the app with a session, in which a new password is set without the old one', async () => {
    const careful = await createTestAuth(pool, {
      ...generous,
      GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_CURRENT_PASSWORD: 'true',
    });
    const { email, user } = await signUp(careful);
    const asked = await careful.send(
      'POST',
      `/recover?redirect_to=${encodeURIComponent('http://127.0.0.1:3000/reset-password?a=1')}`,
      { json: { email: email.toUpperCase() } },
    );
    expect({ status: asked.status, json: asked.json }).toEqual({ status: 200, json: {} });
    const mail = newestMail(careful);
    expect(mail).toMatchObject({ to: email, subject: 'Reset your password' });
    expect(mail.code).toMatch(/^\d{6}$/);
    expect(mail.html).toContain(mail.code);
    expect(mail.link?.origin + (mail.link?.pathname ?? '')).toBe('http://127.0.0.1:3000/auth/v1/verify');

    const { status, page, query, fragment } = await follow(careful, mail.path);
    expect({ status, page, query }).toEqual({
      status: 303,
      page: 'http://127.0.0.1:3000/reset-password',
      query: { a: '1' },
    });
    expect(fragment).toMatchObject({ type: 'recovery', token_type: 'bearer', expires_in: '3600', sb: '' });
    const token = fragment['access_token'] ?? '';
    const changed = await careful.send('PUT', '/user', { token, json: { password: newPassword } });
    expect(changed.json).toMatchObject({ id: user.id, email });
    expect((await signIn(careful, email, newPassword)).status).toBe(200);
    expect((await signIn(careful, email)).status).toBe(400);
  });

  test('the code does the same as the link, and using one voids both', async () => {
    const { email } = await signUp(auth);
    await recover(auth, email);
    const { code, hash, path } = newestMail(auth);
    const { status, json } = await verify(auth, { type: 'recovery', email: email.toUpperCase(), token: code });
    expect(status).toBe(200);
    expect(json).toMatchObject({ token_type: 'bearer', user: { email, recovery_sent_at: expect.any(String) } });
    expectRefusal(await verify(auth, { type: 'recovery', email, token: code }), {
      status: 403,
      code: 'otp_expired',
      message: 'Token has expired or is invalid',
    });
    expectRefusal(await verify(auth, { type: 'recovery', token_hash: hash }), {
      status: 403,
      code: 'otp_expired',
      message: 'Email link is invalid or has expired',
    });
    expect((await follow(auth, path)).fragment).toEqual({
      error: 'access_denied',
      error_code: 'otp_expired',
      error_description: 'Email link is invalid or has expired',
      sb: '',
    });
  });

  test('an unknown address gets the same answer after the same work, and no mail', async () => {
    const unknown = await recover(auth, newEmail());
    expect({ status: unknown.status, text: unknown.text }).toEqual({ status: 200, text: '{}' });
    expect(auth.mails).toMatchObject({ sent: [], rehearsals: 1 });
    const email = newEmail();
    await recover(auth, email);
    expectRefusal(await recover(auth, email), { status: 429, code: 'over_email_send_rate_limit' });
  });

  test('a second mail within a minute is refused, a later one replaces the first', async () => {
    const { email } = await signUp(auth);
    await recover(auth, email);
    const first = newestMail(auth);
    auth.clock.advance(20);
    const refused = await recover(auth, email);
    expectRefusal(refused, {
      status: 429,
      code: 'over_email_send_rate_limit',
      message: 'For security purposes, you can only request this after 40 seconds.',
    });
    expect(refused.headers.get('retry-after')).toBe('40');
    auth.clock.advance(40);
    expect((await recover(auth, email)).status).toBe(200);
    expectRefusal(await verify(auth, { type: 'recovery', token_hash: first.hash }), {
      status: 403,
      code: 'otp_expired',
    });
    expect((await verify(auth, { type: 'recovery', token_hash: newestMail(auth).hash })).status).toBe(200);
  });

  test('an hour later the mail is void, and is purged', async () => {
    const { email } = await signUp(auth);
    await recover(auth, email);
    const { code, hash } = newestMail(auth);
    auth.clock.advance(60 * minute + 1);
    for (const proof of [{ email, token: code }, { token_hash: hash }])
      expectRefusal(await verify(auth, { type: 'recovery', ...proof }), { status: 403, code: 'otp_expired' });
    expect((await auth.service.purge()).oneTimeTokens).toBeGreaterThan(0);
  });

  test('a changed password voids a mail that is under way', async () => {
    const { email, access_token: token } = await signUp(auth);
    await recover(auth, email);
    const { hash } = newestMail(auth);
    expect((await auth.send('PUT', '/user', { token, json: { password: newPassword } })).status).toBe(200);
    expectRefusal(await verify(auth, { type: 'recovery', token_hash: hash }), {
      status: 403,
      code: 'otp_expired',
    });
  });

  test('a mail that cannot be sent fails the request for known and unknown addresses alike, and leaves no token', async () => {
    const { email } = await signUp(auth);
    auth.mails.refused = true;
    for (const address of [email, newEmail()])
      expectRefusal(await recover(auth, address), {
        status: 500,
        code: 'unexpected_failure',
        message: 'Error sending recovery mail',
      });
    const { rows } = await pool.query(
      `select 1 from ${auth.schema}.one_time_tokens join ${auth.schema}.users on id = user_id where email = $1`,
      [email],
    );
    expect(rows).toEqual([]);
  });

  test('a banned user is refused', async () => {
    const { email, user } = await signUp(auth);
    await recover(auth, email);
    await pool.query(`update ${auth.schema}.users set banned_until = $2 where id = $1`, [
      user.id,
      new Date(auth.clock.now().getTime() + 3_600_000),
    ]);
    expectRefusal(await verify(auth, { type: 'recovery', token_hash: newestMail(auth).hash }), {
      status: 403,
      code: 'user_banned',
    });
  });

  test.each([
    ['no address', {}, 'Password recovery requires an email'],
    ['no address at all', { email: 'nonsense' }, 'Unable to validate email address: invalid format'],
    [
      'half a code exchange',
      { email: 'a@example.com', code_challenge_method: 's256' },
      'PKCE flow requires code_challenge_method and code_challenge',
    ],
  ])('%s is 400', async (_, json, message) => {
    expectRefusal(await auth.send('POST', '/recover', { json }), { status: 400, code: 'validation_failed', message });
  });
});

describe('one-time tokens', () => {
  test('the database holds neither code nor link, nor a plain hash of the code', async () => {
    const { email, user } = await signUp(auth);
    await recover(auth, email);
    const { code, hash } = newestMail(auth);
    const { rows } = await pool.query(`select * from ${auth.schema}.one_time_tokens where user_id = $1`, [user.id]);
    expect(rows).toHaveLength(1);
    const stored = JSON.stringify(rows);
    const hashes = ['sha224', 'sha256'].flatMap((name) =>
      [code, email + code, user.id + code].map((text) => createHash(name).update(text).digest('hex')),
    );
    for (const secret of [`"${code}"`, hash, ...hashes]) expect(stored).not.toContain(secret);
    expectRefusal(await verify(auth, { type: 'recovery', token_hash: rows[0].link_hash }), {
      status: 403,
      code: 'otp_expired',
    });
  });

  test('of many uses at once one succeeds', async () => {
    const { email } = await signUp(auth);
    await recover(auth, email);
    const { code, hash } = newestMail(auth);
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => verify(auth, { type: 'recovery', token_hash: hash })),
      ...Array.from({ length: 4 }, () => verify(auth, { type: 'recovery', email, token: code })),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 7 }, () => 403)]);
  });

  test('after five wrong codes the right one is refused too, and the link still works', async () => {
    const { email } = await signUp(auth);
    await recover(auth, email);
    const { code, hash } = newestMail(auth);
    await Promise.all(
      Array.from({ length: 5 }, () => verify(auth, { type: 'recovery', email, token: wrongCode(code) })),
    );
    expectRefusal(await verify(auth, { type: 'recovery', email, token: code }), { status: 403, code: 'otp_expired' });
    expect((await verify(auth, { type: 'recovery', token_hash: hash })).status).toBe(200);
  });

  test('a new code has five tries of its own', async () => {
    const { email } = await signUp(auth);
    await recover(auth, email);
    const { code: first } = newestMail(auth);
    for (const _ of [1, 2, 3, 4, 5]) await verify(auth, { type: 'recovery', email, token: wrongCode(first) });
    auth.clock.advance(minute);
    await recover(auth, email);
    const { code } = newestMail(auth);
    for (const _ of [1, 2, 3, 4]) await verify(auth, { type: 'recovery', email, token: wrongCode(code) });
    expect((await verify(auth, { type: 'recovery', email, token: code })).status).toBe(200);
  });

  test('codes that are guessed for one address take nothing from the mail of another', async () => {
    const [ada, eve] = [await signUp(auth), await signUp(auth)];
    await recover(auth, ada.email);
    const { code } = newestMail(auth);
    await recover(auth, eve.email);
    for (const _ of [1, 2, 3, 4, 5])
      expectRefusal(await verify(auth, { type: 'recovery', email: eve.email, token: wrongCode(code) }), {
        status: 403,
        code: 'otp_expired',
      });
    expect((await verify(auth, { type: 'recovery', email: ada.email, token: code })).status).toBe(200);
  });

  test('codes that are tried are counted for the address, whether or not a user has it', async () => {
    const limited = await createTestAuth(pool, { ...generous, BASECHART_RATE_LIMIT_CODES: '3' });
    const { email } = await signUp(limited);
    for (const address of [email, newEmail()]) {
      const guess = () => verify(limited, { type: 'recovery', email: address, token: '123456' });
      for (const _ of [1, 2, 3]) expectRefusal(await guess(), { status: 403, code: 'otp_expired' });
      expectRefusal(await guess(), { status: 429, code: 'over_request_rate_limit' });
    }
  });

  test("another user's code, another kind and another address are refused", async () => {
    const [ada, eve] = [await signUp(auth), await signUp(auth)];
    await recover(auth, ada.email);
    const { code, hash } = newestMail(auth);
    const attempts = [
      { type: 'recovery', email: eve.email, token: code },
      { type: 'magiclink', email: ada.email, token: code },
      { type: 'signup', token_hash: hash },
      { type: 'email_change', token_hash: hash },
      { type: 'email', token_hash: hash },
      { type: 'invite', token_hash: hash },
      { type: 'recovery', token_hash: hash.toUpperCase() },
    ];
    for (const attempt of attempts) expectRefusal(await verify(auth, attempt), { status: 403, code: 'otp_expired' });
    expect((await verify(auth, { type: 'recovery', token_hash: hash })).status).toBe(200);
  });

  test.each([
    ['no type', { token_hash: 'x' }, 'Verify requires a verification type'],
    ['an unknown type', { type: 'x', token_hash: 'x' }, 'Invalid verification type'],
    ['no token', { type: 'email' }, 'Verify requires a token or a token hash'],
    ['a code without an address', { type: 'email', token: '1' }, /address or phone number should be provided/],
    ['two addresses', { type: 'email', token: '1', email: 'a@b.c', phone: '123' }, /address or phone number/],
    ['a link with an address', { type: 'email', token_hash: 'x', email: 'a@b.c' }, /Only the token_hash and type/],
    ['a malformed phone', { type: 'sms', token: '1', phone: 'x' }, 'Invalid phone number format (E.164 required)'],
  ])('%s is 400', async (_, json, message) => {
    const answer = await verify(auth, json);
    expectRefusal(answer, { status: 400, code: 'validation_failed' });
    expect(answer.json.message).toMatch(message);
  });

  test('a program that only looks at the link does not use it up', async () => {
    const { email } = await signUp(auth);
    await recover(auth, email);
    const { path } = newestMail(auth);
    expect((await auth.send('HEAD', path)).status).toBe(200);
    expect((await follow(auth, path)).fragment).toHaveProperty('access_token');
    expect((await auth.send('GET', '/verify?type=recovery')).status).toBe(400);
  });
});

describe('links lead only to allowed addresses', () => {
  const site = 'http://127.0.0.1:3000';
  test.each([
    ['http://127.0.0.1:3000/reset-password', true],
    ['http://localhost:5173/reset-password', true],
    ['https://app.example.com/a/b?c=d', true],
    ['myapp://callback', true],
    ['https://127.0.0.1:3000/', false],
    ['https://evil.com/', false],
    ['https://evil.com/x.example.com/', false],
    ['https://a.b.example.com/', false],
    ['https://app.example.com@evil.com/', false],
    ['https://evil.com\\.example.com/', false],
    ['https://evil.com#.example.com/', false],
    ['http://2130706433/', false],
    ['http://10.0.0.1/', false],
    ['//evil.com/', false],
    ['/reset-password', false],
    ['javascript:alert(1)', false],
    ['myapp://other', false],
    ['https://app.example.com/\r\nSet-Cookie: a=b', false],
  ])('%s: %s', async (asked, isAllowed) => {
    const { query } = { query: `redirect_to=${encodeURIComponent(asked)}` };
    const { headers } = await auth.send('GET', `/verify?token=unknown&type=recovery&${query}`);
    const [address] = (headers.get('location') ?? '').split('#');
    expect(address).toBe(isAllowed ? asked : `${site}/`);
  });
});

describe('a code exchange', () => {
  const begin = async () => {
    const { email } = await signUp(auth);
    await recover(auth, email, challengeOf(verifier));
    const { path, hash } = newestMail(auth);
    expect(hash).toMatch(/^pkce_/);
    const { query, fragment } = await follow(auth, path);
    expect(fragment).toEqual({});
    return { email, path, authCode: query['code'] };
  };

  test('the link gives a code, which only the verifier turns into a session, once', async () => {
    const { email, authCode, path } = await begin();
    expectRefusal(await exchange(auth, authCode, 'w'.repeat(112)), { status: 400, code: 'bad_code_verifier' });
    const { status, json } = await exchange(auth, authCode);
    expect({ status, json }).toMatchObject({ status: 200, json: { user: { email } } });
    expect(JSON.parse(Buffer.from(json.access_token.split('.')[1], 'base64url').toString()).amr).toMatchObject([
      { method: 'recovery' },
    ]);
    expectRefusal(await exchange(auth, authCode), { status: 404, code: 'flow_state_not_found' });
    const again = await follow(auth, path);
    expect(again.query).toMatchObject({ error: 'access_denied', error_code: 'otp_expired' });
    expect(again.fragment).toMatchObject({ error: 'access_denied', error_code: 'otp_expired' });
  });

  test('after five minutes the code has expired', async () => {
    const { authCode } = await begin();
    auth.clock.advance(5 * minute + 1);
    expectRefusal(await exchange(auth, authCode), { status: 422, code: 'flow_state_expired' });
  });

  test('of many exchanges at once one succeeds', async () => {
    const { authCode } = await begin();
    const answers = await Promise.all(Array.from({ length: 5 }, () => exchange(auth, authCode)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404, 404]);
  });

  test('without a code or a verifier it is 400', async () => {
    expectRefusal(await exchange(auth, ''), { status: 400, code: 'validation_failed' });
    expectRefusal(await exchange(auth, randomUUID(), ''), { status: 400, code: 'validation_failed' });
  });
});

describe('signing up with a confirmation', () => {
  test('answers with the user and no session; the address is confirmed by the link', async () => {
    const email = newEmail();
    const { json } = await confirming.send('POST', '/signup', { json: { email, password, data: { name: 'Ada' } } });
    expect(json).toMatchObject({
      email,
      user_metadata: { name: 'Ada', email_verified: false },
      identities: [{ email }],
    });
    expect(json).toHaveProperty('confirmation_sent_at');
    expect(json).not.toHaveProperty('email_confirmed_at');
    expect(json).not.toHaveProperty('access_token');
    expectRefusal(await signIn(confirming, email), {
      status: 400,
      code: 'email_not_confirmed',
      message: 'Email not confirmed',
    });
    const { fragment } = await follow(confirming, newestMail(confirming, email).path);
    expect(fragment).toMatchObject({ type: 'signup' });
    const { json: user } = await confirming.send('GET', '/user', { token: fragment['access_token'] ?? '' });
    expect(user).toMatchObject({
      id: json.id,
      user_metadata: { name: 'Ada', email_verified: true },
      identities: [{ identity_data: { email_verified: true } }],
      email_confirmed_at: expect.any(String),
    });
    expect((await signIn(confirming, email)).status).toBe(200);
  });

  test('the code confirms as type signup and as type email', async () => {
    for (const type of ['signup', 'email']) {
      const { email } = await signUp(confirming);
      const { status } = await verify(confirming, { type, email, token: newestMail(confirming, email).code });
      expect(status).toBe(200);
    }
  });

  test('for a confirmed address it describes a user who does not exist and changes nothing', async () => {
    const { email } = await signUp(confirming);
    await verify(confirming, { type: 'signup', token_hash: newestMail(confirming).hash });
    confirming.clock.advance(minute);
    const mails = confirming.mails.sent.length;
    const { status, json } = await confirming.send('POST', '/signup', {
      json: { email, password: newPassword, data: { name: 'Eve' } },
    });
    expect({ status, json }).toMatchObject({
      status: 200,
      json: { email, identities: [], user_metadata: { name: 'Eve' } },
    });
    expect(json).not.toHaveProperty('email_confirmed_at');
    expect(confirming.mails.sent).toHaveLength(mails);
    expect((await signIn(confirming, email, newPassword)).status).toBe(400);
    expect((await signIn(confirming, email)).status).toBe(200);
  });

  test('for an unconfirmed address it mails again, keeps the first password and tells nothing of the first caller', async () => {
    const email = newEmail();
    await confirming.send('POST', '/signup', { json: { email, password, data: { secret: 'of the first' } } });
    const again = () =>
      confirming.send('POST', '/signup', { json: { email, password: newPassword, data: { name: 'Eve' } } });
    expectRefusal(await again(), { status: 429, code: 'over_email_send_rate_limit' });
    confirming.clock.advance(minute);
    const { status, text } = await again();
    expect(status).toBe(200);
    expect(text).not.toContain('of the first');
    await verify(confirming, { type: 'signup', token_hash: newestMail(confirming).hash });
    expect((await signIn(confirming, email)).status).toBe(200);
    expect((await signIn(confirming, email, newPassword)).status).toBe(400);
  });

  test('a password from before the address was proven is void after a recovery', async () => {
    const { email } = await signUp(confirming);
    await recover(confirming, email);
    const { json } = await verify(confirming, { type: 'recovery', token_hash: newestMail(confirming).hash });
    expect(json.user).toHaveProperty('email_confirmed_at');
    expect((await signIn(confirming, email)).status).toBe(400);
  });

  test('a sign-in link that cannot be sent is refused in the same words for known and unknown addresses', async () => {
    const confirmed = newEmail();
    await confirming.send('POST', '/signup', { json: { email: confirmed, password } });
    await verify(confirming, { type: 'signup', token_hash: newestMail(confirming).hash });
    const unconfirmed = newEmail();
    await confirming.send('POST', '/signup', { json: { email: unconfirmed, password } });
    confirming.clock.advance(minute);
    confirming.mails.refused = true;
    for (const email of [confirmed, unconfirmed, newEmail()])
      expectRefusal(await confirming.send('POST', '/otp', { json: { email } }), {
        status: 500,
        code: 'unexpected_failure',
        message: 'Error sending magic link mail',
      });
    confirming.mails.refused = false;
  });

  test('if the mail cannot be sent, the address stays free', async () => {
    confirming.mails.refused = true;
    const email = newEmail();
    expectRefusal(await confirming.send('POST', '/signup', { json: { email, password } }), {
      status: 500,
      code: 'unexpected_failure',
      message: 'Error sending confirmation mail',
    });
    confirming.mails.refused = false;
    confirming.clock.advance(minute);
    await confirming.send('POST', '/signup', { json: { email, password: newPassword } });
    await verify(confirming, { type: 'signup', token_hash: newestMail(confirming).hash });
    expect((await signIn(confirming, email, newPassword)).status).toBe(200);
  });

  test('resending mails again to users who wait for it, and answers all others the same', async () => {
    const { email } = await signUp(confirming);
    const first = newestMail(confirming);
    confirming.clock.advance(minute);
    const resend = (address: string, type = 'signup') =>
      confirming.send('POST', '/resend', { json: { type, email: address } });
    expect((await resend(email)).json).toEqual({});
    expectRefusal(await verify(confirming, { type: 'signup', token_hash: first.hash }), {
      status: 403,
      code: 'otp_expired',
    });
    expect((await verify(confirming, { type: 'signup', token_hash: newestMail(confirming).hash })).status).toBe(200);
    confirming.clock.advance(minute);
    confirming.mails.sent.length = 0;
    for (const address of [email, newEmail()]) {
      for (const type of ['signup', 'email_change']) {
        const { status, json } = await resend(address, type);
        expect({ status, json }).toEqual({ status: 200, json: {} });
      }
    }
    expect(confirming.mails.sent).toEqual([]);
    expectRefusal(await resend(email, 'recovery'), {
      status: 400,
      code: 'validation_failed',
      message: 'Missing one of these types: signup, email_change, sms, phone_change',
    });
    expectRefusal(await resend(''), { status: 400, code: 'validation_failed' });
  });

  test('all mails of an hour have one limit', async () => {
    const few = await createTestAuth(pool, { GOTRUE_MAILER_AUTOCONFIRM: 'false', GOTRUE_RATE_LIMIT_EMAIL_SENT: '2' });
    await signUp(few);
    await signUp(few);
    expectRefusal(await few.send('POST', '/signup', { json: { email: newEmail(), password } }), {
      status: 429,
      code: 'over_email_send_rate_limit',
    });
  });
});

describe('signing in by mail', () => {
  test.each(['/otp', '/magiclink'])('%s mails a link and a code to a user', async (path) => {
    const { email, user } = await signUp(auth);
    const asked = await auth.send('POST', path, { json: { email } });
    expect({ status: asked.status, json: asked.json }).toEqual({ status: 200, json: {} });
    const { json } = await verify(auth, { type: 'email', email, token: newestMail(auth).code });
    expect(json.user.id).toBe(user.id);
    expect((await signIn(auth, email)).status).toBe(200);
  });

  test('creates a user who confirms the address with the link', async () => {
    for (const [service, type] of [
      [auth, 'magiclink'],
      [confirming, 'signup'],
    ] as const) {
      const email = newEmail();
      await service.send('POST', '/otp', { json: { email, data: { name: 'Ada' } } });
      const mail = newestMail(service, email);
      expect(mail.link?.searchParams.get('type')).toBe(type);
      const { json } = await verify(service, { type, token_hash: mail.hash });
      expect(json.user).toMatchObject({
        email,
        user_metadata: { name: 'Ada' },
        email_confirmed_at: expect.any(String),
      });
    }
  });

  test('tells only a client that asks to create no user that there is none', async () => {
    expectRefusal(await auth.send('POST', '/otp', { json: { email: newEmail(), create_user: false } }), {
      status: 422,
      code: 'otp_disabled',
      message: 'Signups not allowed for otp',
    });
    const closed = await createTestAuth(pool, { GOTRUE_DISABLE_SIGNUP: 'true' });
    const { status, json } = await closed.send('POST', '/otp', { json: { email: newEmail() } });
    expect({ status, json, sent: closed.mails.sent }).toEqual({ status: 200, json: {}, sent: [] });
  });

  test.each([
    [{}, 400, 'validation_failed'],
    [{ email: 'a@example.com', phone: '123' }, 400, 'validation_failed'],
    [{ email: 'a@example.com', channel: 'sms' }, 400, 'validation_failed'],
    [{ phone: '+4912345' }, 422, 'phone_provider_disabled'],
  ])('/otp with %j is %i %s', async (json, status, code) => {
    expectRefusal(await auth.send('POST', '/otp', { json }), { status, code });
  });

  test('a phone is refused where no SMS can be sent', async () => {
    const byPhone = await createTestAuth(
      pool,
      { GOTRUE_EXTERNAL_PHONE_ENABLED: 'true', GOTRUE_SMS_AUTOCONFIRM: 'true' },
      { showsSms: false },
    );
    expectRefusal(await byPhone.send('POST', '/otp', { json: { phone: '+4912345' } }), {
      status: 422,
      code: 'sms_send_failed',
    });
    expectRefusal(await auth.send('POST', '/magiclink', { json: {} }), { status: 422, code: 'validation_failed' });
  });
});

describe('changing the email address', () => {
  const confirmed = async () => {
    const { email } = await signUp(confirming);
    const { json } = await verify(confirming, { type: 'signup', token_hash: newestMail(confirming).hash });
    confirming.mails.sent.length = 0;
    return { email, token: json.access_token as string, id: json.user.id as string };
  };

  test('needs both addresses, in any order', async () => {
    for (const order of ['current first', 'new first']) {
      const { email, token, id } = await confirmed();
      const wanted = newEmail();
      const { json } = await confirming.send('PUT', '/user', { token, json: { email: wanted } });
      expect(json).toMatchObject({ email, new_email: wanted, email_change_sent_at: expect.any(String) });
      const mails = [newestMail(confirming, email), newestMail(confirming, wanted)];
      const [first, second] = order === 'current first' ? mails : mails.toReversed();
      const half = await verify(confirming, { type: 'email_change', token_hash: first?.hash });
      expect({ status: half.status, json: half.json }).toEqual({
        status: 200,
        json: {
          msg: 'Confirmation link accepted. Please proceed to confirm link sent to the other email',
          code: '200',
        },
      });
      expectRefusal(await verify(confirming, { type: 'email_change', token_hash: first?.hash }), {
        status: 403,
        code: 'otp_expired',
      });
      const { json: session } = await verify(confirming, {
        type: 'email_change',
        email: second?.to,
        token: second?.code,
      });
      expect(session.user).toMatchObject({
        id,
        email: wanted,
        user_metadata: { email: wanted },
        identities: [{ email: wanted, identity_data: { email: wanted, email_verified: true } }],
      });
      expect(session.user).not.toHaveProperty('new_email');
      expect((await signIn(confirming, wanted)).status).toBe(200);
      expect((await signIn(confirming, email)).status).toBe(400);
    }
  });

  test('the first link says on its page that the other one is missing', async () => {
    const { email, token } = await confirmed();
    await confirming.send('PUT', '/user', { token, json: { email: newEmail() } });
    expect((await follow(confirming, newestMail(confirming, email).path)).fragment).toEqual({
      message: 'Confirmation link accepted. Please proceed to confirm link sent to the other email',
      sb: '',
    });
  });

  test('while addresses count as confirmed, one link is enough, and until then nothing changes', async () => {
    const { email, access_token: token } = await signUp(auth);
    const wanted = newEmail();
    const { json } = await auth.send('PUT', '/user', { token, json: { email: wanted } });
    expect(json).toMatchObject({ email, new_email: wanted });
    expect((await follow(auth, newestMail(auth, wanted).path)).fragment).toMatchObject({ type: 'email_change' });
    expect((await signIn(auth, wanted)).status).toBe(200);
  });

  test('is void when the password changes, so that it cannot be resent', async () => {
    const { email, token } = await confirmed();
    const wanted = newEmail();
    await confirming.send('PUT', '/user', { token, json: { email: wanted } });
    const { hash } = newestMail(confirming, wanted);
    await confirming.send('PUT', '/user', { token, json: { password: newPassword } });
    expectRefusal(await verify(confirming, { type: 'email_change', token_hash: hash }), {
      status: 403,
      code: 'otp_expired',
    });
    confirming.clock.advance(minute);
    confirming.mails.sent.length = 0;
    await confirming.send('POST', '/resend', { json: { type: 'email_change', email } });
    expect(confirming.mails.sent).toEqual([]);
  });

  test('resending mails to both addresses again', async () => {
    const { email, token } = await confirmed();
    const wanted = newEmail();
    await confirming.send('PUT', '/user', { token, json: { email: wanted } });
    confirming.clock.advance(minute);
    confirming.mails.sent.length = 0;
    await confirming.send('POST', '/resend', { json: { type: 'email_change', email } });
    expect(confirming.mails.sent.map(({ to }) => to).toSorted()).toEqual([email, wanted].toSorted());
  });

  test('an address that is taken meanwhile is refused on the page', async () => {
    const [first, second] = [await signUp(auth), await signUp(auth)];
    const wanted = newEmail();
    await auth.send('PUT', '/user', { token: first.access_token, json: { email: wanted } });
    const firstMail = newestMail(auth, wanted);
    await auth.send('PUT', '/user', { token: second.access_token, json: { email: wanted } });
    expect(
      (await verify(auth, { type: 'email_change', email: wanted, token: newestMail(auth, wanted).code })).status,
    ).toBe(200);
    expect((await follow(auth, firstMail.path)).fragment).toMatchObject({ error_code: 'email_exists' });
  });

  test('a mail that cannot be sent changes nothing', async () => {
    const { email, access_token: token } = await signUp(auth);
    auth.mails.refused = true;
    expectRefusal(await auth.send('PUT', '/user', { token, json: { email: newEmail(), data: { a: 1 } } }), {
      status: 500,
      code: 'unexpected_failure',
    });
    const { json } = await auth.send('GET', '/user', { token });
    expect(json).toMatchObject({ email });
    expect(json).not.toHaveProperty('new_email');
    expect(json.user_metadata).not.toHaveProperty('a');
  });

  test('the mails show addresses as text', async () => {
    const { access_token: token } = await signUp(auth);
    const wanted = `<b>&"'@example.com`;
    expect((await auth.send('PUT', '/user', { token, json: { email: wanted } })).status).toBe(400);
    const odd = `a&'${randomUUID()}@example.com`;
    await auth.send('PUT', '/user', { token, json: { email: odd } });
    expect(newestMail(auth, odd).html).toContain(odd.replace('&', '&amp;').replace("'", '&#39;'));
  });
});

describe('confirming who one is', () => {
  test('a password change in an old session needs the code of a mail, once', async () => {
    const strict = await createTestAuth(
      pool,
      {
        ...generous,
        GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION: 'true',
        GOTRUE_JWT_EXP: '604800',
      },
      { guardsAccounts: false },
    );
    const { email, access_token: token } = await signUp(strict);
    const change = (secret: string, nonce?: string) =>
      strict.send('PUT', '/user', { token, json: { password: secret, nonce } });
    expect((await change('first new password')).status).toBe(200);
    strict.clock.advance(25 * 60 * minute);
    expectRefusal(await change(newPassword), { status: 400, code: 'reauthentication_needed' });
    const asked = await strict.send('GET', '/reauthenticate', { token });
    expect({ status: asked.status, json: asked.json }).toEqual({ status: 200, json: {} });
    const { code, to, path } = newestMail(strict);
    expect({ to, path }).toEqual({ to: email, path: '' });
    expectRefusal(await change(newPassword, wrongCode(code)), { status: 422, code: 'reauthentication_not_valid' });
    expect((await change(newPassword, code)).status).toBe(200);
    expectRefusal(await change('third new password', code), { status: 422, code: 'reauthentication_not_valid' });
  });

  test('needs a session with a confirmed address', async () => {
    expectRefusal(await auth.send('GET', '/reauthenticate'), { status: 401, code: 'no_authorization' });
    const { access_token: token, user } = await signUp(auth);
    await pool.query(`update ${auth.schema}.users set email_confirmed_at = null where id = $1`, [user.id]);
    expectRefusal(await auth.send('GET', '/reauthenticate', { token }), { status: 422, code: 'email_not_confirmed' });
  });
});

describe('a session that was left open', () => {
  const sessionIdOf = (token: string): string =>
    JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).session_id;
  const put = (token: string, json: object, service = confirming) => service.send('PUT', '/user', { token, json });
  const prove = ({ user, access_token: token }: { user: { id: string }; access_token: string }, secret: string) =>
    confirming.service.proofs.accept({
      userId: user.id,
      sessionId: sessionIdOf(token),
      proof: { method: 'password', password: secret },
      client: { ip: '127.0.0.1', userAgent: undefined },
    });
  const needsProof = { status: 422, code: 'verification_needed' };
  const signedIn = async () => {
    const { email } = await signUp(confirming);
    await verify(confirming, { type: 'signup', token_hash: newestMail(confirming, email).hash });
    const { json: session } = await signIn(confirming, email);
    return { email, session, token: session.access_token as string };
  };
  const recovered = async (email: string): Promise<string> => {
    await recover(confirming, email);
    const code = newestMail(confirming, email).code;
    return (await verify(confirming, { type: 'recovery', email, token: code })).json.access_token;
  };

  test('does not give the account away: address, password and factors need a proof, which none of them gives', async () => {
    const { email, session, token } = await signedIn();
    const { json: elsewhere } = await signIn(confirming, email);
    confirming.clock.advance(16 * minute);
    confirming.mails.sent.length = 0;
    const wanted = newEmail();
    expectRefusal(await put(token, { email: wanted }), needsProof);
    expectRefusal(await put(token, { password: newPassword }), needsProof);
    expectRefusal(await put(token, { password: newPassword, data: { name: 'Mallory' } }), needsProof);
    expectRefusal(
      await confirming.send('POST', '/factors', { token, json: { factor_type: 'totp', friendly_name: 'Phone' } }),
      needsProof,
    );
    // Neither the new password nor a mail to the new address would prove anything.
    await expect(prove(session, newPassword)).rejects.toMatchObject({ code: 'current_password_invalid' });
    await recover(confirming, wanted);
    expect(confirming.mails.sent).toEqual([]);
    expect((await confirming.send('GET', '/user', { token })).json).toMatchObject({ email, user_metadata: {} });
    expect((await put(token, { email, data: { theme: 'dark' } })).status).toBe(200);

    await prove(session, password);
    // Another session of the user has proved nothing, and no other user can prove it.
    expectRefusal(await put(elsewhere.access_token, { password: newPassword }), needsProof);
    expect((await put(token, { email: wanted })).json).toMatchObject({ email, new_email: wanted });
    expect((await put(token, { password: newPassword })).status).toBe(200);
    const enrolled = await confirming.send('POST', '/factors', { token, json: { factor_type: 'totp' } });
    expect(enrolled.status).toBe(200);
  });

  test('sets one new password where it began with a recovery mail, for a day, and nothing else', async () => {
    const { email } = await signedIn();
    const token = await recovered(email);
    confirming.clock.advance(40 * minute);
    expectRefusal(await put(token, { password: newPassword, email: newEmail() }), needsProof);
    expect((await put(token, { password: newPassword })).status).toBe(200);
    expectRefusal(await put(token, { password: 'a third good password' }), needsProof);

    const { json } = await signIn(confirming, email, newPassword);
    const lasting = await recovered(email);
    await pool.query(`update ${confirming.schema}.sessions set created_at = created_at - interval '25 hours'`);
    confirming.clock.advance(16 * minute);
    expectRefusal(await put(lasting, { password: 'a third good password' }), needsProof);
    await prove(json, newPassword);
    expect((await put(json.access_token, { password: 'a third good password' })).status).toBe(200);
  });

  test('that began with a one-time link needs the code of a mail, where the user has no password', async () => {
    const email = newEmail();
    await confirming.send('POST', '/otp', { json: { email } });
    const { json } = await verify(confirming, { type: 'email', token_hash: newestMail(confirming, email).hash });
    const token: string = json.access_token;
    await pool.query(`update ${confirming.schema}.users set encrypted_password = null where id = $1`, [json.user.id]);
    confirming.clock.advance(16 * minute);
    expectRefusal(await put(token, { password }), needsProof);
    expect(await confirming.service.proofs.read(json.user.id, sessionIdOf(token))).toEqual({
      recent: false,
      method: 'email',
    });
    await confirming.send('GET', '/reauthenticate', { token });
    await confirming.service.proofs.accept({
      userId: json.user.id,
      sessionId: sessionIdOf(token),
      proof: { method: 'email', code: newestMail(confirming, email).code },
      client: { ip: '127.0.0.1', userAgent: undefined },
    });
    expect((await put(token, { password })).status).toBe(200);
  });

  test('of a project’s user changes them as the client library expects', async () => {
    const project = await createTestAuth(pool, generous, { guardsAccounts: false });
    const { access_token: token } = await signUp(project);
    project.clock.advance(40 * minute);
    const json = { email: newEmail(), password: newPassword };
    expect((await put(token, json, project)).status).toBe(200);
    expect((await project.send('POST', '/factors', { token, json: { factor_type: 'totp' } })).status).toBe(200);
  });
});

test.each(['otp', 'magiclink', 'recover', 'resend'])('/%s has a limit for each caller', async (path) => {
  const limited = await createTestAuth(pool, { GOTRUE_RATE_LIMIT_OTP: '2', GOTRUE_SMTP_MAX_FREQUENCY: '0' });
  const ask = () => limited.send('POST', `/${path}`, { json: { type: 'signup', email: newEmail() } });
  for (const _ of [1, 2]) expect((await ask()).status).toBe(200);
  expectRefusal(await ask(), { status: 429, code: 'over_request_rate_limit' });
});

test('no mail signs anybody in where emails are switched off', async () => {
  const { email } = await signUp(auth);
  const off = await createTestAuth(pool, { ...generous, GOTRUE_EXTERNAL_EMAIL_ENABLED: 'false' });
  for (const [path, status] of [
    ['/otp', 422],
    ['/magiclink', 422],
    ['/recover', 400],
    ['/resend', 400],
  ] as const) {
    const json = { email, ...(path === '/resend' && { type: 'signup' }) };
    expectRefusal(await off.send('POST', path, { json }), { status, code: 'email_provider_disabled' });
  }
  expectRefusal(await signIn(off, email), { status: 422, code: 'email_provider_disabled' });
  expect(off.mails.sent).toEqual([]);
});

test('a magic link needs an email', async () => {
  const json = { phone: '+4915112345678' };
  expectRefusal(await auth.send('POST', '/magiclink', { json }), { status: 422, code: 'validation_failed' });
});

test('uses of links have a limit for each caller', async () => {
  const limited = await createTestAuth(pool, { GOTRUE_RATE_LIMIT_VERIFY: '1' });
  expect((await limited.send('GET', '/verify?token=x&type=signup')).status).toBe(303);
  expectRefusal(await verify(limited, { type: 'signup', token_hash: 'x' }), {
    status: 429,
    code: 'over_request_rate_limit',
  });
});

test.skipIf(postgresPrograms === undefined)(
  'on a Postgres server, requests for mails, uses and changes at once wait for each other and never fail',
  async () => {
    const postgres = await startPostgres();
    const connections = new Pool({ connectionString: postgres.url, max: 12 });
    onTestFinished(async () => {
      await connections.end();
      await postgres.stop();
    });
    const busy = await createTestAuth(connections, { ...generous, GOTRUE_SMTP_MAX_FREQUENCY: '0' });
    const { email, access_token: token } = await signUp(busy);
    for (let round = 1; round <= 8; round++) {
      await recover(busy, email);
      const { hash, code } = newestMail(busy, email);
      const answers = await Promise.all([
        verify(busy, { type: 'recovery', token_hash: hash }),
        verify(busy, { type: 'recovery', email, token: code }),
        recover(busy, email),
        recover(busy, email),
        busy.send('PUT', '/user', { token, json: { data: { round } } }),
        busy.send('PUT', '/user', { token, json: { email: newEmail() } }),
        busy.send('POST', '/otp', { json: { email } }),
        busy.send('POST', '/resend', { json: { type: 'email_change', email } }),
      ]);
      expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
      expect(answers.slice(0, 2).filter(({ status }) => status === 200).length).toBeLessThan(2);
    }
  },
);

test('no code, link or address of any test above is in the log', () => {
  const lines = [...auth.logLines, ...confirming.logLines].join('');
  expect(lines).toContain('/auth/v1/verify');
  expect(lines).not.toMatch(/@example\.com|pkce_|redirect_to|eyJ/);
});
