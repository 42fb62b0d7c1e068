/** The settings of a project's auth service: what its members change, the service does. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { authSettingDefinitions } from '../../../server/auth/settings.ts';
import { settingNames } from '../../../server/projects/auth/authConfig.ts';
import {
  authConfigChangeSchema,
  authConfigSchema,
  type AuthConfigChange,
} from '../../../src/contract/auth/authConfig.ts';
import {
  clientId,
  clientSecret,
  startIdentityProvider,
  type IdentityProvider,
  type ProviderUser,
} from '../../support/identityProvider.ts';
import { createOrganization, createProject } from '../../support/projects.ts';
import {
  startTestServer,
  type Answer,
  type SendOptions,
  type TestServer,
  type TestUser,
} from '../../support/server.ts';
import { startSmtpReceiver, type SmtpReceiver } from '../../support/smtpReceiver.ts';

const password = 'correct horse battery staple';
const newEmail = () => `${randomUUID()}@example.com`;

let server: TestServer;
let smtp: SmtpReceiver;
let provider: IdentityProvider;
let ada: TestUser;
let eve: TestUser;
let ref: string;
let anon: string;
let other: { ref: string; anon: string };

const captchas: string[] = [];
const captchaService = createServer((request, response) => {
  request.on('data', (chunk) => captchas.push(String(chunk)));
  request.on('end', () => response.end('{"success":true}'));
});

const keyOf = async (project: string): Promise<string> =>
  (await ada.send('GET', `/api/platform/projects/${project}/api-keys`)).json.anon;

beforeAll(async () => {
  smtp = await startSmtpReceiver();
  provider = await startIdentityProvider();
  captchaService.listen(0, '127.0.0.1');
  await once(captchaService, 'listening');
  server = await startTestServer({
    env: {
      BASECHART_CAPTCHA_URL: `http://127.0.0.1:${(captchaService.address() as AddressInfo).port}/`,
      GOTRUE_EXTERNAL_GITHUB_URL: provider.issuer,
      GOTRUE_SMTP_MAX_FREQUENCY: '60',
      GOTRUE_URI_ALLOW_LIST: 'https://app.example.com/**,ferries://**',
    },
  });
  ada = await server.signUp();
  eve = await server.signUp();
  const slug = await createOrganization(ada);
  ref = await createProject(ada, slug);
  const second = await createProject(ada, slug);
  anon = await keyOf(ref);
  other = { ref: second, anon: await keyOf(second) };
});
afterAll(async () => {
  await server?.stop();
  captchaService.close();
  await smtp?.close();
  await provider?.close();
});

const path = () => `/api/platform/auth/${ref}/config`;
const change = (json: AuthConfigChange | Record<string, unknown>) => ada.send('PATCH', path(), { json });
const read = async () => v.parse(authConfigSchema, (await ada.send('GET', path())).json);
/** Changes what must be allowed. */
const set = async (json: AuthConfigChange) => {
  const answer = await change(json);
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  return v.parse(authConfigSchema, answer.json);
};

/** Asks the project's auth service, as its app does. */
const ask = (method: string, to: string, options: SendOptions = {}, project = { ref, anon }): Promise<Answer> =>
  server.send(method, `/project/${project.ref}/auth/v1${to}`, { ...options, headers: { apikey: project.anon } });
const signUp = (json: object = {}) => ask('POST', '/signup', { json: { email: newEmail(), password, ...json } });
const signIn = (email: string) => ask('POST', '/token?grant_type=password', { json: { email, password } });
const refresh = (token: string) => ask('POST', '/token?grant_type=refresh_token', { json: { refresh_token: token } });
const codeOf = ({ json }: Answer): unknown => json.error_code ?? json.code;
const smtpOf = (): AuthConfigChange => ({
  SMTP_ADMIN_EMAIL: 'ferries@example.com',
  SMTP_SENDER_NAME: 'Ferries',
  SMTP_USER: 'mail',
  SMTP_HOST: '127.0.0.1',
  SMTP_PORT: smtp.port,
  SMTP_PASS: 'canary-password',
});

/** Back to the defaults. */
beforeEach(async () => {
  const settings = Object.keys(authConfigChangeSchema.entries).filter((name) => name !== 'version');
  await set(Object.fromEntries(settings.map((name) => [name, null])) as AuthConfigChange);
});

