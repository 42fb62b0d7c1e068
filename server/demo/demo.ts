import { randomBytes, randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Hono } from 'hono';
import * as v from 'valibot';
import { organizationSchema } from '../../src/contract/organizations/organization.ts';
import { catalogSchema } from '../../src/contract/projects/catalog.ts';
import { projectDetailSchema, projectSchema } from '../../src/contract/projects/project.ts';
import { queryEventSchema } from '../../src/contract/sql/query.ts';
import type { HttpEnv } from '../http/http.env.ts';
import { demoOrganization, demoProjects, type DemoProject } from './demo.data.ts';

const loginSchema = v.object({ email: v.string(), password: v.string() });
export type DemoLogin = v.InferOutput<typeof loginSchema>;

const sessionSchema = v.object({ access_token: v.string() });

const pollMs = 250;
const patienceMs = 120_000;

/**
 * Fills a server with a sample organization, its projects and their data, as a user would: every step is a request to
 * the server's own API. Steps that an earlier start has completed are skipped. Returns the login.
 */
export async function makeDemo(app: Hono<HttpEnv>, dataFolder: string): Promise<DemoLogin> {
  const login = await keepLogin(join(dataFolder, 'demo-login.json'));
  const api = await signIn(app, login);
  await api.send('POST', '/api/profile', undefined, [201, 409]);

  const [existing] = await api.read('/organizations', v.array(organizationSchema));
  const organization =
    existing ?? v.parse(organizationSchema, await api.send('POST', '/api/platform/organizations', demoOrganization));
  const projects = await api.read('/projects', v.array(projectSchema));
  for (const sample of demoProjects) {
    const found = projects.find(({ name }) => name === sample.name);
    const ref = found?.ref ?? (await makeProject(api, organization.slug, sample.name));
    await fillProject(api, ref, sample, found === undefined);
  }
  return login;
}

/** A fixed password would let anyone in where the server is reachable by others, so each data folder has its own. */
async function keepLogin(file: string): Promise<DemoLogin> {
  const kept = await readFile(file, 'utf8').catch(() => null);
  if (kept !== null) return v.parse(loginSchema, JSON.parse(kept));
  const login = { email: 'demo@example.com', password: randomBytes(12).toString('base64url') };
  await writeFile(file, JSON.stringify(login), { mode: 0o600 });
  return login;
}

interface Api {
  /** The response's JSON; throws when the status is not among the expected ones. */
  send(method: string, path: string, body?: unknown, expected?: readonly number[]): Promise<unknown>;
  read<Schema extends v.GenericSchema>(path: string, schema: Schema): Promise<v.InferOutput<Schema>>;
  /** Runs SQL in a project; throws Postgres' error. */
  run(ref: string, sql: string): Promise<void>;
}

async function signIn(app: Hono<HttpEnv>, login: DemoLogin): Promise<Api> {
  const ask = (method: string, path: string, body: unknown, token?: string) =>
    app.request(
      `http://localhost${path}`,
      {
        method,
        headers: {
          'Content-Type': 'application/json',
          Host: 'localhost',
          ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      },
      {},
    );
  const known = await ask('POST', '/auth/v1/token?grant_type=password', login);
  const answer = known.ok ? known : await ask('POST', '/auth/v1/signup', login);
  if (!answer.ok) throw new Error(`The demo's user could not sign up: ${await answer.text()}`);
  const { access_token: token } = v.parse(sessionSchema, await answer.json());

  const send: Api['send'] = async (method, path, body, expected = [200, 201, 202]) => {
    const response = await ask(method, path, body, token);
    const text = await response.text();
    if (!expected.includes(response.status))
      throw new Error(`${method} ${path} was answered with ${response.status}: ${text}`);
    return JSON.parse(text);
  };
  return {
    send,
    read: async (path, schema) => v.parse(schema, await send('GET', `/api/platform${path}`)),
    async run(ref, sql) {
      const response = await ask(
        'POST',
        `/api/platform/projects/${ref}/database/query`,
        { id: randomUUID(), sql },
        token,
      );
      const text = await response.text();
      if (!response.ok) throw new Error(`Running SQL was answered with ${response.status}: ${text}`);
      for (const line of text.trim().split('\n')) {
        const event = v.parse(queryEventSchema, JSON.parse(line));
        if (event.type === 'error') throw new Error(`Running SQL failed: ${event.error.message}`);
      }
    },
  };
}

async function makeProject(api: Api, organizationSlug: string, name: string): Promise<string> {
  const { ref } = v.parse(
    projectDetailSchema,
    await api.send('POST', '/api/platform/projects', {
      organization_slug: organizationSlug,
      name,
      db_pass: randomBytes(18).toString('base64url'),
      cloud_provider: 'AWS',
      region: 'eu-central-1',
    }),
  );
  return ref;
}

async function fillProject(
  api: Api,
  ref: string,
  { sql, table, snippets, paused }: DemoProject,
  isNew: boolean,
): Promise<void> {
  const status = await settledStatus(api, ref);
  if (status !== 'ACTIVE_HEALTHY') return;
  const catalog = await api.read(`/projects/${ref}/database/catalog`, catalogSchema);
  const isFilled = catalog.schemas.some(
    ({ name, relations }) => name === 'public' && relations.some((relation) => relation.name === table),
  );
  if (!isFilled) await api.run(ref, `begin;\n${sql}\ncommit;`);
  if (isNew) {
    for (const snippet of snippets)
      await api.send('PUT', `/api/platform/projects/${ref}/snippets/${randomUUID()}`, { ...snippet, base_version: 0 });
    if (paused) await api.send('POST', `/api/platform/projects/${ref}/pause`);
  }
}

/** The project's status once no operation is running. */
async function settledStatus(api: Api, ref: string): Promise<string> {
  const giveUpAt = performance.now() + patienceMs;
  for (;;) {
    const { status, status_reason: reason } = await api.read(`/projects/${ref}`, projectDetailSchema);
    if (status !== 'COMING_UP' && status !== 'RESTORING' && status !== 'UNKNOWN') return status;
    if (performance.now() > giveUpAt)
      throw new Error(`The project ${ref} is still ${status}${reason === null ? '' : `: ${reason}`}.`);
    await new Promise((resolve) => {
      setTimeout(resolve, pollMs);
    });
  }
}
