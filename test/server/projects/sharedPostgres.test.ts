/** Two servers on one real Postgres: nothing that one of them needs may live in the other. */
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, postgresPrograms, startPostgres, type TestPostgres } from '../../support/postgres.ts';
import { startTestServer, type Answer, type TestServer } from '../../support/server.ts';
import { startSmtpReceiver } from '../../support/smtpReceiver.ts';

describe.skipIf(postgresPrograms === undefined)('two servers on one Postgres', () => {
  let postgres: TestPostgres;
  let url: string;
  let servers: [TestServer, TestServer];

  beforeAll(async () => {
    postgres = await startPostgres();
    url = await createDatabase(postgres, 'shared');
    // At the same moment: the migrations and the signing key are made once.
    servers = await Promise.all([
      startTestServer({ env: { DATABASE_URL: url } }),
      startTestServer({ env: { DATABASE_URL: url } }),
    ]);
  });
  afterAll(async () => {
    await Promise.all(servers?.map((server) => server.stop()) ?? []);
    await postgres?.stop();
  });

  const refresh = (server: TestServer, token: string): Promise<Answer> =>
    server.send('POST', '/auth/v1/token?grant_type=refresh_token', { json: { refresh_token: token } });

  test('a token of the one is good at the other', async () => {
    const [one, other] = servers;
    const user = await one.signUp();
    expect((await other.send('GET', '/api/platform/profile', { token: user.token })).json).toMatchObject({
      gotrue_id: user.id,
    });
    const { json: made } = await user.send('POST', '/api/platform/organizations', {
      json: { name: 'Shared', kind: 'PERSONAL', tier: 'tier_free' },
    });
    expect((await other.send('GET', '/api/platform/organizations', { token: user.token })).json).toEqual([made]);
    expect((await other.send('GET', '/auth/v1/.well-known/jwks.json')).text).toBe(
      (await one.send('GET', '/auth/v1/.well-known/jwks.json')).text,
    );
    await other.send('POST', '/auth/v1/logout', { token: user.token });
    expect((await user.send('GET', '/api/platform/profile')).status).toBe(401);
  });

  test('parallel refreshes at both all get one new token', async () => {
    const [one, other] = servers;
    const { refreshToken } = await one.signUp();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => refresh(n % 2 === 0 ? one : other, refreshToken)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ json }) => json.refresh_token)).size).toBe(1);
    expect((await refresh(other, answers[0]?.json.refresh_token)).status).toBe(200);
  });

  test('of sign-ups with one address at both, one succeeds', async () => {
    const email = `${randomUUID()}@example.com`;
    const answers = await Promise.all(
      servers.flatMap((server) =>
        [1, 2, 3].map(() => server.send('POST', '/auth/v1/signup', { json: { email, password: 'correct horse' } })),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422, 422, 422, 422]);
  });

  test('limits count at both together', async () => {
    const DATABASE_URL = await createDatabase(postgres, 'limited');
    const env = { DATABASE_URL, GOTRUE_RATE_LIMIT_TOKEN_REFRESH: '10', BASECHART_RATE_LIMIT_API: '6' };
    const limited = await Promise.all([startTestServer({ env }), startTestServer({ env })]);
    try {
      const [one, other] = limited;
      const tokens = await Promise.all(
        Array.from({ length: 16 }, (_, n) => refresh(n % 2 === 0 ? one : other, 'unknown')),
      );
      expect(tokens.filter(({ status }) => status === 400)).toHaveLength(10);
      expect(tokens.filter(({ status }) => status === 429)).toHaveLength(6);
      const statuses = await Promise.all(
        Array.from({ length: 9 }, (_, n) => (n % 2 === 0 ? one : other).send('GET', '/api/status')),
      );
      expect(statuses.filter(({ status }) => status === 429)).toHaveLength(3);
      expect(Number(statuses.find(({ status }) => status === 429)?.headers.get('retry-after'))).toBeGreaterThan(0);
    } finally {
      await Promise.all(limited.map((server) => server.stop()));
    }
  });

  test('requests for support are counted at both together, and each is mailed by one', async () => {
    const DATABASE_URL = await createDatabase(postgres, 'support');
    const smtp = await startSmtpReceiver();
    const env = {
      DATABASE_URL,
      GOTRUE_SMTP_HOST: '127.0.0.1',
      GOTRUE_SMTP_PORT: String(smtp.port),
      GOTRUE_SMTP_ADMIN_EMAIL: 'basechart@example.com',
      BASECHART_SUPPORT_EMAIL: 'help@example.com',
    };
    const mailing = await Promise.all([startTestServer({ env }), startTestServer({ env })]);
    const database = new Client({ connectionString: DATABASE_URL });
    try {
      const { token } = await mailing[0].signUp();
      const json = { category: 'other', subject: 'Help', message: 'Please.' };
      const answers = await Promise.all(
        Array.from({ length: 24 }, (_, n) =>
          mailing[n % 2]!.send('POST', '/api/platform/support/requests', { token, json }),
        ),
      );
      expect(answers.map(({ status }) => status).toSorted()).toEqual([
        ...Array.from({ length: 20 }, () => 201),
        ...Array.from({ length: 4 }, () => 429),
      ]);
      await database.connect();
      const mailed = async () =>
        (
          await database.query<{ id: string }>('select id from basechart.support_requests where mailed_at is not null')
        ).rows.map(({ id }) => id);
      await expect.poll(async () => (await mailed()).length, { timeout: 20_000 }).toBe(20);
      expect(smtp.mails.map(({ text }) => /^Request: (.*)$/m.exec(text)?.[1]).toSorted()).toEqual(
        (await mailed()).toSorted(),
      );
    } finally {
      await database.end();
      await Promise.all(mailing.map((server) => server.stop()));
      await smtp.close();
    }
  });

  test('self-hosted, of first sign-ups at both one is let in, and owns the organization', async () => {
    const DATABASE_URL = await createDatabase(postgres, 'own');
    const own = await Promise.all(
      [1, 2].map(() => startTestServer({ env: { DATABASE_URL }, args: ['--self-hosted'] })),
    );
    try {
      const answers = await Promise.all(
        own.map((server) =>
          server.send('POST', '/auth/v1/signup', {
            json: { email: `${randomUUID()}@example.com`, password: 'correct horse' },
          }),
        ),
      );
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
      const token: string = answers.find(({ status }) => status === 200)?.json.access_token;
      await own[0]?.send('POST', '/api/profile', { token });
      expect((await own[1]?.send('GET', '/api/organizations', { token }))?.json).toEqual([
        expect.objectContaining({ slug: 'default', is_owner: true }),
      ]);
    } finally {
      await Promise.all(own.map((server) => server.stop()));
    }
  });

  test('stored mail settings are read over the defaults; the password is not among them', async () => {
    const [one, other] = servers;
    const user = await one.signUp();
    const {
      json: { slug },
    } = await user.send('POST', '/api/platform/organizations', {
      json: { name: 'Mail', kind: 'PERSONAL', tier: 'tier_pro' },
    });
    const {
      json: { id, ref },
    } = await user.send('POST', '/api/platform/projects', {
      json: {
        organization_slug: slug,
        name: 'Mail',
        db_pass: 'secret words',
        cloud_provider: 'AWS',
        region: 'eu-west-1',
      },
    });
    const client = new Client(url);
    await client.connect();
    try {
      await client.query(
        `insert into basechart.project_auth_configs (project_id, settings, smtp_pass) values ($1, '{
          "SMTP_ADMIN_EMAIL": "admin@example.com", "SMTP_SENDER_NAME": "Sender", "SMTP_USER": "user",
          "SMTP_HOST": "smtp.example.com", "SMTP_MAX_FREQUENCY": 0
        }', 'canary-password')`,
        [id],
      );
    } finally {
      await client.end();
    }
    const { json, text } = await other.send('GET', `/api/platform/auth/${ref}/config`, { token: user.token });
    expect(json).toMatchObject({
      SMTP_HOST: 'smtp.example.com',
      SMTP_PORT: 465,
      SMTP_MAX_FREQUENCY: 0,
      ENABLE_SMTP: true,
    });
    expect(json).not.toHaveProperty('SMTP_PASS');
    expect(text).not.toContain('canary');
  });

  test('a database that goes away is 503, and the server goes on when it is back', async () => {
    const [one] = servers;
    const user = await one.signUp();
    const client = new Client(postgres.url);
    await client.connect();
    await client.query(`alter database shared allow_connections false`);
    await client.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = 'shared'`);
    try {
      const answer = await user.send('GET', '/api/platform/profile');
      expect({ status: answer.status, code: answer.json.code }).toEqual({ status: 503, code: 'storage_unavailable' });
      expect(answer.headers.get('retry-after')).toBe('5');
      expect(answer.text).not.toMatch(/shared|database "|postgres/i);
    } finally {
      await client.query(`alter database shared allow_connections true`);
      await client.end();
    }
    // A connection that was ended may be found out by the next request only.
    await expect.poll(async () => (await user.send('GET', '/api/platform/profile')).status).toBe(200);
  });
});
