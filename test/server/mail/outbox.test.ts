/** Mails of a server without SMTP, and of one with it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createOutbox } from '../../../server/mail/outbox.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { startSmtpReceiver } from '../../support/smtpReceiver.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.stop());

const recover = (to: TestServer, email: string) => to.send('POST', '/auth/v1/recover', { json: { email } });
const textOf = (html: string) => html.replaceAll('&amp;', '&').replaceAll('&#39;', "'");
const newestPath = async () => {
  const { text } = await server.send('GET', '/outbox');
  return /href="(\/outbox\/[\w-]+)"/.exec(text)?.[1] ?? '';
};

test('shows the mail of a forgotten password, whose link signs the user in', async () => {
  const ada = await server.signUp();
  expect((await server.send('GET', '/outbox')).text).toContain('No message yet.');
  await recover(server, ada.email);
  const list = await server.send('GET', '/outbox');
  expect(list.status).toBe(200);
  expect(list.text).toContain('Reset your password');
  expect(list.text).toContain(ada.email);
  expect(list.text).toMatch(/>[A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d\d:\d\d\s[AP]M</);

  const path = await newestPath();
  const page = await server.send('GET', path);
  expect(page.text).toContain(`sandbox="allow-top-navigation-by-user-activation" src="${path}/html"`);
  const mail = await server.send('GET', `${path}/html`);
  expect(mail.text).toContain('<base target="_top" />');
  const link = new URL(textOf(/href="([^"]+\/verify[^"]+)"/.exec(mail.text)?.[1] ?? ''));
  expect(link.origin).toBe(server.origin);
  const followed = await server.send('GET', `${link.pathname}${link.search}`);
  const location = new URL(followed.headers.get('location') ?? '');
  expect({ status: followed.status, origin: location.origin }).toEqual({ status: 303, origin: server.origin });
  const token = new URLSearchParams(location.hash.slice(1)).get('access_token') ?? '';
  expect((await server.send('GET', '/auth/v1/user', { token })).json.email).toBe(ada.email);

  const lines = server.logLines.join('');
  expect(lines).toContain('the message is in the outbox');
  expect(lines).not.toContain(link.searchParams.get('token'));
  expect(lines).not.toContain(ada.email);
});

test('its pages run no script, come from no cache and open in no other site', async () => {
  const ada = await server.signUp();
  await recover(server, ada.email);
  const path = await newestPath();
  for (const address of ['/outbox', path, `${path}/html`]) {
    const { headers, text } = await server.send('GET', address);
    const policy = headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('script-src');
    expect(policy).toMatch(/frame-ancestors '(?:none|self)'/);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('access-control-allow-origin')).toBeNull();
    expect(text).not.toContain('<script');
  }
  for (const address of ['/outbox', path]) {
    const { headers, text } = await server.send('GET', address);
    const policy = headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'; style-src 'self'; font-src 'self';");
    expect(text).not.toMatch(/<style|style=/);
  }
  const styles = await server.send('GET', '/outbox/style.css');
  expect([styles.status, styles.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8']);
  // In the product's type, from this server alone.
  expect(styles.text).toContain("url('inter.woff2')");
  const font = await server.send('GET', '/outbox/inter.woff2');
  expect([font.status, font.headers.get('content-type'), font.text.slice(0, 4)]).toEqual([200, 'font/woff2', 'wOF2']);
  expect((await server.send('GET', '/outbox/unknown')).status).toBe(404);
});

/** Node's own `fetch` does not send another Host. */
const statusFor = (origin: string, headers: Readonly<Record<string, string>>) =>
  new Promise<number | undefined>((resolve, reject) => {
    request(`${origin}/outbox`, { headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });

test.each([
  ['of another site', { Host: 'evil.example' }],
  ['that an attacker resolves to this machine', { Host: '127.0.0.1.evil.example' }],
  ['that a proxy forwards', { 'X-Forwarded-For': '203.0.113.9' }],
  ['that a proxy forwards from here', { Forwarded: 'for=127.0.0.1' }],
  ['that a proxy names', { Via: '1.1 proxy' }],
])('refuses a request %s', async (_, headers) => {
  expect(await statusFor(server.origin, headers)).toBe(403);
});

test('refuses other machines where the server listens to them', async (context) => {
  const own = Object.values(networkInterfaces())
    .flat()
    .find((one) => one?.family === 'IPv4' && !one.internal);
  if (own === undefined) return context.skip('This machine has no network.');
  const open = await startTestServer({ env: { HOST: '0.0.0.0' } });
  onTestFinished(() => open.stop());
  const { port } = new URL(open.origin);
  expect(await statusFor(`http://127.0.0.1:${port}`, {})).toBe(200);
  expect(await statusFor(`http://${own.address}:${port}`, { Host: `127.0.0.1:${port}` })).toBe(403);
});

test('keeps the latest hundred mails', async () => {
  const outbox = createOutbox({ onKept: () => undefined });
  for (let index = 1; index <= 101; index++)
    await outbox.send({ to: 'ada@example.com', subject: `Mail ${index}`, text: '' });
  expect(outbox.list()).toHaveLength(100);
  expect([outbox.list()[0]?.subject, outbox.list().at(-1)?.subject]).toEqual(['Mail 101', 'Mail 2']);
});

test('with SMTP, the mail is sent as HTML and as text, and there is no outbox', async () => {
  const smtp = await startSmtpReceiver();
  const appFolder = await mkdtemp(join(tmpdir(), 'basechart-app-'));
  const sending = await startTestServer({
    appFolder,
    env: {
      GOTRUE_SMTP_HOST: '127.0.0.1',
      GOTRUE_SMTP_PORT: String(smtp.port),
      GOTRUE_SMTP_ADMIN_EMAIL: 'auth@example.com',
    },
  });
  onTestFinished(async () => {
    await sending.stop();
    await smtp.close();
    await rm(appFolder, { recursive: true });
  });
  const ada = await sending.signUp();
  expect((await recover(sending, ada.email)).status).toBe(200);
  expect(smtp.mails).toMatchObject([{ from: 'auth@example.com', to: [ada.email] }]);
  expect(smtp.mails[0]?.text).toMatch(/text\/plain[\s\S]*text\/html/);
  expect((await sending.send('GET', '/outbox')).status).toBe(404);

  // An unknown address leads to the same conversation, without a mail.
  expect((await recover(sending, 'unknown@example.com')).status).toBe(200);
  expect(smtp.mails).toHaveLength(1);

  smtp.refuse(`550 no such user ${ada.email}`);
  const failed = await recover(sending, ada.email);
  expect({ status: failed.status, msg: failed.json.msg }).toEqual({ status: 500, msg: 'Error sending recovery mail' });
  expect(sending.logLines.join('')).toContain('550 no such user');
  expect(sending.logLines.join('')).not.toContain(ada.email);
});

test('a public server without SMTP shows no mail and says that it cannot send any', async () => {
  const open = await startTestServer({ env: { GOTRUE_SITE_URL: 'https://data.example.com' } });
  onTestFinished(() => open.stop());
  expect((await recover(open, 'ada@example.com')).status).toBe(500);
  expect((await open.send('GET', '/outbox')).status).toBe(404);
  expect(open.logLines.join('')).toContain('set GOTRUE_SMTP_HOST');
});
