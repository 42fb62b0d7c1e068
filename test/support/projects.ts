/** Helpers for tests of projects over HTTP, with either engine. */
import { randomUUID } from 'node:crypto';
import type { ProjectDetail } from '../../src/contract/projects/project.ts';
import type { ProjectStatus } from '../../src/contract/projects/projectStatus.ts';
import type { QueryEvent } from '../../src/contract/sql/query.ts';
import type { Answer, TestUser } from './server.ts';

export const projectInput = (slug: string, more: Record<string, unknown> = {}) => ({
  organization_slug: slug,
  name: 'Orders',
  db_pass: 'correct horse battery staple',
  cloud_provider: 'AWS',
  region: 'eu-central-1',
  ...more,
});

export async function createOrganization(user: TestUser, tier = 'tier_pro'): Promise<string> {
  const { json } = await user.send('POST', '/api/platform/organizations', {
    json: { name: 'Acme', kind: 'COMPANY', size: '10', tier },
  });
  return json.slug as string;
}

/** Polls until the project has the status, or none any more. */
export async function waitForStatus(user: TestUser, ref: string, wanted: ProjectStatus | 404): Promise<ProjectDetail> {
  for (;;) {
    const { status, json } = await user.send('GET', `/api/platform/projects/${ref}`);
    if (status === wanted || json.status === wanted) return json as ProjectDetail;
    if (status !== 200) throw new Error(`The project answers ${status} while waiting for ${wanted}.`);
    if (['INIT_FAILED', 'RESTORE_FAILED', 'PAUSE_FAILED'].includes(json.status as string))
      throw new Error(`${json.status}: ${json.status_reason}`);
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
  }
}

/** Creates a project and waits until it is up; returns its ref. */
export async function createProject(user: TestUser, slug: string, more: Record<string, unknown> = {}): Promise<string> {
  const { status, json, text } = await user.send('POST', '/api/platform/projects', { json: projectInput(slug, more) });
  if (status !== 201) throw new Error(text);
  await waitForStatus(user, json.ref as string, 'ACTIVE_HEALTHY');
  return json.ref as string;
}

export const command = (user: TestUser, ref: string, name: string, json?: unknown): Promise<Answer> =>
  user.send('POST', `/api/platform/projects/${ref}/${name}`, json === undefined ? {} : { json });

/** Runs SQL and returns the events of the response. */
export async function query(
  user: TestUser,
  ref: string,
  sql: string,
  more: Record<string, unknown> = {},
): Promise<QueryEvent[]> {
  const { status, text } = await user.send('POST', `/api/platform/projects/${ref}/database/query`, {
    json: { id: randomUUID(), sql, ...more },
  });
  if (status !== 200) throw new Error(`${status}: ${text}`);
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as QueryEvent);
}

/** Rows of the last result; throws on an SQL error. */
export async function rowsOf(user: TestUser, ref: string, sql: string): Promise<(string | null)[][]> {
  const events = await query(user, ref, sql);
  const failed = events.find((event) => event.type === 'error');
  if (failed) throw new Error(`${failed.error.code}: ${failed.error.message}`);
  const last = Math.max(...events.map((event) => ('result' in event ? event.result : 0)));
  return events.flatMap((event) => (event.type === 'rows' && event.result === last ? event.rows : []));
}

export const sqlErrorOf = (events: readonly QueryEvent[]) => events.find((event) => event.type === 'error')?.error;

/** The error of a query whose database is at work on it when `interrupt` is called. */
export async function errorOfInterrupted(
  { origin }: { origin: string },
  user: TestUser,
  ref: string,
  interrupt: () => Promise<unknown>,
) {
  const { body } = await fetch(`${origin}/api/platform/projects/${ref}/database/query`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${user.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ id: randomUUID(), sql: 'select 1; select pg_sleep(60)' }),
  });
  let text = '';
  let interrupted: Promise<unknown> | undefined;
  for await (const chunk of body!.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    if (text.includes('"complete"')) interrupted ??= interrupt();
  }
  await interrupted;
  const lines = text.trimEnd().split('\n');
  return sqlErrorOf(lines.map((line) => JSON.parse(line) as QueryEvent));
}
