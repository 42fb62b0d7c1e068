import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
/** Sign-up, sign-in and changes by phone: codes in SMS, and what sends them. */
import { AuthClient } from '@supabase/auth-js';
import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { readConfig } from '../../../server/config.ts';
import {
  createRealTimeTestAuth,
  createTestAuth,
  openAuthStorage,
  type SimulatedTestAuth,
  type TestAuth,
} from '../../support/authService.ts';

let storage: Awaited<ReturnType<typeof openAuthStorage>>;
let pool: Pool;
let receiver: string;
let received: { method: string; path: string; headers: Record<string, unknown>; body: string }[] = [];
let answer = { status: 200, body: '{}' };

const server = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => (body += String(chunk)));
  request.on('end', () => {
    received.push({ method: request.method ?? '', path: request.url ?? '', headers: request.headers, body });
    response.writeHead(answer.status).end(answer.body);
  });
});

beforeAll(async () => {
  storage = await openAuthStorage();
  pool = storage.pool;
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  receiver = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await storage?.close();
});
beforeEach(() => {
  received = [];
  answer = { status: 200, body: '{}' };
});

const password = 'correct horse battery staple';
let numbers = 15_110_000_000;
const newPhone = () => `4${++numbers}`;
let addresses = 0;
const newEmail = () => `phone${++addresses}@example.com`;
const phones = {
  GOTRUE_EXTERNAL_PHONE_ENABLED: 'true',
  GOTRUE_SMS_MAX_FREQUENCY: '0',
  GOTRUE_RATE_LIMIT_SMS_SENT: '0',
  GOTRUE_RATE_LIMIT_VERIFY: '0',
  BASECHART_RATE_LIMIT_CODES: '0',
};
const codeOf = ({ sms }: TestAuth): string => /\d+$/.exec(sms.at(-1)?.text ?? '')?.[0] ?? '';
const wrong = (code: string): string => (code.startsWith('0') ? '1' : '0') + code.slice(1);

