import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
/** Captchas, and a program of the operator's that sends the mails. */
import { AuthClient } from '@supabase/auth-js';
import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../../../server/config.ts';
import { pagePolicy } from '../../../server/http/securityHeaders.ts';
import { captchaOrigins } from '../../../src/contract/accounts/captchaProviders.ts';
import type { CaptchaConfig } from '../../../src/contract/common/runtimeConfig.ts';
import {
  createRealTimeTestAuth,
  createTestAuth,
  openAuthStorage,
  type SimulatedTestAuth,
} from '../../support/authService.ts';
import type { Answer } from '../../support/server.ts';

interface Received {
  method: string;
  headers: IncomingHttpHeaders;
  body: string;
}

let storage: Awaited<ReturnType<typeof openAuthStorage>>;
let pool: Pool;
let receiver: string;
let received: Received[] = [];
/** What the receiver answers, in turn; the last one is repeated. */
let answers: { status: number; body?: string }[] = [];

const server = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => (body += String(chunk)));
  request.on('end', () => {
    received.push({ method: request.method ?? '', headers: request.headers, body });
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    response.writeHead(answer?.status ?? 200).end(answer?.body ?? '{}');
  });
});

beforeAll(async () => {
  storage = await openAuthStorage();
  pool = storage.pool;
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  receiver = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await storage?.close();
});
beforeEach(() => {
  received = [];
  answers = [];
});

const password = 'correct horse battery staple';
const newEmail = () => `${randomUUID()}@example.com`;
const expectRefusal = ({ status, json }: Answer, expected: { status: number; code: string; message?: unknown }) =>
  expect({ status, ...json }).toMatchObject(expected);

