/** What a project's auth service asks others for, by its settings: providers, hooks, SMS and the words of its emails. */
import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  authConfigChangeSchema,
  authConfigSchema,
  type AuthConfigChange,
} from '../../../src/contract/auth/authConfig.ts';
import { mailPreviewPath } from '../../../src/contract/auth/mailPreview.ts';
import {
  clientId,
  clientSecret,
  startIdentityProvider,
  type IdentityProvider,
} from '../../support/identityProvider.ts';
import { createOrganization, createProject } from '../../support/projects.ts';
import { startTestServer, type SendOptions, type TestServer, type TestUser } from '../../support/server.ts';
import { startSmtpReceiver, type SmtpReceiver } from '../../support/smtpReceiver.ts';

const password = 'correct horse battery staple';
const newEmail = () => `${randomUUID()}@example.com`;
let numbers = 15_120_000_000;
const newPhone = () => `4${++numbers}`;

let server: TestServer;
let smtp: SmtpReceiver;
let provider: IdentityProvider;
let ada: TestUser;
let ref: string;
let anon: string;
let receiver: string;
let received: { path: string; headers: IncomingHttpHeaders; body: string }[] = [];

const program = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => (body += String(chunk)));
  request.on('end', () => {
    received.push({ path: request.url ?? '', headers: request.headers, body });
    response.writeHead(200).end('{"sid":"SM1"}');
  });
});

beforeAll(async () => {
  smtp = await startSmtpReceiver();
  provider = await startIdentityProvider();
  program.listen(0, '127.0.0.1');
  await once(program, 'listening');
  receiver = `http://127.0.0.1:${(program.address() as AddressInfo).port}`;
  server = await startTestServer({ env: { BASECHART_TWILIO_URL: receiver, GOTRUE_SMS_MAX_FREQUENCY: '0' } });
  ada = await server.signUp();
  ref = await createProject(ada, await createOrganization(ada));
  anon = (await ada.send('GET', `/api/platform/projects/${ref}/api-keys`)).json.anon;
});
afterAll(async () => {
  await server?.stop();
  program.closeAllConnections();
  program.close();
  await smtp?.close();
  await provider?.close();
});

const path = () => `/api/platform/auth/${ref}/config`;
const change = (json: AuthConfigChange | Record<string, unknown>) => ada.send('PATCH', path(), { json });
const set = async (json: AuthConfigChange) => {
  const answer = await change(json);
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  return v.parse(authConfigSchema, answer.json);
};
const refusal = async (json: object) => {
  const { status, json: refused } = await change(json as Record<string, unknown>);
  return [status, Object.keys(refused.fields ?? {})];
};
const ask = (method: string, to: string, options: SendOptions = {}) =>
  server.send(method, `/project/${ref}/auth/v1${to}`, { ...options, headers: { apikey: anon } });

/** Back to the defaults. */
beforeEach(async () => {
  received = [];
  const settings = Object.keys(authConfigChangeSchema.entries).filter((name) => name !== 'version');
  await set(Object.fromEntries(settings.map((name) => [name, null])) as AuthConfigChange);
});

const byMail = (): AuthConfigChange => ({
  MAILER_AUTOCONFIRM: false,
  SMTP_ADMIN_EMAIL: 'ferries@example.com',
  SMTP_SENDER_NAME: 'Ferries',
  SMTP_USER: 'mail',
  SMTP_HOST: '127.0.0.1',
  SMTP_PORT: smtp.port,
  SMTP_PASS: 'secret',
  SMTP_MAX_FREQUENCY: 0,
});
const readable = (mail: string): string => mail.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=');