describe('a user with a phone', () => {
  let auth: SimulatedTestAuth;
  beforeAll(async () => {
    auth = await createTestAuth(pool, phones);
  });
  const post = (path: string, json: object) => auth.send('POST', path, { json });
  const verify = (phone: string, token: string, type = 'sms') => post('/verify', { type, phone, token });
  async function signUp(): Promise<{ phone: string; token: string }> {
    const phone = newPhone();
    await post('/signup', { phone, password });
    return { phone, token: (await verify(phone, codeOf(auth))).json.access_token };
  }

  test('signs up with a password, and in once the code was entered', async () => {
    const phone = newPhone();
    const signedUp = await post('/signup', { phone: `+${phone}`, password, data: { name: 'Ada' } });
    expect(signedUp.json).toMatchObject({ phone, email: '', user_metadata: { name: 'Ada', phone_verified: false } });
    expect(signedUp.json.access_token).toBeUndefined();
    expect(auth.sms.at(-1)).toEqual({ to: `+${phone}`, text: expect.stringMatching(/^Your code is \d{6}$/) });
    const early = await post('/token?grant_type=password', { phone, password });
    expect([early.status, early.json.code]).toEqual([400, 'phone_not_confirmed']);

    const code = codeOf(auth);
    const refused = await verify(phone, wrong(code));
    expect([refused.status, refused.json.code]).toEqual([403, 'otp_expired']);
    const { json: session } = await verify(phone, code);
    expect(session.user).toMatchObject({
      phone,
      phone_confirmed_at: expect.any(String),
      user_metadata: { phone_verified: true },
      identities: [{ provider: 'phone', identity_data: { phone_verified: true } }],
    });
    expect((await verify(phone, code)).json.code).toBe('otp_expired');
    expect((await post('/token?grant_type=password', { phone, password })).status).toBe(200);
  });

  test('is not told from one who does not exist', async () => {
    const { phone } = await signUp();
    const before = auth.sms.length;
    const again = await post('/signup', { phone, password: 'another good password' });
    expect(again.json).toMatchObject({ phone, identities: [], confirmation_sent_at: expect.any(String) });
    expect(auth.sms).toHaveLength(before);
    expect((await post('/token?grant_type=password', { phone, password: 'another good password' })).status).toBe(400);
    for (const given of [phone, newPhone()])
      expect((await post('/resend', { type: 'sms', phone: given })).json).toEqual({});
    expect(auth.sms).toHaveLength(before);
  });

  test('signs in with a code, which expires after a minute', async () => {
    const { phone } = await signUp();
    expect((await post('/otp', { phone })).json).toEqual({});
    const late = codeOf(auth);
    auth.clock.advance(61);
    expect((await verify(phone, late)).json.code).toBe('otp_expired');
    await post('/otp', { phone });
    const { json } = await verify(phone, codeOf(auth));
    expect(json.user.phone).toBe(phone);
    const claims = JSON.parse(Buffer.from(json.access_token.split('.')[1], 'base64url').toString());
    expect(claims).toMatchObject({ phone, amr: [{ method: 'otp' }] });
  });

  test('is created by a code unless the client asks not to', async () => {
    const phone = newPhone();
    const refused = await post('/otp', { phone, create_user: false });
    expect([refused.status, refused.json.code]).toEqual([422, 'otp_disabled']);
    await post('/otp', { phone, data: { name: 'Grace' } });
    expect((await verify(phone, codeOf(auth))).json.user).toMatchObject({ phone, user_metadata: { name: 'Grace' } });
  });

  test('keeps no password that another person set for the number', async () => {
    const phone = newPhone();
    await post('/signup', { phone, password: 'password of the attacker' });
    await post('/otp', { phone });
    expect((await verify(phone, codeOf(auth))).status).toBe(200);
    expect((await post('/token?grant_type=password', { phone, password: 'password of the attacker' })).status).toBe(
      400,
    );
  });

  test('gets the code of a sign-up again', async () => {
    const phone = newPhone();
    await post('/signup', { phone, password });
    const first = codeOf(auth);
    expect((await post('/resend', { type: 'sms', phone })).json).toEqual({});
    const second = codeOf(auth);
    expect([403, first === second ? 403 : (await verify(phone, first)).status]).toEqual([403, 403]);
    expect((await verify(phone, second)).status).toBe(200);
  });

  test('changes the number with a code to the new one', async () => {
    const { phone, token } = await signUp();
    const next = newPhone();
    const put = await auth.send('PUT', '/user', { token, json: { phone: next } });
    expect(put.json).toMatchObject({ phone, new_phone: next, phone_change_sent_at: expect.any(String) });
    expect(auth.sms.at(-1)?.to).toBe(`+${next}`);
    expect((await verify(next, codeOf(auth))).status).toBe(403);
    await post('/resend', { type: 'phone_change', phone });
    expect(auth.sms.at(-1)?.to).toBe(`+${next}`);
    const { json } = await verify(next, codeOf(auth), 'phone_change');
    expect(json.user).toMatchObject({ phone: next, user_metadata: { phone: next } });
    expect(json.user.new_phone).toBeUndefined();
    expect((await post('/token?grant_type=password', { phone: next, password })).status).toBe(200);
  });

  test('is added to a user with an email, and not one that another user has', async () => {
    const { phone: taken } = await signUp();
    const { json: session } = await post('/signup', { email: newEmail(), password });
    const put = (phone: string) => auth.send('PUT', '/user', { token: session.access_token, json: { phone } });
    expect((await put(taken)).json.code).toBe('phone_exists');
    const phone = newPhone();
    await put(phone);
    const { json } = await verify(phone, codeOf(auth), 'phone_change');
    expect(json.user).toMatchObject({
      email: session.user.email,
      phone,
      app_metadata: { providers: ['email', 'phone'] },
    });
  });

  test('proves who it is again before the password changes', async () => {
    const strict = await createTestAuth(
      pool,
      { ...phones, GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION: 'true' },
      { guardsAccounts: false },
    );
    const phone = newPhone();
    await strict.send('POST', '/signup', { json: { phone, password } });
    const first = await strict.send('POST', '/verify', { json: { type: 'sms', phone, token: codeOf(strict) } });
    strict.clock.advance(25 * 3_600);
    const { json: session } = await strict.send('POST', '/token?grant_type=refresh_token', {
      json: { refresh_token: first.json.refresh_token },
    });
    const put = (json: object) => strict.send('PUT', '/user', { token: session.access_token, json });
    expect((await put({ password: 'another good password' })).json.code).toBe('reauthentication_needed');
    expect((await strict.send('GET', '/reauthenticate', { token: session.access_token })).json).toEqual({});
    const nonce = codeOf(strict);
    expect((await put({ password: 'another good password', nonce: wrong(nonce) })).json.code).toBe(
      'reauthentication_not_valid',
    );
    expect((await put({ password: 'another good password', nonce })).status).toBe(200);
  });

  test.each([
    ['/otp', { phone: 'no number' }, 'validation_failed'],
    ['/otp', { phone: '4915112345678', channel: 'pigeon' }, 'validation_failed'],
    ['/otp', { phone: '4915112345678', channel: 'whatsapp' }, 'validation_failed'],
    ['/resend', { type: 'sms' }, 'validation_failed'],
    ['/verify', { type: 'sms', phone: 'no number', token: '123456' }, 'validation_failed'],
    ['/signup', { phone: '4915112345678', password, code_challenge: 'x' }, 'validation_failed'],
  ])('%s refuses %j', async (path, json, code) => {
    const refused = await post(path, json);
    expect([refused.status, refused.json.code]).toEqual([400, code]);
  });
});