describe('the auth settings of a project', () => {
  it('are the specification’s defaults and the server’s own, until others are stored', async () => {
    const { json } = await ada.send('GET', `/api/platform/auth/${other.ref}/config`);
    expect(v.parse(authConfigSchema, json)).toMatchObject({
      SMTP_ADMIN_EMAIL: null,
      SMTP_SENDER_NAME: null,
      SMTP_USER: null,
      SMTP_HOST: null,
      SMTP_PORT: 465,
      SMTP_MAX_FREQUENCY: 60,
      RATE_LIMIT_EMAIL_SENT: 30,
      HOOK_SEND_EMAIL_ENABLED: false,
      ENABLE_SMTP: false,
      SECRETS_SET: [],
      SERVER_SENDS_EMAILS: true,
      CALLBACK_URL: `${server.origin}/project/${other.ref}/auth/v1/callback`,
      SITE_URL: server.origin,
      URI_ALLOW_LIST: 'https://app.example.com/**,ferries://**',
      DISABLE_SIGNUP: false,
      version: 0,
    });
  });

  it('apply from the next request on, to this project alone, until they are reset', async () => {
    const before = await set({ DISABLE_SIGNUP: true });
    expect(codeOf(await signUp())).toBe('signup_disabled');
    const elsewhere = await ask('POST', '/signup', { json: { email: newEmail(), password } }, other);
    expect(elsewhere.status).toBe(200);
    expect(await read()).toEqual(before);
    const after = await set({ DISABLE_SIGNUP: null });
    expect(after).toEqual({ ...before, DISABLE_SIGNUP: false, version: before.version + 1 });
    expect((await signUp()).status).toBe(200);
  });

  it('stay when only others are changed', async () => {
    await set({ JWT_EXP: 600, SITE_URL: 'https://ferries.example.com/' });
    expect(await set({ PASSWORD_MIN_LENGTH: 12 })).toMatchObject({
      JWT_EXP: 600,
      SITE_URL: 'https://ferries.example.com',
      PASSWORD_MIN_LENGTH: 12,
    });
  });

  it('are not overwritten by a change that is based on an older version', async () => {
    const { version } = await read();
    await set({ JWT_EXP: 600, version });
    const late = await change({ JWT_EXP: 1_200, version });
    expect([late.status, late.json.code]).toEqual([409, 'auth_config_changed']);
    expect(await read()).toMatchObject({ JWT_EXP: 600, version: version + 1 });
    await set({ JWT_EXP: 1_200 });
  });

  it('are not lost when two are changed at once', async () => {
    await Promise.all([set({ JWT_EXP: 600 }), set({ PASSWORD_MIN_LENGTH: 12 }), set({ MAILER_OTP_LENGTH: 8 })]);
    expect(await read()).toMatchObject({ JWT_EXP: 600, PASSWORD_MIN_LENGTH: 12, MAILER_OTP_LENGTH: 8 });
  });

  it('of another organization are as if there were none', async () => {
    for (const [method, more, json] of [
      ['GET', ''],
      ['PATCH', '', { DISABLE_SIGNUP: true }],
      ['POST', '/test-email', {}],
    ] as const) {
      const foreign = await eve.send(method, path() + more, json === undefined ? {} : { json });
      expect([method, foreign.status, foreign.json.code]).toEqual([method, 404, 'project_not_found']);
      expect((await server.send(method, path() + more, { token: anon })).status).toBe(401);
    }
  });
});

it('each setting is the one of the same name', () => {
  const names = Object.entries(settingNames).map(([name, setting]) => [name, authSettingDefinitions[setting].env]);
  expect(names).toEqual(Object.keys(settingNames).map((name) => [name, `GOTRUE_${name}`]));
});

