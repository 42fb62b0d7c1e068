/** Asking for support: kept on the server, mailed where there is an address, bounded, and nobody else's. */
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SettingsError } from '../../../server/common/settings.ts';
import { readConfig } from '../../../server/config.ts';
import { createMailer, transportOf } from '../../../server/mail/mailer.ts';
import { supportMessageMax, supportReceiptSchema } from '../../../src/contract/support/support.ts';
import { supportTraceMax } from '../../../src/contract/support/supportTrace.ts';
import { startTestServer, type TestServer, type TestUser } from '../../support/server.ts';
import { startSmtpReceiver, type SmtpReceiver } from '../../support/smtpReceiver.ts';

const path = '/api/platform/support/requests';
const request = {
  category: 'dashboard_bug',
  subject: 'The grid is empty',
  message: 'I ran a query.\nNothing came.',
} as const;
const organization = { name: 'Mine', kind: 'PERSONAL', tier: 'tier_pro' } as const;

describe('without an address to mail to', () => {
  let server: TestServer;
  let ada: TestUser;
  let eve: TestUser;
  let ref: string;

  beforeAll(async () => {
    server = await startTestServer();
    ada = await server.signUp();
    eve = await server.signUp();
    const {
      json: { slug },
    } = await ada.send('POST', '/api/platform/organizations', { json: organization });
    ({
      json: { ref },
    } = await ada.send('POST', '/api/platform/projects', {
      json: {
        organization_slug: slug,
        name: 'Mine',
        db_pass: 'secret words',
        cloud_provider: 'AWS',
        region: 'eu-west-1',
      },
    }));
  });
  afterAll(() => server?.stop());

  test('a request is kept, and says so', async () => {
    const answer = await ada.send('POST', path, {
      json: { ...request, project_ref: ref, trace: '{"format":"basechart-trace-1"}' },
    });
    expect(answer.status).toBe(201);
    expect(v.parse(supportReceiptSchema, answer.json)).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      delivery: 'kept',
    });
  });

  test('a project of somebody else is 404, as if there were none', async () => {
    const foreign = await eve.send('POST', path, { json: { ...request, project_ref: ref } });
    const unknown = await eve.send('POST', path, { json: { ...request, project_ref: 'x'.repeat(20) } });
    expect([foreign.status, foreign.json.code]).toEqual([404, 'project_not_found']);
    expect({ ...foreign.json, request_id: '' }).toEqual({ ...unknown.json, request_id: '' });
  });

  test('without a token it is 401, without a profile 404', async () => {
    expect((await server.send('POST', path, { json: request })).status).toBe(401);
    const { json } = await server.send('POST', '/auth/v1/signup', {
      json: { email: 'nobody@example.com', password: 'correct horse battery staple' },
    });
    const answer = await server.send('POST', path, { token: json.access_token, json: request });
    expect([answer.status, answer.json.code]).toEqual([404, 'profile_not_found']);
  });

  test.each([
    ['no body', undefined],
    ['a list', [request]],
    ['an unknown category', { ...request, category: 'praise' }],
    ['no subject', { ...request, subject: '  ' }],
    ['a long subject', { ...request, subject: 'x'.repeat(201) }],
    ['a subject of two lines', { ...request, subject: 'Hello\r\nBcc: everybody@example.com' }],
    ['no message', { ...request, message: '\n' }],
    ['a long message', { ...request, message: 'x'.repeat(supportMessageMax + 1) }],
    ['NUL in the message', { ...request, message: 'a\0b' }],
    ['a ref that is a list', { ...request, project_ref: [1] }],
    ['a trace that is no JSON', { ...request, trace: '{' }],
    ['a trace that is a list', { ...request, trace: '[]' }],
    ['a long trace', { ...request, trace: JSON.stringify({ a: 'x'.repeat(supportTraceMax) }) }],
  ])('%s is 400 with words', async (_, json) => {
    const answer = await ada.send('POST', path, json === undefined ? { body: '' } : { json });
    expect([answer.status, typeof answer.json.message]).toEqual([400, 'string']);
  });

  test('a body beyond the limit is 413', async () => {
    expect((await ada.send('POST', path, { json: { ...request, trace: 'x'.repeat(2 * 1024 * 1024) } })).status).toBe(
      413,
    );
  });

  test('so many in a day and no more, however they are sent; others still can', async () => {
    const bob = await server.signUp();
    const answers = await Promise.all(Array.from({ length: 24 }, () => bob.send('POST', path, { json: request })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      ...Array.from({ length: 20 }, () => 201),
      ...Array.from({ length: 4 }, () => 429),
    ]);
    expect(answers.find(({ status }) => status === 429)?.json.code).toBe('support_limit_reached');
    expect((await eve.send('POST', path, { json: request })).status).toBe(201);
  });
});