test('SMS to a number, and of all users together, are limited', async () => {
  const auth = await createTestAuth(pool, {
    ...phones,
    GOTRUE_SMS_MAX_FREQUENCY: '60',
    GOTRUE_RATE_LIMIT_SMS_SENT: '3',
  });
  const phone = newPhone();
  const ask = (to: string) => auth.send('POST', '/otp', { json: { phone: to } });
  expect((await ask(phone)).status).toBe(200);
  const soon = await ask(phone);
  expect([soon.status, soon.json]).toEqual([
    429,
    {
      code: 'over_sms_send_rate_limit',
      message: 'For security purposes, you can only request this after 60 seconds.',
    },
  ]);
  auth.clock.advance(61);
  expect((await ask(phone)).status).toBe(200);
  expect((await ask(newPhone())).status).toBe(200);
  expect((await ask(newPhone())).json.message).toBe('SMS rate limit exceeded');
});

test('an SMS to a new number is limited by user and by number', async () => {
  const auth = await createTestAuth(pool, { ...phones, GOTRUE_SMS_MAX_FREQUENCY: '60' });
  const [ada, eve] = await Promise.all(
    [1, 2].map(() => auth.send('POST', '/signup', { json: { email: newEmail(), password } })),
  );
  const put = (user: typeof ada, phone: string) =>
    auth.send('PUT', '/user', { token: user!.json.access_token, json: { phone } });
  const phone = newPhone();
  expect((await put(ada, phone)).status).toBe(200);
  const refusals = [await put(eve, phone), await put(ada, newPhone())];
  expect(refusals.map(({ status, json }) => [status, json.code])).toEqual([
    [429, 'over_sms_send_rate_limit'],
    [429, 'over_sms_send_rate_limit'],
  ]);
  expect(auth.sms).toHaveLength(1);
});

test('a number is changed with a recent proof of who the user is; its owner is told of every change', async () => {
  const auth = await createTestAuth(pool, { ...phones, GOTRUE_SECURITY_MANUAL_LINKING_ENABLED: 'true' });
  const email = newEmail();
  const { json: session } = await auth.send('POST', '/signup', { json: { email, password } });
  const token: string = session.access_token;
  const told = async () => {
    await vi.waitFor(() => expect(auth.mails.sent).not.toEqual([]));
    return auth.mails.sent.splice(0).map(({ to, subject }) => [to, subject]);
  };
  const put = (json: object) => auth.send('PUT', '/user', { token, json });
  const change = async (phone: string) => {
    await put({ phone });
    return await auth.send('POST', '/verify', { json: { type: 'phone_change', phone, token: codeOf(auth) } });
  };

  auth.clock.advance(16 * 60);
  const refused = await put({ phone: newPhone() });
  expect([refused.status, refused.json.code, auth.sms.length]).toEqual([422, 'verification_needed', 0]);
  expect((await put({ data: { name: 'Ada' } })).status).toBe(200);
  expect(auth.mails.sent).toEqual([]);

  const claims = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString());
  await auth.service.proofs.accept({
    userId: session.user.id,
    sessionId: claims.session_id,
    proof: { method: 'password', password },
    client: { ip: '127.0.0.1', userAgent: undefined },
  });
  expect((await change(newPhone())).status).toBe(200);
  expect(await told()).toEqual([[email, 'A phone number was added to your account']]);
  const { json: changed } = await change(newPhone());
  expect(await told()).toEqual([[email, 'Your phone number was changed']]);
  expect((await put({ phone: changed.user.phone })).status).toBe(200);
  expect(auth.mails.sent).toEqual([]);

  // A mail that cannot be sent keeps no user from securing the account.
  auth.mails.refused = true;
  expect((await put({ password: 'another good password' })).status).toBe(200);
  await vi.waitFor(() => expect(auth.logLines.join('')).toMatch(/failed to notify a user of a change/));
  expect(auth.logLines.join('')).not.toContain(email);
  auth.mails.refused = false;
  expect((await put({ password: 'a third good password' })).status).toBe(200);
  expect(await told()).toEqual([[email, 'Your password was changed']]);

  const { identity_id: identity } = changed.user.identities.find(
    ({ provider }: { provider: string }) => provider === 'phone',
  );
  expect((await auth.send('DELETE', `/user/identities/${identity}`, { token })).status).toBe(200);
  expect(await told()).toEqual([[email, 'Your phone number was removed']]);

  auth.mails.send = () => new Promise(() => undefined);
  expect((await put({ password: 'a fourth good password' })).status).toBe(200);
});