describe('a change that cannot be', () => {
  it.each([
    [{ SITE_URL: 'ferries.example.com' }, 'SITE_URL'],
    [{ SITE_URL: 'javascript:alert(1)' }, 'SITE_URL'],
    [{ SITE_URL: `https://example.com/${'a'.repeat(2_048)}` }, 'SITE_URL'],
    [{ URI_ALLOW_LIST: 'app.example.com' }, 'URI_ALLOW_LIST'],
    [{ URI_ALLOW_LIST: Array.from({ length: 51 }, (_, n) => `https://${n}.example.com`).join(',') }, 'URI_ALLOW_LIST'],
    [{ URI_ALLOW_LIST: `https://${'a'.repeat(300)}` }, 'URI_ALLOW_LIST'],
    [{ JWT_EXP: 59 }, 'JWT_EXP'],
    [{ JWT_EXP: 604_801 }, 'JWT_EXP'],
    [{ JWT_EXP: 60.5 }, 'JWT_EXP'],
    [{ JWT_EXP: '3600' }, 'JWT_EXP'],
    [{ PASSWORD_MIN_LENGTH: 100 }, 'PASSWORD_MIN_LENGTH'],
    [{ PASSWORD_REQUIRED_CHARACTERS: 'a\0' }, 'PASSWORD_REQUIRED_CHARACTERS'],
    [{ RATE_LIMIT_OTP: -1 }, 'RATE_LIMIT_OTP'],
    [{ DISABLE_SIGNUP: 'true' }, 'DISABLE_SIGNUP'],
    [{ SMTP_HOST: 'smtp.example.com/x' }, 'SMTP_HOST'],
    [{ SMTP_HOST: '-a' }, 'SMTP_HOST'],
    [{ SMTP_PORT: 65_536 }, 'SMTP_PORT'],
    [{ SMTP_ADMIN_EMAIL: 'nobody' }, 'SMTP_ADMIN_EMAIL'],
    [{ SMTP_SENDER_NAME: 'Ferries\r\nBcc: eve@example.com' }, 'SMTP_SENDER_NAME'],
    [{ SMTP_PASS: '' }, 'SMTP_PASS'],
    [{ SECURITY_CAPTCHA_PROVIDER: 'mine' }, 'SECURITY_CAPTCHA_PROVIDER'],
    [{ SECURITY_CAPTCHA_ENABLED: true }, 'SECURITY_CAPTCHA_SECRET'],
    [{ EXTERNAL_GITHUB_ENABLED: true }, 'EXTERNAL_GITHUB_CLIENT_ID'],
    [{ EXTERNAL_GOOGLE_ENABLED: true, EXTERNAL_GOOGLE_CLIENT_ID: 'one' }, 'EXTERNAL_GOOGLE_SECRET'],
    [{ ENABLE_SMTP: true }, 'ENABLE_SMTP'],
    [{ jwtSecret: 'mine' }, 'jwtSecret'],
    [{ RATE_LIMIT_EMAIL_SENT: 31 }, 'RATE_LIMIT_EMAIL_SENT'],
    [{ RATE_LIMIT_EMAIL_SENT: 0 }, 'RATE_LIMIT_EMAIL_SENT'],
    [{ SMTP_MAX_FREQUENCY: 59 }, 'SMTP_MAX_FREQUENCY'],
  ])('%j is refused at its field, and nothing is stored', async (json, field) => {
    const before = await read();
    const refused = await change({ MAILER_OTP_LENGTH: 9, ...json });
    expect([refused.status, refused.json.code, Object.keys(refused.json.fields ?? {})]).toEqual([
      400,
      'validation_failed',
      [field],
    ]);
    expect(await read()).toEqual(before);
  });

  it('session limits need a paid plan; without them the free plan changes the rest', async () => {
    const free = await createProject(ada, await createOrganization(ada, 'tier_free'));
    const send = (json: object) => ada.send('PATCH', `/api/platform/auth/${free}/config`, { json });
    for (const json of [
      { SESSIONS_TIMEBOX: 3_600 },
      { SESSIONS_INACTIVITY_TIMEOUT: 3_600 },
      { SESSIONS_SINGLE_PER_USER: true },
    ]) {
      const refused = await send(json);
      expect([refused.status, refused.json.code]).toEqual([403, 'paid_plan_required']);
    }
    expect((await send({ JWT_EXP: 600, SESSIONS_TIMEBOX: 0, SESSIONS_SINGLE_PER_USER: false })).status).toBe(200);
  });
});