describe('the words of an email', () => {
  it('are the project’s own where it has some, with what users wrote escaped', async () => {
    const config = await set({
      ...byMail(),
      MAILER_SUBJECTS_CONFIRMATION: 'Welcome {{ .Data.name }}',
      MAILER_TEMPLATES_CONFIRMATION_CONTENT:
        '<p>Hello {{ .Data.name }}</p><a href="{{ .ConfirmationURL }}">Confirm {{ .Email }}</a><a href="{{ .Data.link }}">{{ .Token }}</a>',
    });
    expect(config.MAILER_DEFAULTS.CONFIRMATION.content).toContain('{{ .ConfirmationURL }}');
    for (const [kind, { content }] of Object.entries(config.MAILER_DEFAULTS)) {
      expect(content, kind).toMatch(/^<!doctype html>\n<html lang="en">\n  <head>/);
      expect(content, kind).not.toContain('&#39;');
    }
    const email = newEmail();
    const data = { name: '<b>Ada</b>\r\nBcc: eve@example.com', link: 'javascript:alert(1)' };
    await ask('POST', '/signup', { json: { email, password, data } });
    const mail = smtp.mails.at(-1)!;
    expect(mail.to).toEqual([email]);
    const text = readable(mail.text);
    expect(text).toContain('Subject: Welcome <b>Ada</b> Bcc: eve@example.com');
    expect(text).toContain('Hello &lt;b&gt;Ada&lt;/b&gt;');
    expect(text).toContain(`Confirm ${email}`);
    expect(text).toMatch(/<a href="#">\d{6}<\/a>/);
    expect(text).not.toContain('javascript:');
    // The link of the template works.
    const link = new URL((/href="(http[^"]*verify[^"]*)"/.exec(text)?.[1] ?? 'none:').replaceAll('&amp;', '&'));
    const led = await server.send('GET', link.pathname + link.search);
    expect([led.status, led.headers.get('Location')]).toEqual([303, expect.stringContaining('access_token=')]);
  });

  it('of an invitation, a recovery, a link, a change and a code are changed apart, and go back to the server’s', async () => {
    await set({
      ...byMail(),
      MAILER_AUTOCONFIRM: true,
      MAILER_SUBJECTS_RECOVERY: 'Recover {{ .SiteURL }}',
      MAILER_SUBJECTS_MAGIC_LINK: 'Link for {{ .SendingTo }}',
      MAILER_SUBJECTS_EMAIL_CHANGE: 'From {{ .Email }} to {{ .NewEmail }}',
      MAILER_SUBJECTS_REAUTHENTICATION: 'Code {{ .Token }}',
      MAILER_SUBJECTS_INVITE: 'Come {{ .Email }}',
    });
    const email = newEmail();
    const next = newEmail();
    const subjectOf = () =>
      /Subject: (.*)/.exec(readable(smtp.mails.at(-1)!.text.replaceAll(/\r?\n /g, ' ')))?.[1]?.trim();
    const { json: session } = await ask('POST', '/signup', { json: { email, password } });
    await ask('POST', '/recover', { json: { email } });
    expect(subjectOf()).toBe(`Recover ${server.origin}`);
    await ask('POST', '/otp', { json: { email } });
    expect(subjectOf()).toBe(`Link for ${email}`);
    await ask('GET', '/reauthenticate', { token: session.access_token });
    expect(subjectOf()).toMatch(/^Code \d{6}$/);
    await ask('PUT', '/user', { token: session.access_token, json: { email: next } });
    expect(subjectOf()).toBe(`From ${email} to ${next}`);
    const invited = newEmail();
    const invitation = await ada.send('POST', `/api/platform/auth/${ref}/invitations`, { json: { email: invited } });
    expect(invitation.status).toBe(201);
    expect(subjectOf()).toBe(`Come ${invited}`);
    await set({ MAILER_SUBJECTS_RECOVERY: '' });
    await ask('POST', '/recover', { json: { email } });
    expect(subjectOf()).toBe('Reset your password');
  });

  it.each([
    [{ MAILER_TEMPLATES_RECOVERY_CONTENT: '{{ .Password }}' }, 'MAILER_TEMPLATES_RECOVERY_CONTENT'],
    [{ MAILER_TEMPLATES_RECOVERY_CONTENT: '{{ if .Email }}' }, 'MAILER_TEMPLATES_RECOVERY_CONTENT'],
    [{ MAILER_TEMPLATES_RECOVERY_CONTENT: '{{ .Data }}' }, 'MAILER_TEMPLATES_RECOVERY_CONTENT'],
    [{ MAILER_TEMPLATES_RECOVERY_CONTENT: 'x'.repeat(65_537) }, 'MAILER_TEMPLATES_RECOVERY_CONTENT'],
    [{ MAILER_SUBJECTS_INVITE: 'Two\nlines' }, 'MAILER_SUBJECTS_INVITE'],
    [{ SMS_TEMPLATE: 'No code' }, 'SMS_TEMPLATE'],
    [{ HOOK_SEND_EMAIL_ENABLED: true }, 'HOOK_SEND_EMAIL_URI'],
    [{ HOOK_SEND_SMS_ENABLED: true, HOOK_SEND_SMS_URI: 'https://a.example' }, 'HOOK_SEND_SMS_SECRETS'],
    [{ HOOK_SEND_SMS_URI: 'http://a.example' }, 'HOOK_SEND_SMS_URI'],
    [{ HOOK_SEND_SMS_URI: 'https://user:secret@a.example' }, 'HOOK_SEND_SMS_URI'],
    [{ HOOK_SEND_SMS_SECRETS: 'short' }, 'HOOK_SEND_SMS_SECRETS'],
    [{ SMS_PROVIDER: 'twilio' }, 'SMS_TWILIO_ACCOUNT_SID'],
    [{ SMS_PROVIDER: 'pigeon' }, 'SMS_PROVIDER'],
    [
      { EXTERNAL_OIDC_PROVIDERS: [{ id: 'google', name: 'G', issuer: 'https://a.example', client_id: 'a' }] },
      'EXTERNAL_OIDC_PROVIDERS',
    ],
    [
      { EXTERNAL_OIDC_PROVIDERS: [{ id: 'acme', name: 'A', issuer: 'http://a.example', client_id: 'a' }] },
      'EXTERNAL_OIDC_PROVIDERS',
    ],
    [
      { EXTERNAL_OIDC_PROVIDERS: [{ id: 'acme', name: 'A', issuer: 'https://a.example', client_id: 'a' }] },
      'EXTERNAL_OIDC_PROVIDERS',
    ],
  ])('%j is refused at its field', async (json, field) => {
    const [status, fields] = await refusal(json);
    expect([status, fields]).toEqual([400, [field]]);
  });

  it('are previewed on a page that runs and loads nothing of them', async () => {
    const { status, headers, text } = await server.send('GET', mailPreviewPath);
    const policy = headers.get('Content-Security-Policy') ?? '';
    expect(status).toBe(200);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toMatch(/script-src 'sha256-[^']+'; style-src/);
    expect(policy).toMatch(/sandbox allow-scripts$/);
    expect(text).toContain('event.source !== parent');
  });
});