test('requests for which nothing is sent do not stop the messages of others', async () => {
  const auth = await createTestAuth(pool, {
    ...phones,
    GOTRUE_RATE_LIMIT_SMS_SENT: '1',
    GOTRUE_RATE_LIMIT_EMAIL_SENT: '1',
    GOTRUE_MAILER_AUTOCONFIRM: 'false',
  });
  const ask = (json: object) => auth.send('POST', '/otp', { json });
  for (let count = 0; count < 3; count++) {
    expect((await ask({ phone: newPhone(), create_user: false })).json.code).toBe('otp_disabled');
    expect((await ask({ email: newEmail(), create_user: false })).json.code).toBe('otp_disabled');
  }
  expect((await ask({ phone: newPhone() })).status).toBe(200);
  expect((await ask({ phone: newPhone() })).json.message).toBe('SMS rate limit exceeded');
  expect((await ask({ email: newEmail() })).status).toBe(200);
  expect((await ask({ email: newEmail() })).json.message).toBe('Email rate limit exceeded');
});

test('the code is not guessed: five tries for a code, twenty an hour for a number', async () => {
  const auth = await createTestAuth(pool, { ...phones, BASECHART_RATE_LIMIT_CODES: '20' });
  const phone = newPhone();
  await auth.send('POST', '/otp', { json: { phone } });
  const code = codeOf(auth);
  const tryOut = (token: string) => auth.send('POST', '/verify', { json: { type: 'sms', phone, token } });
  for (let guess = 0; guess < 5; guess++) expect((await tryOut(wrong(code))).status).toBe(403);
  expect((await tryOut(code)).status).toBe(403);
  for (let guess = 0; guess < 14; guess++) await tryOut(wrong(code));
  expect((await tryOut(code)).status).toBe(429);
});

test('no code is stored or logged as it is', async () => {
  const auth = await createTestAuth(pool, phones);
  await auth.send('POST', '/otp', { json: { phone: newPhone() } });
  const { rows } = await pool.query(`select * from ${auth.schema}.one_time_tokens`);
  expect(JSON.stringify(rows)).not.toContain(codeOf(auth));
  expect(auth.logLines.join('')).not.toContain(codeOf(auth));
});

describe('the hook that sends SMS', () => {
  const secret = Buffer.from('a secret that is long enough to sign');
  let auth: SimulatedTestAuth;
  beforeAll(async () => {
    auth = await createTestAuth(pool, {
      ...phones,
      GOTRUE_HOOK_SEND_SMS_ENABLED: 'true',
      GOTRUE_HOOK_SEND_SMS_URI: `${receiver}/sms`,
      GOTRUE_HOOK_SEND_SMS_SECRETS: `v1,whsec_${secret.toString('base64')}`,
    });
  });

  test('gets a signed call with the user, the number and the code', async () => {
    const phone = newPhone();
    expect((await auth.send('POST', '/otp', { json: { phone } })).json).toEqual({});
    const [call] = received;
    const { 'webhook-id': id, 'webhook-timestamp': moment, 'webhook-signature': signature } = call?.headers ?? {};
    const signed = createHmac('sha256', secret)
      .update(`${String(id)}.${String(moment)}.${call?.body}`)
      .digest('base64');
    expect(signature).toBe(`v1,${signed}`);
    const { user, sms } = JSON.parse(call?.body ?? '{}');
    expect([user.phone, sms]).toEqual([phone, { otp: expect.stringMatching(/^\d{6}$/), phone, sms_type: 'login' }]);
    const verified = await auth.send('POST', '/verify', { json: { type: 'sms', phone, token: sms.otp } });
    expect(verified.json.user.phone).toBe(phone);
    expect((await auth.send('GET', '/settings')).json.sms_provider).toBe('hook');
  });

  test('that refuses fails the request and leaves no user', async () => {
    answer = { status: 400, body: '' };
    const phone = newPhone();
    const refused = await auth.send('POST', '/otp', { json: { phone } });
    expect([refused.status, refused.json.code]).toEqual([422, 'sms_send_failed']);
    const { rows } = await pool.query(`select 1 from ${auth.schema}.users where phone = $1`, [phone]);
    expect(rows).toEqual([]);
  });
});