describe('with an address to mail to', () => {
  let smtp: SmtpReceiver;
  let server: TestServer;
  let ada: TestUser;

  beforeAll(async () => {
    smtp = await startSmtpReceiver();
    server = await startTestServer({
      env: {
        GOTRUE_SMTP_HOST: '127.0.0.1',
        GOTRUE_SMTP_PORT: String(smtp.port),
        GOTRUE_SMTP_ADMIN_EMAIL: 'basechart@example.com',
        BASECHART_SUPPORT_EMAIL: 'help@example.com',
      },
    });
    ada = await server.signUp('ada@example.com');
  });
  afterAll(async () => {
    await server?.stop();
    await smtp?.close();
  });

  test('a request is mailed there, to be answered to its sender, with its trace', async () => {
    const { json } = await ada.send('POST', path, { json: { ...request, trace: '{"format":"basechart-trace-1"}' } });
    expect(json.delivery).toBe('mailed');
    await expect.poll(() => smtp.mails.length, { timeout: 10_000 }).toBe(1);
    const [mail] = smtp.mails;
    expect(mail).toMatchObject({ from: 'basechart@example.com', to: ['help@example.com'] });
    for (const words of [
      'Reply-To: ada@example.com',
      'Subject: [Basechart] The grid is empty',
      'Dashboard bug',
      'Nothing came.',
      `trace-${json.id}.json`,
      Buffer.from('{"format":"basechart-trace-1"}').toString('base64'),
    ]) {
      expect(mail!.text).toContain(words);
    }
  });

  test('what is typed stays text, in the head and in the body', async () => {
    const hostile = {
      ...request,
      subject: '=?utf-8?q?x?= <script>',
      message: '.\nQUIT\nRCPT TO:<everybody@example.com>\n.',
    };
    await ada.send('POST', path, { json: hostile });
    await expect.poll(() => smtp.mails.length, { timeout: 10_000 }).toBe(2);
    expect(smtp.mails[1]).toMatchObject({ to: ['help@example.com'] });
    expect(smtp.mails[1]!.text).toContain('RCPT TO:<everybody@example.com>');
  });

  test('one that is refused is kept and said in the log, and the next one is mailed', async () => {
    smtp.refuse('451 try later');
    expect((await ada.send('POST', path, { json: request })).status).toBe(201);
    await expect
      .poll(() => server.logLines.some((line) => line.includes('failed to email a support request')), {
        timeout: 10_000,
      })
      .toBe(true);
    smtp.refuse(null);
    await ada.send('POST', path, { json: { ...request, subject: 'Another one' } });
    await expect.poll(() => smtp.mails.length, { timeout: 10_000 }).toBe(3);
    expect(smtp.mails[2]!.text).toContain('Another one');
  });
});

describe('the mailer', () => {
  const mail = { to: 'help@example.com', subject: 'Hello', text: 'Hello.', attachments: [] };
  const from = { name: 'Basechart', address: 'basechart@example.com' };

  test('says a password to no other machine before the connection is encrypted', () => {
    const login = { user: 'mailer', pass: 'hunter2' };
    expect(transportOf({ host: 'mail.example.com', port: 587, login })).toMatchObject({
      secure: false,
      requireTLS: true,
    });
    expect(transportOf({ host: 'mail.example.com', port: 465, login })).toMatchObject({ secure: true });
    expect(transportOf({ host: '127.0.0.1', port: 587, login })).toMatchObject({ requireTLS: false });
    expect(transportOf({ host: 'mail.example.com', port: 587, login: null })).toMatchObject({ requireTLS: false });
  });

  test('lets answers go to one address only, whatever that looks like', async () => {
    const smtp = await startSmtpReceiver();
    const { send } = await createMailer({ host: '127.0.0.1', port: smtp.port, login: null, from });
    await send({ ...mail, replyTo: 'ada@example.com, everybody@example.com' });
    await smtp.close();
    expect(smtp.mails).toMatchObject([{ to: ['help@example.com'] }]);
    expect(smtp.mails[0]!.text).toContain('Reply-To: <"ada@example.com, everybody"@example.com>');
  });
});

describe('mail settings', () => {
  const problems = (env: Readonly<Record<string, string>>): readonly string[] => {
    try {
      readConfig(env, []);
      return [];
    } catch (error) {
      if (error instanceof SettingsError) return error.problems;
      throw error;
    }
  };
  const smtp = { GOTRUE_SMTP_HOST: 'mail.example.com', GOTRUE_SMTP_ADMIN_EMAIL: 'basechart@example.com' };

  test('need nothing to be set', () => {
    expect(readConfig({}, [])).toMatchObject({ mail: null, supportEmail: null });
    expect(readConfig({ ...smtp, GOTRUE_SMTP_USER: 'mailer', GOTRUE_SMTP_PASS: 'hunter2' }, []).mail).toEqual({
      host: 'mail.example.com',
      port: 587,
      login: { user: 'mailer', pass: 'hunter2' },
      from: { name: 'Basechart', address: 'basechart@example.com' },
    });
  });

  test('say what is missing', () => {
    expect(problems({ BASECHART_SUPPORT_EMAIL: 'help@example.com' })).toEqual([
      'BASECHART_SUPPORT_EMAIL needs GOTRUE_SMTP_HOST, the server that sends email.',
    ]);
    expect(problems({ GOTRUE_SMTP_HOST: 'mail.example.com' })).toEqual([
      'GOTRUE_SMTP_HOST needs GOTRUE_SMTP_ADMIN_EMAIL, the sender address of emails.',
    ]);
    expect(problems({ BASECHART_SUPPORT_EMAIL: 'help' })).toEqual([
      'BASECHART_SUPPORT_EMAIL must be an email address, not "help".',
      'BASECHART_SUPPORT_EMAIL needs GOTRUE_SMTP_HOST, the server that sends email.',
    ]);
    expect(problems({ GOTRUE_SMTP_HOST: 'mail.example.com', GOTRUE_SMTP_ADMIN_EMAIL: 'nobody' })).toEqual([
      'GOTRUE_SMTP_ADMIN_EMAIL must be an email address, not "nobody".',
    ]);
  });
});