describe('a captcha', () => {
  const jwtSecret = 'a-shared-secret-of-at-least-32-characters';
  const settings = () => ({
    GOTRUE_SECURITY_CAPTCHA_ENABLED: 'true',
    GOTRUE_SECURITY_CAPTCHA_PROVIDER: 'turnstile',
    GOTRUE_SECURITY_CAPTCHA_SECRET: 'secret of the captcha',
    BASECHART_CAPTCHA_SITE_KEY: 'site',
    BASECHART_CAPTCHA_URL: receiver,
    GOTRUE_JWT_SECRET: jwtSecret,
    GOTRUE_SMTP_MAX_FREQUENCY: '0',
  });
  const solved = { gotrue_meta_security: { captcha_token: 'solved' } };
  const guarded = ['/signup', '/token?grant_type=password', '/otp', '/magiclink', '/recover', '/resend'];
  const bodyOf = (path: string) => ({
    email: newEmail(),
    password,
    ...(path === '/resend' && { type: 'signup' }),
  });
  let auth: SimulatedTestAuth;
  beforeAll(async () => {
    auth = await createTestAuth(pool, settings());
  });

  test('is verified with the secret and the caller’s address before anything else happens', async () => {
    answers = [{ status: 200, body: '{"success":true}' }];
    for (const path of guarded) {
      const missing = await auth.send('POST', path, { json: bodyOf(path) });
      expectRefusal(missing, {
        status: 400,
        code: 'captcha_failed',
        message: expect.stringContaining('no captcha_token'),
      });
      expect(received).toEqual([]);
      const passed = await auth.send('POST', path, { json: { ...bodyOf(path), ...solved } });
      expect([path, passed.json.code]).not.toEqual([path, 'captcha_failed']);
      expect(received.splice(0).map(({ body }) => Object.fromEntries(new URLSearchParams(body)))).toEqual([
        { secret: 'secret of the captcha', response: 'solved', remoteip: '127.0.0.1' },
      ]);
    }
  });

  test('that was not solved refuses, with the reason and no effect', async () => {
    answers = [{ status: 200, body: '{"success":false,"error-codes":["timeout-or-duplicate"]}' }];
    const email = newEmail();
    expectRefusal(await auth.send('POST', '/signup', { json: { email, password, ...solved } }), {
      status: 400,
      code: 'captcha_failed',
      message: 'captcha protection: request disallowed (timeout-or-duplicate)',
    });
    const { rows } = await pool.query(`select 1 from ${auth.schema}.users where email = $1`, [email]);
    expect(rows).toEqual([]);
  });

  test.each([{ status: 200, body: 'nonsense' }, { status: 500 }, { status: 302 }])(
    'whose service answers %j lets no request through, and tells no internals',
    async (answer) => {
      answers = [answer];
      const refused = await auth.send('POST', '/signup', { json: { email: newEmail(), password, ...solved } });
      expectRefusal(refused, { status: 500, code: 'unexpected_failure' });
      expect(auth.logLines.join('')).not.toContain('secret of the captcha');
    },
  );

  test.each([null, [], 'solved', { captcha_token: 1 }, { captcha_token: 'x'.repeat(9_000) }, { captcha_token: ' ' }])(
    'of the form %j is refused unasked',
    async (security) => {
      const json = { email: newEmail(), password, gotrue_meta_security: security };
      expect((await auth.send('POST', '/signup', { json })).status).toBe(400);
      expect(received).toEqual([]);
    },
  );

  test('is not asked of refreshes, code exchanges and holders of a service key', async () => {
    for (const [path, json] of [
      ['/token?grant_type=refresh_token', { refresh_token: 'unknown' }],
      ['/token?grant_type=pkce', { auth_code: randomUUID(), code_verifier: 'v'.repeat(50) }],
      ['/token?grant_type=id_token', {}],
    ] as const) {
      expect((await auth.send('POST', path, { json })).json?.code).not.toBe('captcha_failed');
    }
    const input = ['{"alg":"HS256","typ":"JWT"}', '{"role":"service_role"}']
      .map((part) => Buffer.from(part).toString('base64url'))
      .join('.');
    const key = `${input}.${createHmac('sha256', jwtSecret).update(input).digest('base64url')}`;
    const answer = await auth.send('POST', '/signup', { token: key, json: { email: newEmail(), password } });
    expect(answer.status).toBe(200);
    const forged = await auth.send('POST', '/signup', {
      token: `${input}.AAAA`,
      json: { email: newEmail(), password },
    });
    expectRefusal(forged, { status: 400, code: 'captcha_failed' });
    expect(received).toEqual([]);
  });

  test('is shown by the pages of the dashboard, which then load from the provider, and from nowhere else', () => {
    const { captchaWidget: shown } = readConfig(settings(), []).auth;
    expect(shown).toEqual({
      provider: 'turnstile',
      siteKey: 'site',
      scriptUrl: 'https://challenges.cloudflare.com/turnstile/v0/api.js',
    });
    const policyOf = (captcha: CaptchaConfig) =>
      pagePolicy({ connect: [], captcha: captchaOrigins(captcha), nonce: 'abc' }).split('; ');
    expect(policyOf(shown!)).toEqual(
      expect.arrayContaining([
        "script-src 'self' https://challenges.cloudflare.com",
        "frame-src 'self' https://challenges.cloudflare.com",
      ]),
    );
    const proxied = { BASECHART_CAPTCHA_SCRIPT_URL: 'https://captcha.example.com/api.js' };
    expect(policyOf(readConfig({ ...settings(), ...proxied }, []).auth.captchaWidget!)).toContain(
      "script-src 'self' https://captcha.example.com",
    );
    const { captchaWidget: hcaptcha } = readConfig(
      { ...settings(), GOTRUE_SECURITY_CAPTCHA_PROVIDER: 'hcaptcha' },
      [],
    ).auth;
    for (const scriptUrl of [hcaptcha!.scriptUrl, `${hcaptcha!.scriptUrl}?hl=de`])
      for (const directive of ['script-src', 'frame-src', 'connect-src'])
        expect(policyOf({ ...hcaptcha!, scriptUrl })).toContain(
          `${directive} 'self' https://hcaptcha.com https://*.hcaptcha.com`,
        );
    expect(pagePolicy({ connect: [], captcha: [], nonce: 'abc' })).not.toMatch(/frame-src|https:/);
    expect(() => readConfig({ ...settings(), BASECHART_CAPTCHA_SITE_KEY: '' }, [])).toThrow(
      /needs GOTRUE_SECURITY_CAPTCHA_SECRET and BASECHART_CAPTCHA_SITE_KEY/,
    );
  });

  test('is sent by the client library', async () => {
    answers = [{ status: 200, body: '{"success":true}' }];
    const service = await createRealTimeTestAuth(pool, settings());
    const client = new AuthClient({
      url: 'http://localhost/auth/v1',
      fetch: service.fetch,
      autoRefreshToken: false,
      persistSession: false,
      detectSessionInUrl: false,
    });
    const email = newEmail();
    const options = { captchaToken: 'solved' };
    expect((await client.signUp({ email, password, options })).error).toBeNull();
    expect((await client.signInWithPassword({ email, password })).error).toMatchObject({ code: 'captcha_failed' });
    expect((await client.signInWithPassword({ email, password, options })).error).toBeNull();
    expect((await client.resetPasswordForEmail(email, options)).error).toBeNull();
  });
});

