import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoOrganization, demoProjects } from '../../../server/demo/demo.data.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

let dataFolder: string;
beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'basechart-demo-'));
});
afterAll(() => rm(dataFolder, { recursive: true, force: true }));

async function look(server: TestServer) {
  const login = await server.demo;
  const { json } = await server.send('POST', '/auth/v1/token?grant_type=password', { json: login });
  const token: string = json.access_token;
  const read = async (path: string) => (await server.send('GET', `/api/platform${path}`, { token })).json;
  return { login, token, read };
}

test(
  'the sample data is there to be seen with the printed login, and a second start makes none of it twice',
  { timeout: 120_000 },
  async () => {
    const first = await startTestServer({ dataFolder, args: ['--demo'] });
    const { login, token, read } = await look(first);
    expect(await read('/organizations')).toEqual([
      expect.objectContaining({ name: demoOrganization.name, is_owner: true }),
    ]);
    const projects: { name: string; ref: string; status: string }[] = await read('/projects');
    expect(projects.map(({ name }) => name).toSorted()).toEqual(demoProjects.map(({ name }) => name).toSorted());

    for (const sample of demoProjects.filter(({ paused }) => !paused)) {
      const ref = projects.find(({ name }) => name === sample.name)?.ref ?? '';
      const snippets: { id: string }[] = await read(`/projects/${ref}/snippets`);
      expect(snippets).toHaveLength(sample.snippets.length);
      for (const { id } of snippets) {
        const { sql } = await read(`/projects/${ref}/snippets/${id}`);
        const { status, text } = await first.send('POST', `/api/platform/projects/${ref}/database/query`, {
          token,
          json: { id: randomUUID(), sql, row_limit: 5 },
        });
        expect(status).toBe(200);
        expect(text).toContain('"type":"rows"');
        expect(text).not.toContain('"type":"error"');
      }
    }
    await first.stop();

    const second = await startTestServer({ dataFolder, args: ['--demo'] });
    const again = await look(second);
    expect(again.login).toEqual(login);
    const later: typeof projects = await again.read('/projects');
    expect(later.map(({ ref }) => ref).toSorted()).toEqual(projects.map(({ ref }) => ref).toSorted());
    expect(later.filter(({ status }) => status === 'INACTIVE').map(({ name }) => name)).toEqual(
      demoProjects.filter(({ paused }) => paused).map(({ name }) => name),
    );
    await second.stop();
  },
);