describe('signing up and in', () => {
  it('by email and by phone are switched apart', async () => {
    await set({ EXTERNAL_EMAIL_ENABLED: false, EXTERNAL_PHONE_ENABLED: true, SMS_AUTOCONFIRM: true });
    expect(codeOf(await signUp())).toBe('email_provider_disabled');
    const byPhone = await ask('POST', '/signup', { json: { phone: '+4915112345678', password } });
    expect([byPhone.status, byPhone.json.user?.phone]).toEqual([200, '4915112345678']);
    const { json } = await ask('GET', '/settings');
    expect(json.external).toMatchObject({ email: false, phone: true });
    await set({ EXTERNAL_EMAIL_ENABLED: true, EXTERNAL_PHONE_ENABLED: false });
    expect(codeOf(await ask('POST', '/signup', { json: { phone: '+4915112345679', password } }))).toBe(
      'phone_provider_disabled',
    );
  });

  it('without an address is off by default', async () => {
    expect(codeOf(await ask('POST', '/signup', { json: {} }))).toBe('anonymous_provider_disabled');
    await set({ EXTERNAL_ANONYMOUS_USERS_ENABLED: true });
    expect((await ask('POST', '/signup', { json: {} })).json.user.is_anonymous).toBe(true);
  });

  it('need a password of the length and the characters that the project asks for', async () => {
    await set({ PASSWORD_MIN_LENGTH: 10, PASSWORD_REQUIRED_CHARACTERS: 'abcdef:0123456789' });
    for (const [weak, reasons] of [
      ['abc123', ['length']],
      ['abcdefghijkl', ['characters']],
    ] as const) {
      const refused = await signUp({ password: weak });
      expect([codeOf(refused), refused.json.weak_password?.reasons]).toEqual(['weak_password', reasons]);
    }
    expect((await signUp({ password: 'abcdefghij1' })).status).toBe(200);
  });

  it('give tokens of the project’s lifetime', async () => {
    await set({ JWT_EXP: 600 });
    expect((await signUp()).json.expires_in).toBe(600);
  });

  it('need a captcha that the project’s secret verifies', async () => {
    await set({ SECURITY_CAPTCHA_ENABLED: true, SECURITY_CAPTCHA_SECRET: 'canary-captcha' });
    expect(codeOf(await signUp())).toBe('captcha_failed');
    const solved = { gotrue_meta_security: { captcha_token: 'solved' } };
    expect((await signUp(solved)).status).toBe(200);
    expect(new URLSearchParams(captchas.at(-1)).get('secret')).toBe('canary-captcha');
    const { text, json } = await ada.send('GET', path());
    expect(text).not.toContain('canary');
    expect(json.SECRETS_SET).toEqual(['SECURITY_CAPTCHA_SECRET']);
    const removed = await change({ SECURITY_CAPTCHA_SECRET: null });
    expect(removed.json.fields).toEqual({ SECURITY_CAPTCHA_SECRET: expect.any(String) });
  });

  it('follow the switches and limits of second factors', async () => {
    const { json: session } = await signUp();
    const enroll = (name: string) =>
      ask('POST', '/factors', {
        token: session.access_token,
        json: { factor_type: 'totp', friendly_name: name },
      });
    await set({ MFA_MAX_ENROLLED_FACTORS: 1 });
    expect((await enroll('One')).status).toBe(200);
    expect(codeOf(await enroll('Two'))).toBe('too_many_enrolled_mfa_factors');
    await set({ MFA_MAX_ENROLLED_FACTORS: 10, MFA_TOTP_ENROLL_ENABLED: false });
    expect(codeOf(await enroll('Two'))).toBe('mfa_totp_enroll_not_enabled');
  });

  it('ask for the current password before a new one', async () => {
    await set({ SECURITY_UPDATE_PASSWORD_REQUIRE_CURRENT_PASSWORD: true });
    const { json: session } = await signUp();
    const put = (json: object) => ask('PUT', '/user', { token: session.access_token, json });
    expect(codeOf(await put({ password: 'another good password' }))).toBe('current_password_required');
    expect((await put({ password: 'another good password', current_password: password })).status).toBe(200);
  });
});

