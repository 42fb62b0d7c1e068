/** One auth service on an embedded engine, called without a socket. */
import { mkdtemp, rm } from 'node:fs/promises';
import { BlockList } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Hono } from 'hono';
import type { Pool } from 'pg';
import { createAuthService, type AuthService } from '../../server/auth/routes/createAuthService.ts';
import { createMemoryRateLimiter } from '../../server/common/rateLimiter.ts';
import { readConfig } from '../../server/config.ts';
import { createSecretBox } from '../../server/database/secretBox.ts';
import type { HttpEnv } from '../../server/http/http.env.ts';
import { createLogger } from '../../server/http/log.ts';
import { requestContext } from '../../server/http/requestContext.ts';
import type { Mail, Mailer } from '../../server/mail/mailer.ts';
import { openStorage } from '../../server/storage.ts';
import type { Answer, SendOptions } from './server.ts';

export interface TestClock {
  now: () => Date;
  /** The time this many seconds from now. */
  advance: (seconds: number) => void;
}

export interface TestAuth {
  service: AuthService;
  /** Where its tables are. */
  schema: string;
  mails: TestMails;
  /** The SMS that were shown. */
  sms: { to: string; text: string }[];
  logLines: string[];
  send: (method: string, path: string, options?: SendOptions) => Promise<Answer>;
  /** `fetch` for a client library, whose requests reach only this service. */
  fetch: typeof fetch;
}

/** The mails of a test's service, which refuses them while `refused` is set. */
export interface TestMails extends Mailer {
  sent: Mail[];
  refused: boolean;
  /** How often a mail was prepared for an address without a user. */
  rehearsals: number;
}

function createTestMails(): TestMails {
  const answer = () =>
    mails.refused ? Promise.reject(new Error('550 The mail server refuses this.')) : Promise.resolve();
  const mails: TestMails = {
    sent: [],
    refused: false,
    rehearsals: 0,
    async send(mail) {
      await answer();
      mails.sent.push(mail);
    },
    async rehearse() {
      await answer();
      mails.rehearsals++;
    },
  };
  return mails;
}

/** An auth service with a clock that the test controls. */
export interface SimulatedTestAuth extends TestAuth {
  clock: TestClock;
}

interface TestAuthOptions {
  schema?: string;
  showsSms?: boolean;
  /** False as for the users of a project. */
  guardsAccounts?: boolean;
  args?: readonly string[];
}

const log = createLogger({ level: 'silent', format: 'json' });

/** The engine that the services of a test file share; each service has its own schema. */
export async function openAuthStorage(): Promise<{ pool: Pool; close: () => Promise<void> }> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'basechart-'));
  const storage = await openStorage({
    databaseUrl: null,
    dataFolder,
    cacheFolder: resolve(import.meta.dirname, '../../.cache'),
    log,
  });
  return {
    pool: storage.pool,
    async close() {
      await storage.close();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

let schemas = 0;
const secretBox = await createSecretBox(new Uint8Array(32));

/** Only the service may read the simulated clock: a client library needs `createRealTimeTestAuth`. */
export async function createTestAuth(
  pool: Pool,
  env: Readonly<Record<string, string>> = {},
  options: TestAuthOptions = {},
): Promise<SimulatedTestAuth> {
  let moment = Date.parse('2026-11-21T12:00:00Z');
  const clock: TestClock = {
    now: () => new Date(moment),
    advance: (seconds) => {
      moment += seconds * 1000;
    },
  };
  return { ...(await createAuth(pool, env, options, clock.now)), clock };
}

/** An auth service with the machine's clock, for client libraries, which read that clock too. */
export const createRealTimeTestAuth = (
  pool: Pool,
  env: Readonly<Record<string, string>> = {},
  options: TestAuthOptions = {},
): Promise<TestAuth> => createAuth(pool, env, options, () => new Date());

async function createAuth(
  pool: Pool,
  env: Readonly<Record<string, string>>,
  { schema = `auth_${++schemas}`, args = [], showsSms = true, guardsAccounts = true }: TestAuthOptions,
  now: () => Date,
): Promise<TestAuth> {
  const { auth: settings } = readConfig(
    {
      GOTRUE_RATE_LIMIT_TOKEN_REFRESH: '0',
      GOTRUE_RATE_LIMIT_OTP: '0',
      GOTRUE_RATE_LIMIT_ANONYMOUS_USERS: '0',
      ...env,
    },
    args,
  );
  const mails = createTestMails();
  const sms: TestAuth['sms'] = [];
  const service = await createAuthService({
    pool,
    schema,
    settings,
    secretBox,
    mailer: mails,
    showSms: showsSms
      ? (shown) => {
          sms.push(shown);
          return Promise.resolve();
        }
      : null,
    version: 'test',
    guardsAccounts,
    now,
    rateLimiter: createMemoryRateLimiter({ now: () => now().getTime() }),
  });
  const logLines: string[] = [];
  const listening = createLogger({
    level: 'debug',
    format: 'json',
    destination: {
      write: (line) => {
        logLines.push(line);
      },
    },
  });
  const app = new Hono<HttpEnv>().use(requestContext({ log: listening, trustedProxies: new BlockList() }));
  app.route('/auth/v1', service.routes);
  return {
    service,
    schema,
    mails,
    sms,
    logLines,
    fetch: async (input, init) => await app.request(input instanceof Request ? input : String(input), init, {}),
    async send(method, path, { token, headers = {}, json, body } = {}) {
      const response = await app.request(
        `/auth/v1${path}`,
        {
          method,
          headers: {
            'X-Supabase-Api-Version': '2024-01-01',
            ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
            ...headers,
          },
          ...(json === undefined ? (body === undefined ? {} : { body }) : { body: JSON.stringify(json) }),
        },
        {},
      );
      const text = await response.text();
      return {
        status: response.status,
        headers: response.headers,
        text,
        json: text.startsWith('{') ? JSON.parse(text) : undefined,
      };
    },
  };
}