describe('the hook that sends emails', () => {
  const secrets = ['first secret, long enough to sign', 'the second secret, for a change'].map((text) =>
    Buffer.from(text),
  );
  const settings = () => ({
    GOTRUE_HOOK_SEND_EMAIL_ENABLED: 'true',
    GOTRUE_HOOK_SEND_EMAIL_URI: receiver,
    GOTRUE_HOOK_SEND_EMAIL_SECRETS: secrets.map((secret) => `v1,whsec_${secret.toString('base64')}`).join('|'),
    GOTRUE_MAILER_AUTOCONFIRM: 'false',
    GOTRUE_SMTP_MAX_FREQUENCY: '0',
    GOTRUE_RATE_LIMIT_EMAIL_SENT: '0',
    GOTRUE_RATE_LIMIT_VERIFY: '0',
  });
  let auth: SimulatedTestAuth;
  beforeAll(async () => {
    auth = await createTestAuth(pool, settings());
  });
  const signUp = (email: string) => auth.send('POST', '/signup', { json: { email, password } });

  test('gets a signed call with the user and the tokens, and no mail is sent', async () => {
    const email = newEmail();
    expect((await signUp(email)).status).toBe(200);
    expect(auth.mails.sent).toEqual([]);
    const [call] = received;
    const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature } = call?.headers ?? {};
    expect(Number(timestamp)).toBe(auth.clock.now().getTime() / 1000);
    expect(String(signature).split(' ')).toEqual(
      secrets.map(
        (secret) =>
          `v1,${createHmac('sha256', secret)
            .update(`${String(id)}.${String(timestamp)}.${call?.body}`)
            .digest('base64')}`,
      ),
    );
    const { user, email_data: mail } = JSON.parse(call?.body ?? '{}');
    expect(user).toMatchObject({ email, identities: [{ provider: 'email' }] });
    expect(mail).toMatchObject({
      token: expect.stringMatching(/^\d{6}$/),
      token_new: '',
      token_hash_new: '',
      email_action_type: 'signup',
      redirect_to: 'http://127.0.0.1:3000',
      site_url: 'http://127.0.0.1:3000',
    });
    expect(call?.body).not.toMatch(/argon2|encrypted_password/);
    const verified = await auth.send('POST', '/verify', { json: { type: 'signup', token_hash: mail.token_hash } });
    expect(verified.json.user.email).toBe(email);
  });

  test('gets both halves of a change of address in one call', async () => {
    const [email, next] = [newEmail(), newEmail()];
    await signUp(email);
    const { token_hash: hash } = JSON.parse(received[0]?.body ?? '{}').email_data;
    const { json: session } = await auth.send('POST', '/verify', { json: { type: 'signup', token_hash: hash } });
    received = [];
    await auth.send('PUT', '/user', { token: session.access_token, json: { email: next } });
    expect(received).toHaveLength(1);
    const mail = JSON.parse(received[0]?.body ?? '{}').email_data;
    expect(mail.email_action_type).toBe('email_change');
    const use = (address: string, token: string) =>
      auth.send('POST', '/verify', { json: { type: 'email_change', email: address, token } });
    expect((await use(email, mail.token)).json.msg).toContain('accepted');
    expect((await use(next, mail.token_new)).json.user.email).toBe(next);
  });

  test('that is busy is asked again, with the same id; one that refuses fails the request and leaves nothing', async () => {
    answers = [{ status: 503 }, { status: 200 }];
    const email = newEmail();
    expect((await signUp(email)).status).toBe(200);
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(received).toHaveLength(2);

    answers = [{ status: 400 }];
    const refused = newEmail();
    expectRefusal(await signUp(refused), { status: 500, code: 'unexpected_failure' });
    const { rows } = await pool.query(`select 1 from ${auth.schema}.users where email = $1`, [refused]);
    expect(rows).toEqual([]);
  });

  test('hears of no unknown address, and its failure tells nothing about one', async () => {
    expect((await auth.send('POST', '/recover', { json: { email: newEmail() } })).json).toEqual({});
    expect(received.map(({ method, body }) => [method, body])).toEqual([['OPTIONS', '']]);
  });
});

test.each([
  { GOTRUE_SECURITY_CAPTCHA_ENABLED: 'true' },
  { GOTRUE_SECURITY_CAPTCHA_PROVIDER: 'mine' },
  { BASECHART_CAPTCHA_URL: 'http://captcha.example.com/' },
  { GOTRUE_HOOK_SEND_EMAIL_ENABLED: 'true' },
  { GOTRUE_HOOK_SEND_EMAIL_URI: 'http://hooks.example.com/' },
  { GOTRUE_HOOK_SEND_EMAIL_SECRETS: 'v1,whsec_short' },
  { GOTRUE_EXTERNAL_GITHUB_ENABLED: 'true' },
  { GOTRUE_EXTERNAL_GITHUB_URL: 'http://github.example.com' },
  { BASECHART_OIDC_PROVIDERS: '{}' },
  { BASECHART_OIDC_PROVIDERS: '[{"id":"email","issuer":"https://a.example","client_id":"a","client_secret":"b"}]' },
  { BASECHART_OIDC_PROVIDERS: '[{"id":"acme","issuer":"http://a.example","client_id":"a","client_secret":"b"}]' },
])('the server does not start with %j', (environment) => {
  expect(() => readConfig(environment, [])).toThrow(Object.keys(environment)[0]);
});