describe('sign-in with a provider', () => {
  const github = (secret = clientSecret): AuthConfigChange => ({
    EXTERNAL_GITHUB_ENABLED: true,
    EXTERNAL_GITHUB_CLIENT_ID: clientId,
    EXTERNAL_GITHUB_SECRET: secret,
  });
  const authorize = () => ask('GET', '/authorize?provider=github');
  /** Where the user's browser is led in the end. */
  async function signInAs(user: ProviderUser): Promise<URL> {
    const { headers } = await authorize();
    const back = provider.approve(headers.get('Location') ?? '', user);
    const cookie = (headers.get('Set-Cookie') ?? '').split(';')[0] ?? '';
    const { headers: led } = await server.send('GET', back.pathname + back.search, { headers: { Cookie: cookie } });
    return new URL(led.get('Location') ?? '');
  }

  it('uses the project’s own app there, and leads to the project’s site', async () => {
    expect((await authorize()).status).toBe(400);
    const config = await set({ ...github(), SITE_URL: 'https://ferries.example.com' });
    expect(config.SECRETS_SET).toEqual(['EXTERNAL_GITHUB_SECRET']);
    expect((await ask('GET', '/settings')).json.external).toMatchObject({ github: true });
    expect((await ask('GET', '/settings', {}, other)).json.external).toMatchObject({ github: false });
    const asked = new URL((await authorize()).headers.get('Location') ?? '');
    expect(asked.searchParams.get('redirect_uri')).toBe(config.CALLBACK_URL);
    const email = newEmail();
    const led = await signInAs({ sub: '4711', email, email_verified: true, preferred_username: 'grace' });
    expect(led.origin).toBe('https://ferries.example.com');
    const token = new URLSearchParams(led.hash.slice(1)).get('access_token') ?? '';
    expect((await ask('GET', '/user', { token })).json).toMatchObject({ email, app_metadata: { provider: 'github' } });
    const { text } = await ada.send('GET', path());
    expect(text).not.toContain(clientSecret);
  });

  it('fails with a wrong secret, and ends when the provider is switched off', async () => {
    await set(github('another-secret'));
    const led = await signInAs({ sub: '4712', email: newEmail(), email_verified: true });
    expect(new URLSearchParams(led.hash.slice(1)).get('access_token')).toBeNull();
    await set({ EXTERNAL_GITHUB_ENABLED: false });
    expect((await authorize()).status).toBe(400);
  });

  it('is added to an account where users may do that', async () => {
    const { json: session } = await signUp();
    const link = () =>
      ask('GET', '/user/identities/authorize?provider=github&skip_http_redirect=true', { token: session.access_token });
    await set(github());
    expect(codeOf(await link())).toBe('manual_linking_disabled');
    await set({ SECURITY_MANUAL_LINKING_ENABLED: true });
    expect((await link()).json.url).toContain(provider.issuer);
  });
});

describe('sessions', () => {
  it('end with their time limit', async () => {
    let { refresh_token: token } = (await signUp()).json;
    await set({ SESSIONS_TIMEBOX: 1 });
    await expect
      .poll(
        async () => {
          const answer = await refresh(token);
          token = answer.json.refresh_token ?? token;
          return codeOf(answer);
        },
        { timeout: 5_000 },
      )
      .toBe('session_expired');
  });

  it('of an earlier sign-in end where a user has only one', async () => {
    const email = newEmail();
    const { json: first } = await signUp({ email });
    const { json: second } = await signIn(email);
    await set({ SESSIONS_SINGLE_PER_USER: true });
    expect(codeOf(await refresh(first.refresh_token))).toBe('session_expired');
    expect((await refresh(second.refresh_token)).status).toBe(200);
  });

  it('take a refresh token again for as long as the project says', async () => {
    const { refresh_token: token } = (await signUp()).json;
    await set({ SECURITY_REFRESH_TOKEN_REUSE_INTERVAL: 300 });
    const { refresh_token: second } = (await refresh(token)).json;
    const { refresh_token: third } = (await refresh(second)).json;
    expect((await refresh(token)).status).toBe(200);
    await set({ SECURITY_REFRESH_TOKEN_REUSE_INTERVAL: 0 });
    expect(third).toEqual(expect.any(String));
    expect(codeOf(await refresh(token))).toBe('refresh_token_already_used');
  });
});