describe('a hook', () => {
  const secret = `v1,whsec_${Buffer.from('a secret that is long enough').toString('base64')}`;
  const isSigned = ({ headers, body }: (typeof received)[number]) =>
    headers['webhook-signature'] ===
    `v1,${createHmac('sha256', 'a secret that is long enough')
      .update(`${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`)
      .digest('base64')}`;

  it('sends the emails of the project in place of SMTP, and its secret is never told', async () => {
    const config = await set({
      ...byMail(),
      HOOK_SEND_EMAIL_ENABLED: true,
      HOOK_SEND_EMAIL_URI: `${receiver}/email`,
      HOOK_SEND_EMAIL_SECRETS: secret,
    });
    expect(config.SECRETS_SET).toEqual(['HOOK_SEND_EMAIL_SECRETS', 'SMTP_PASS']);
    const before = smtp.mails.length;
    const email = newEmail();
    expect((await ask('POST', '/signup', { json: { email, password } })).status).toBe(200);
    expect(smtp.mails).toHaveLength(before);
    expect(received.map(({ path: to }) => to)).toEqual(['/email']);
    expect(isSigned(received[0]!)).toBe(true);
    expect(JSON.parse(received[0]!.body)).toMatchObject({
      user: { email },
      email_data: { email_action_type: 'signup' },
    });
    expect((await ada.send('GET', path())).text).not.toContain(secret);
    await set({ HOOK_SEND_EMAIL_ENABLED: false });
    await ask('POST', '/signup', { json: { email: newEmail(), password } });
    expect(smtp.mails).toHaveLength(before + 1);
  });

  it('sends the SMS of the project', async () => {
    await set({
      EXTERNAL_PHONE_ENABLED: true,
      HOOK_SEND_SMS_ENABLED: true,
      HOOK_SEND_SMS_URI: `${receiver}/sms`,
      HOOK_SEND_SMS_SECRETS: secret,
      SMS_OTP_LENGTH: 8,
    });
    const phone = newPhone();
    expect((await ask('POST', '/otp', { json: { phone } })).json).toEqual({});
    expect(isSigned(received[0]!)).toBe(true);
    const { sms } = JSON.parse(received[0]!.body);
    expect(sms).toMatchObject({ phone, otp: expect.stringMatching(/^\d{8}$/) });
    const { json } = await ask('POST', '/verify', { json: { type: 'sms', phone, token: sms.otp } });
    expect(json.user.phone).toBe(phone);
  });
});

describe('SMS', () => {
  it('are in the outbox while nothing sends them', async () => {
    await set({ EXTERNAL_PHONE_ENABLED: true, SMS_TEMPLATE: 'Ferries: {{ .Code }}' });
    const phone = newPhone();
    await ask('POST', '/signup', { json: { phone, password } });
    const list = await server.send('GET', '/outbox');
    expect(list.text).toContain(`+${phone}`);
    const id = /href="\/outbox\/([\w-]+)"/.exec(list.text)?.[1];
    const sms = await server.send('GET', `/outbox/${id}/html`);
    const code = /^Ferries: (\d{6})$/.exec(sms.text)?.[1];
    const { json } = await ask('POST', '/verify', { json: { type: 'sms', phone, token: code } });
    expect(json.user.phone).toBe(phone);
  });

  it('are sent by the project’s Twilio account, as many and as often as it says', async () => {
    await set({
      EXTERNAL_PHONE_ENABLED: true,
      SMS_PROVIDER: 'twilio',
      SMS_TWILIO_ACCOUNT_SID: 'AC1',
      SMS_TWILIO_AUTH_TOKEN: 'canary-token',
      SMS_TWILIO_MESSAGE_SERVICE_SID: '+4930123456',
    });
    const phone = newPhone();
    expect((await ask('POST', '/otp', { json: { phone } })).json).toEqual({ message_id: 'SM1' });
    expect(new URLSearchParams(received[0]?.body).get('From')).toBe('+4930123456');
    await set({ SMS_MAX_FREQUENCY: 3_600 });
    expect((await ask('POST', '/otp', { json: { phone } })).status).toBe(200);
    const soon = await ask('POST', '/otp', { json: { phone } });
    expect([soon.json.error_code, Number(soon.headers.get('Retry-After')) > 3_000]).toEqual([
      'over_sms_send_rate_limit',
      true,
    ]);
    await set({ RATE_LIMIT_SMS_SENT: 1, SMS_MAX_FREQUENCY: 0 });
    await ask('POST', '/otp', { json: { phone: newPhone() } });
    const full = await ask('POST', '/otp', { json: { phone: newPhone() } });
    expect(full.json.msg).toBe('SMS rate limit exceeded');
    expect(server.logLines.join('\n')).not.toContain('canary');
    expect((await ada.send('GET', path())).text).not.toContain('canary');
  });

  it('expire as the project says', async () => {
    await set({ EXTERNAL_PHONE_ENABLED: true });
    expect(await refusal({ SMS_OTP_EXP: 9 })).toEqual([400, ['SMS_OTP_EXP']]);
    expect((await set({ SMS_OTP_EXP: 600 })).SMS_OTP_EXP).toBe(600);
  });
});

describe('an OpenID Connect provider of the project', () => {
  const acme = (more: object = {}) => ({
    EXTERNAL_OIDC_PROVIDERS: [
      { id: 'acme', name: 'Acme', issuer: provider.issuer, client_id: clientId, client_secret: clientSecret, ...more },
    ],
  });

  it('signs users in until it is removed, and its secret is never told', async () => {
    const config = await set({ ...acme(), SITE_URL: 'https://ferries.example.com' });
    expect(config.EXTERNAL_OIDC_PROVIDERS).toEqual([
      { id: 'acme', name: 'Acme', issuer: provider.issuer, client_id: clientId },
    ]);
    expect((await ask('GET', '/settings')).json.external).toMatchObject({ acme: true });
    const email = newEmail();
    const { headers } = await ask('GET', '/authorize?provider=acme');
    const back = provider.approve(headers.get('Location') ?? '', { sub: '4711', email, email_verified: true });
    const cookie = (headers.get('Set-Cookie') ?? '').split(';')[0] ?? '';
    const led = await server.send('GET', back.pathname + back.search, { headers: { Cookie: cookie } });
    const token =
      new URLSearchParams(new URL(led.headers.get('Location') ?? '').hash.slice(1)).get('access_token') ?? '';
    expect((await ask('GET', '/user', { token })).json).toMatchObject({ email, app_metadata: { provider: 'acme' } });
    expect((await ada.send('GET', path())).text).not.toContain(clientSecret);
    // Another name keeps the secret that is stored.
    await set(acme({ name: 'Acme Inc.', client_secret: '' }));
    const idToken = await provider.idToken({ sub: '4711', aud: clientId, iss: provider.issuer });
    const grant = () => ask('POST', '/token?grant_type=id_token', { json: { provider: 'acme', id_token: idToken } });
    expect((await grant()).json).toMatchObject({ user: { email } });
    await set({ EXTERNAL_OIDC_PROVIDERS: [] });
    expect((await ask('GET', '/authorize?provider=acme')).status).toBe(400);
  });

  it('never gives the secret of one issuer to another', async () => {
    await set(acme());
    expect(await refusal(acme({ issuer: 'https://eve.example', client_secret: '' }))).toEqual([
      400,
      ['EXTERNAL_OIDC_PROVIDERS'],
    ]);
  });

  it('has an ID of its own', async () => {
    const [one] = acme().EXTERNAL_OIDC_PROVIDERS;
    expect((await change({ EXTERNAL_OIDC_PROVIDERS: [one, one] })).status).toBe(400);
  });
});

describe('on a server whose network projects cannot reach', () => {
  let hosted: TestServer;
  beforeAll(async () => {
    hosted = await startTestServer({ env: { BASECHART_INNER_SMTP: 'false' } });
  });
  afterAll(() => hosted?.stop());

  it('neither a hook nor a provider leads there, by its address or by a name', async () => {
    const grace = await hosted.signUp();
    const project = await createProject(grace, await createOrganization(grace));
    const key = (await grace.send('GET', `/api/platform/projects/${project}/api-keys`)).json.anon;
    const patch = (json: AuthConfigChange) => grace.send('PATCH', `/api/platform/auth/${project}/config`, { json });
    for (const host of ['https://10.0.0.5/', 'https://[::1]/', 'http://localhost:8080/', 'https://2130706433/']) {
      const refused = await patch({ HOOK_SEND_SMS_URI: host });
      expect([host, refused.status, Object.keys(refused.json.fields ?? {})]).toEqual([
        host,
        400,
        ['HOOK_SEND_SMS_URI'],
      ]);
    }
    const named = await patch({
      EXTERNAL_PHONE_ENABLED: true,
      HOOK_SEND_SMS_ENABLED: true,
      HOOK_SEND_SMS_URI: 'https://ip6-localhost/',
      HOOK_SEND_SMS_SECRETS: `v1,whsec_${Buffer.from('a secret that is long enough').toString('base64')}`,
    });
    expect(named.status).toBe(200);
    const sent = await hosted.send('POST', `/project/${project}/auth/v1/otp`, {
      headers: { apikey: key },
      json: { phone: newPhone() },
    });
    expect([sent.status, sent.json.error_code]).toEqual([422, 'sms_send_failed']);
  });
});
