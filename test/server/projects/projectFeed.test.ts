import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiError } from '../../../server/http/errors.ts';
import { ProjectFeed } from '../../../server/projects/projectFeed.ts';
import { projectDetailSchema, type ProjectDetail } from '../../../src/contract/projects/project.ts';
import type { ProjectStatus } from '../../../src/contract/projects/projectStatus.ts';
import { setupSteps } from '../../../src/contract/projects/setupSteps.ts';
import { ordersDetail } from '../../fixtures/screen.ts';
import { command, createOrganization, createProject, projectInput, waitForStatus } from '../../support/projects.ts';
import { startTestServer, type TestServer, type TestUser } from '../../support/server.ts';

const api = '/api/platform/projects';

describe('the feed of a project', () => {
  const reading =
    (...statuses: ProjectStatus[]) =>
    async () =>
      ordersDetail(statuses.shift() ?? 'UNKNOWN');
  /** A feed whose project has the given statuses, one at each change. */
  const feedOf = (limits: { perUser?: number; total?: number; repeatMs?: number } = {}) => {
    let changed = () => {};
    let listeners = 0;
    const feed = new ProjectFeed({
      onChange: (_, callback) => {
        changed = callback;
        listeners += 1;
        return () => {
          listeners -= 1;
        };
      },
      repeatMs: 3_600_000,
      ...limits,
    });
    const open = (read: () => Promise<ProjectDetail>, signal = new AbortController().signal, userId = 'ada') =>
      feed.open({ userId, ref: 'abc', read, signal });
    /** Reads until what it returns is called. */
    const begin = async (userId = 'ada') => {
      const left = new AbortController();
      const projects = open(reading('COMING_UP'), left.signal, userId);
      await projects.next();
      return async () => {
        left.abort();
        await projects.next();
      };
    };
    return { feed, open, begin, change: () => changed(), listeners: () => listeners };
  };

  it('sends the project at once and at every change, and ends with a status that stays', async () => {
    const { open, change, listeners } = feedOf();
    const projects = open(reading('COMING_UP', 'COMING_UP', 'ACTIVE_HEALTHY'));
    expect((await projects.next()).value).toMatchObject({ status: 'COMING_UP' });
    const second = projects.next();
    change();
    expect((await second).value).toMatchObject({ status: 'COMING_UP' });
    const third = projects.next();
    change();
    expect((await third).value).toMatchObject({ status: 'ACTIVE_HEALTHY' });
    expect(await projects.next()).toEqual({ done: true, value: undefined });
    expect(listeners()).toBe(0);
  });

  it('misses no change that happens while the project is read', async () => {
    const { open, change } = feedOf();
    const statuses: ProjectStatus[] = ['COMING_UP', 'ACTIVE_HEALTHY'];
    const projects = open(async () => {
      const project = ordersDetail(statuses.shift()!);
      change();
      return project;
    });
    await projects.next();
    expect((await projects.next()).value).toMatchObject({ status: 'ACTIVE_HEALTHY' });
  });

  it('repeats the project, so that what another server did shows', async () => {
    const { open } = feedOf({ repeatMs: 1 });
    const projects = open(reading('PAUSING', 'PAUSING', 'INACTIVE'));
    const seen: string[] = [];
    for await (const { status } of projects) seen.push(status);
    expect(seen).toEqual(['PAUSING', 'PAUSING', 'INACTIVE']);
  });

  it('ends when its reader has left, when the user may no longer see the project, and with the server', async () => {
    const { feed, open, change, listeners } = feedOf();
    const left = new AbortController();
    const projects = open(reading('COMING_UP'), left.signal);
    await projects.next();
    const next = projects.next();
    left.abort();
    expect(await next).toMatchObject({ done: true });

    let refused = false;
    const watched = open(async () => {
      if (refused) throw new ApiError(401, 'session_not_found', 'Signed out.');
      return ordersDetail('COMING_UP');
    });
    await watched.next();
    refused = true;
    const after = watched.next();
    change();
    await expect(after).rejects.toMatchObject({ code: 'session_not_found' });

    const last = open(reading('COMING_UP'));
    await last.next();
    const ending = last.next();
    feed.end();
    expect(await ending).toMatchObject({ done: true });
    expect(listeners()).toBe(0);
  });

  it('has a limit for each user and for all, and a free place after one has ended', async () => {
    const { begin } = feedOf({ perUser: 2, total: 3 });
    const refusal = expect.objectContaining({ status: 429, code: 'too_many_feeds', retryAfter: expect.any(Number) });
    const leave = await begin('ada');
    await begin('ada');
    await expect(begin('ada')).rejects.toEqual(refusal);
    await begin('grace');
    await expect(begin('eve')).rejects.toEqual(refusal);
    await leave();
    await begin('eve');
  });

  it('has all places again for a user who has left them', async () => {
    const { begin } = feedOf({ perUser: 2, total: 3 });
    for (const leave of [await begin(), await begin()]) await leave();
    await begin();
    await expect(begin()).resolves.toBeTypeOf('function');
  });
});

describe('GET /projects/{ref}/feed', () => {
  let server: TestServer;
  let ada: TestUser;
  let slug: string;
  beforeAll(async () => {
    server = await startTestServer();
    ada = await server.signUp();
    slug = await createOrganization(ada);
  });
  afterAll(() => server.stop());

  const linesOf = (text: string): ProjectDetail[] =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => v.parse(projectDetailSchema, JSON.parse(line)));

  it('says each step of a setup as it begins, and ends with the project that is ready', async () => {
    const { json } = await ada.send('POST', api, { json: projectInput(slug) });
    const { status, headers, text } = await ada.send('GET', `${api}/${json.ref}/feed`);
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      200,
      'application/x-ndjson',
      'no-store',
    ]);
    const lines = linesOf(text);
    expect(lines.at(-1)).toMatchObject({ status: 'ACTIVE_HEALTHY', setup: null, dbVersion: expect.any(String) });
    const setups = lines.slice(0, -1).flatMap(({ setup }) => setup ?? []);
    for (const { ended_ms: ended, elapsed_ms: elapsed } of setups)
      expect(ended.reduce((sum, ms) => sum + ms, 0)).toBeLessThanOrEqual(elapsed + ended.length);
    // Every step but the last ends before the project is ready.
    expect(setups.at(-1)?.ended_ms).toHaveLength(setupSteps.length - 1);
  });

  it('opens no feed for HEAD, which nobody reads', async () => {
    const ref = await createProject(ada, slug);
    const { status, headers } = await ada.send('HEAD', `${api}/${ref}/feed`);
    expect([status, headers.get('allow')]).toEqual([405, 'GET']);
  });

  it('follows a pause to its end, and answers at once for a project that nothing happens to', async () => {
    const ref = await createProject(ada, slug);
    expect(linesOf((await ada.send('GET', `${api}/${ref}/feed`)).text)).toMatchObject([{ status: 'ACTIVE_HEALTHY' }]);
    await command(ada, ref, 'pause');
    expect(linesOf((await ada.send('GET', `${api}/${ref}/feed`)).text).at(-1)).toMatchObject({ status: 'INACTIVE' });
    await ada.send('DELETE', `${api}/${ref}`);
    await waitForStatus(ada, ref, 404);
    expect((await ada.send('GET', `${api}/${ref}/feed`)).status).toBe(404);
  });
});