describe('rate limits', () => {
  it.each<[AuthConfigChange, () => Promise<Answer>]>([
    [{ RATE_LIMIT_TOKEN_REFRESH: 1 }, () => signIn(newEmail())],
    [{ RATE_LIMIT_OTP: 1 }, () => signUp()],
    [{ RATE_LIMIT_VERIFY: 1 }, () => ask('POST', '/verify', { json: { type: 'signup', token_hash: 'unknown' } })],
    [
      { RATE_LIMIT_ANONYMOUS_USERS: 1, EXTERNAL_ANONYMOUS_USERS_ENABLED: true },
      () => ask('POST', '/signup', { json: {} }),
    ],
  ])('%j lets one request through', async (limits, request) => {
    await request();
    await set(limits);
    expect((await request()).status).not.toBe(429);
    expect(codeOf(await request())).toBe('over_request_rate_limit');
  });

  it('of second factors', async () => {
    const { json: session } = await signUp();
    const { json: factor } = await ask('POST', '/factors', {
      token: session.access_token,
      json: { factor_type: 'totp' },
    });
    await set({ MFA_RATE_LIMIT_CHALLENGE_AND_VERIFY: 1 });
    const challenge = () => ask('POST', `/factors/${factor.id}/challenge`, { token: session.access_token });
    expect((await challenge()).status).toBe(200);
    expect(codeOf(await challenge())).toBe('over_request_rate_limit');
  });
});

