/** The real server inside the test's own process: real engine, real HTTP, temporary data. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../server/config.ts';
import { createLogger } from '../../server/http/log.ts';
import { startServer } from '../../server/start.ts';
import { prepareData } from './preparedData.ts';

export interface TestServerOptions {
  /** Settings as environment variables. */
  env?: Readonly<Record<string, string>>;
  args?: readonly string[];
  /** A folder to keep across a restart; otherwise a temporary one, removed at the end. */
  dataFolder?: string;
  /** A built app to serve. */
  appFolder?: string;
}

export interface TestServer {
  origin: string;
  dataFolder: string;
  /** Every route of the server, as method and pattern. */
  routes: { method: string; path: string }[];
  /** With `--demo`: the login, once the sample data is complete. */
  demo: Promise<{ email: string; password: string }> | null;
  /** Every log line so far. */
  logLines: string[];
  /** A request to a path of the server; the body is sent as JSON. */
  send: (method: string, path: string, options?: SendOptions) => Promise<Answer>;
  /** Signs up a new user with a profile, and returns a caller with their token. */
  signUp: (email?: string, password?: string) => Promise<TestUser>;
  stop: () => Promise<void>;
}

export interface SendOptions {
  token?: string;
  headers?: Readonly<Record<string, string>>;
  json?: unknown;
  body?: string;
}

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** The body parsed as JSON; undefined for another format. */
  json: any;
}

export interface TestUser {
  id: string;
  email: string;
  password: string;
  token: string;
  refreshToken: string;
  send: (method: string, path: string, options?: SendOptions) => Promise<Answer>;
}

/** Limits that a test file with many sign-ups does not reach; a test of limits sets its own. */
const generousLimits = {
  GOTRUE_RATE_LIMIT_TOKEN_REFRESH: '0',
  GOTRUE_RATE_LIMIT_OTP: '0',
  GOTRUE_RATE_LIMIT_ANONYMOUS_USERS: '0',
  GOTRUE_RATE_LIMIT_VERIFY: '0',
  BASECHART_RATE_LIMIT_CODES: '0',
  GOTRUE_MFA_RATE_LIMIT_CHALLENGE_AND_VERIFY: '0',
  GOTRUE_SMTP_MAX_FREQUENCY: '0',
  BASECHART_RATE_LIMIT_API: '0',
  BASECHART_RATE_LIMIT_PASSWORD_CHECK: '0',
};

/** Servers that share a database share the key of its secrets. */
export const sharedSecretKey = Buffer.alloc(32, 7).toString('base64');

let people = 0;

export async function startTestServer({
  env = {},
  args = [],
  dataFolder,
  appFolder,
}: TestServerOptions = {}): Promise<TestServer> {
  const folder = dataFolder ?? (await mkdtemp(join(tmpdir(), 'basechart-')));
  if (dataFolder === undefined) await prepareData(folder, { env, args });
  const config = readConfig(
    {
      ...generousLimits,
      ...(env['DATABASE_URL'] !== undefined && { BASECHART_SECRET_KEY: sharedSecretKey }),
      PORT: '0',
      BASECHART_DATA: folder,
      ...env,
    },
    args,
  );
  const logLines: string[] = [];
  const log = createLogger({
    level: 'debug',
    format: 'json',
    destination: {
      write: (line) => {
        logLines.push(line);
      },
    },
  });
  const server = await startServer({ config, log, ...(appFolder === undefined ? {} : { appFolder }) });
  const { origin } = server;

  const send: TestServer['send'] = async (method, path, { token, headers = {}, json, body } = {}) => {
    const response = await fetch(`${origin}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
        ...(json === undefined && body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(json === undefined ? (body === undefined ? {} : { body }) : { body: JSON.stringify(json) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: parseJson(text) };
  };

  return {
    origin,
    dataFolder: folder,
    logLines,
    send,
    demo: server.demo,
    routes: server.app.routes.map(({ method, path }) => ({ method, path })),
    async signUp(email = `person${++people}@example.com`, password = 'correct horse battery staple') {
      const { status, json, text } = await send('POST', '/auth/v1/signup', { json: { email, password } });
      if (status !== 200) throw new Error(`Signing up failed with ${status}: ${text}`);
      const token: string = json.access_token;
      const user: TestUser = {
        id: json.user.id,
        email,
        password,
        token,
        refreshToken: json.refresh_token,
        send: (method, path, options) => send(method, path, { token, ...options }),
      };
      await user.send('POST', '/api/profile');
      return user;
    },
    async stop() {
      await server.stop();
      if (dataFolder === undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