describe('Twilio', () => {
  const twilio = () => ({
    ...phones,
    GOTRUE_SMS_PROVIDER: 'twilio',
    GOTRUE_SMS_TWILIO_ACCOUNT_SID: 'AC1',
    GOTRUE_SMS_TWILIO_AUTH_TOKEN: 'canary-token',
    GOTRUE_SMS_TWILIO_MESSAGE_SERVICE_SID: 'MG1',
    GOTRUE_SMS_TEMPLATE: 'Ferries: {{ .Code }}',
    BASECHART_TWILIO_URL: receiver,
  });

  test('sends the SMS, and its id of the message is told', async () => {
    const auth = await createTestAuth(pool, twilio());
    answer = { status: 201, body: '{"sid":"SM1"}' };
    const phone = newPhone();
    expect((await auth.send('POST', '/otp', { json: { phone } })).json).toEqual({ message_id: 'SM1' });
    expect(received).toMatchObject([
      {
        method: 'POST',
        path: '/2010-04-01/Accounts/AC1/Messages.json',
        headers: { authorization: `Basic ${Buffer.from('AC1:canary-token').toString('base64')}` },
      },
    ]);
    expect(Object.fromEntries(new URLSearchParams(received[0]?.body))).toEqual({
      To: `+${phone}`,
      Body: expect.stringMatching(/^Ferries: \d{6}$/),
      MessagingServiceSid: 'MG1',
    });
  });

  test('that refuses fails the request, and its token is in no log', async () => {
    const auth = await createTestAuth(pool, twilio());
    answer = { status: 401, body: '{"message":"Authenticate"}' };
    const refused = await auth.send('POST', '/otp', { json: { phone: newPhone() } });
    expect([refused.status, refused.json.code]).toEqual([422, 'sms_send_failed']);
    expect(refused.text + auth.logLines.join('')).not.toContain('canary');
  });
});

test('without anything that sends SMS, requests for them are refused and change nothing', async () => {
  const auth = await createTestAuth(pool, { ...phones, GOTRUE_SMS_AUTOCONFIRM: 'true' }, { showsSms: false });
  const refused = await auth.send('POST', '/otp', { json: { phone: newPhone() } });
  expect([refused.status, refused.json.code]).toEqual([422, 'sms_send_failed']);
  const { rows } = await pool.query(`select 1 from ${auth.schema}.users`);
  expect(rows).toEqual([]);
  // A number that counts as confirmed needs none.
  expect((await auth.send('POST', '/signup', { json: { phone: newPhone(), password } })).status).toBe(200);
});

test('the client library signs up, in and changes the number', async () => {
  const auth = await createRealTimeTestAuth(pool, phones);
  const client = new AuthClient({
    url: 'http://localhost/auth/v1',
    fetch: auth.fetch,
    autoRefreshToken: false,
    persistSession: false,
    detectSessionInUrl: false,
  });
  const phone = newPhone();
  expect((await client.signUp({ phone, password })).error).toBeNull();
  expect((await client.resend({ type: 'sms', phone })).error).toBeNull();
  expect((await client.verifyOtp({ phone, token: codeOf(auth), type: 'sms' })).data.user?.phone).toBe(phone);
  expect((await client.signInWithOtp({ phone })).error).toBeNull();
  expect((await client.verifyOtp({ phone, token: codeOf(auth), type: 'sms' })).error).toBeNull();
  expect((await client.signInWithPassword({ phone, password })).error).toBeNull();
  const next = newPhone();
  expect((await client.updateUser({ phone: next })).data.user).toMatchObject({ phone, new_phone: next });
  expect((await client.verifyOtp({ phone: next, token: codeOf(auth), type: 'phone_change' })).data.user?.phone).toBe(
    next,
  );
  expect((await client.signInWithOtp({ phone: newPhone(), options: { shouldCreateUser: false } })).error).toMatchObject(
    {
      code: 'otp_disabled',
    },
  );
});

test.each([
  { GOTRUE_SMS_PROVIDER: 'pigeon' },
  { GOTRUE_SMS_PROVIDER: 'twilio' },
  { GOTRUE_SMS_TEMPLATE: 'no code' },
  { GOTRUE_SMS_OTP_LENGTH: '5' },
  { GOTRUE_HOOK_SEND_SMS_ENABLED: 'true' },
  { GOTRUE_HOOK_SEND_SMS_URI: 'http://hooks.example.com/' },
  { GOTRUE_EXTERNAL_PHONE_ENABLED: 'true', GOTRUE_SITE_URL: 'https://example.com' },
])('the server does not start with %j', (environment) => {
  expect(() => readConfig(environment, [])).toThrow(Object.keys(environment)[0]);
});