describe('emails', () => {
  const linkIn = (text: string): URL => {
    const whole = text.replaceAll('=\n', '').replaceAll('=3D', '=');
    return new URL(/http\S+\/verify\?\S+/.exec(whole)?.[0] ?? '');
  };
  const lastMail = () => smtp.mails.at(-1)!;

  it('confirm an address through the project’s own SMTP server, and lead to its site', async () => {
    const config = await set({
      ...smtpOf(),
      MAILER_AUTOCONFIRM: false,
      MAILER_OTP_LENGTH: 8,
      SITE_URL: 'https://ferries.example.com',
      URI_ALLOW_LIST: 'https://*.example.org/welcome\n ferries://**',
    });
    expect(config).toMatchObject({
      ENABLE_SMTP: true,
      SECRETS_SET: ['SMTP_PASS'],
      URI_ALLOW_LIST: 'https://*.example.org/welcome,ferries://**',
    });
    const email = newEmail();
    const { status, json } = await signUp({ email });
    expect([status, json.access_token, json.email]).toEqual([200, undefined, email]);
    expect(lastMail()).toMatchObject({ from: 'ferries@example.com', to: [email] });
    expect(lastMail().text).toContain('From: Ferries <ferries@example.com>');
    expect(lastMail().text).toMatch(/\b\d{8}\b/);
    expect(linkIn(lastMail().text).searchParams.get('redirect_to')).toBe('https://ferries.example.com');
    expect(codeOf(await signIn(email))).toBe('email_not_confirmed');

    for (const [asked, led] of [
      ['https://app.example.org/welcome', 'https://app.example.org/welcome'],
      ['https://app.example.org/elsewhere', 'https://ferries.example.com'],
      ['ferries://harbor/1', 'ferries://harbor/1'],
      [server.origin, 'https://ferries.example.com'],
    ] as const) {
      await ask('POST', `/signup?redirect_to=${encodeURIComponent(asked)}`, { json: { email: newEmail(), password } });
      expect(linkIn(lastMail().text).searchParams.get('redirect_to')).toBe(led);
    }
  });

  it('are as many and as frequent as the project says, once it sends them itself', async () => {
    await set({ ...smtpOf(), MAILER_AUTOCONFIRM: false, SMTP_MAX_FREQUENCY: 0, RATE_LIMIT_EMAIL_SENT: 2 });
    const email = newEmail();
    await signUp({ email });
    await signUp({ email });
    expect(codeOf(await signUp({ email }))).toBe('over_email_send_rate_limit');
    await set({ SMTP_MAX_FREQUENCY: 3_600, RATE_LIMIT_EMAIL_SENT: 0 });
    expect((await signUp({ email })).status).toBe(200);
    const tooSoon = await signUp({ email });
    expect(Number(tooSoon.headers.get('Retry-After'))).toBeGreaterThan(3_000);
  });

  it('are limited by the server again when the project’s SMTP server is removed', async () => {
    await set({ ...smtpOf(), SMTP_MAX_FREQUENCY: 0, RATE_LIMIT_EMAIL_SENT: 1_000 });
    const config = await set({ SMTP_HOST: '' });
    expect(config).toMatchObject({
      SMTP_HOST: null,
      ENABLE_SMTP: false,
      SMTP_MAX_FREQUENCY: 60,
      RATE_LIMIT_EMAIL_SENT: 30,
    });
    expect(await set({ RATE_LIMIT_EMAIL_SENT: 10 })).toMatchObject({ RATE_LIMIT_EMAIL_SENT: 10 });
  });

  it('can be tried out: a test goes to the user who asks, or says why not', async () => {
    const test = () => ada.send('POST', `${path()}/test-email`);
    const without = await test();
    expect([without.status, without.json.code]).toEqual([409, 'smtp_not_set_up']);
    await set(smtpOf());
    expect((await test()).json).toEqual({ sent_to: ada.email });
    expect(lastMail()).toMatchObject({ from: 'ferries@example.com', to: [ada.email] });
    smtp.refuse('550 no relay');
    const refused = await test();
    smtp.refuse(null);
    expect([refused.status, refused.json.code, refused.json.message]).toEqual([
      422,
      'smtp_failed',
      expect.stringContaining('550 no relay'),
    ]);
    const rest = [await test(), await test(), await test(), await test()];
    expect(rest.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
  });

  it('are sent with a password that is never told, and stored encrypted', async () => {
    const answer = await change(smtpOf());
    expect(answer.text).not.toContain('canary');
    expect((await ada.send('GET', path())).text).not.toContain('canary');
    expect(server.logLines.join('\n')).not.toContain('canary');
    expect(await set({ SMTP_USER: 'other' })).toMatchObject({ SECRETS_SET: ['SMTP_PASS'] });
    expect(await set({ SMTP_PASS: null })).toMatchObject({ SECRETS_SET: [], ENABLE_SMTP: true });
  });

  it('never take the password of one SMTP server to another', async () => {
    await set(smtpOf());
    for (const json of [{ SMTP_HOST: 'smtp.eve.example' }, { SMTP_PORT: smtp.port + 1 }, { SMTP_PORT: null }]) {
      const refused = await change(json);
      expect([refused.status, Object.keys(refused.json.fields ?? {})]).toEqual([400, ['SMTP_PASS']]);
    }
    const moved = await set({ SMTP_HOST: 'smtp.eve.example', SMTP_PASS: 'another' });
    expect(moved.SECRETS_SET).toEqual(['SMTP_PASS']);
    expect(await set({ SMTP_HOST: null })).toMatchObject({ SECRETS_SET: [] });
    expect(await set({ SMTP_HOST: 'smtp.eve.example' })).toMatchObject({ SECRETS_SET: [], ENABLE_SMTP: true });
  });
});

describe('on a server that sends no emails', () => {
  let silent: TestServer;
  beforeAll(async () => {
    silent = await startTestServer({
      env: { GOTRUE_SITE_URL: 'https://dashboard.example.com', BASECHART_ALLOWED_HOSTS: '*' },
    });
  });
  afterAll(() => silent?.stop());

  it('addresses are confirmed by email only while the project has SMTP', async () => {
    const grace = await silent.signUp();
    const silentRef = await createProject(grace, await createOrganization(grace));
    const patch = (json: AuthConfigChange) => grace.send('PATCH', `/api/platform/auth/${silentRef}/config`, { json });
    const refused = await patch({ MAILER_AUTOCONFIRM: false });
    expect([refused.status, Object.keys(refused.json.fields ?? {})]).toEqual([400, ['MAILER_AUTOCONFIRM']]);
    const allowed = await patch({ MAILER_AUTOCONFIRM: false, ...smtpOf() });
    expect(allowed.json).toMatchObject({ ENABLE_SMTP: true, SERVER_SENDS_EMAILS: false });
    const removed = await patch({ SMTP_HOST: null });
    expect([removed.status, Object.keys(removed.json.fields ?? {})]).toEqual([400, ['SMTP_HOST']]);
    expect((await patch({ SMTP_HOST: null, MAILER_AUTOCONFIRM: true })).status).toBe(200);
  });
});
