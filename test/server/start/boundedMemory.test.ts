/** The memory of the real server while it passes on results that are larger than what it may hold. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf } from '../../support/client.ts';
import { prepareData } from '../../support/preparedData.ts';
import { createOrganization, createProject, rowsOf } from '../../support/projects.ts';
import type { TestUser } from '../../support/server.ts';
import { startServer, type ServerProcess } from '../../support/serverProcess.ts';

/** How much more than idle the server may take for one result. */
const growthMax = 150;

describe.runIf(process.platform === 'linux')('the memory of the server', () => {
  let data: string;
  let server: ServerProcess;
  let ada: TestUser;
  let ref: string;
  const memory = async (name: string): Promise<number> => {
    const status = await readFile(`/proc/${server.process.pid}/status`, 'utf8');
    return Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)![1]) / 1024;
  };
  beforeAll(async () => {
    data = await mkdtemp(join(tmpdir(), 'basechart-memory-'));
    await prepareData(data, {});
    server = await startServer({ data });
    ada = await clientOf(() => server.origin).signUp();
    ref = await createProject(ada, await createOrganization(ada));
    await rowsOf(ada, ref, 'select 1');
  });
  afterAll(async () => {
    await server?.stop();
    await rm(data, { recursive: true, force: true });
  });

  /** The most memory that the server takes during a query, beyond what it took before, in megabytes. */
  async function growthOf(sql: string, expected: RegExp): Promise<number> {
    const idle = await memory('VmRSS');
    // The kernel counts the peak from now on.
    await writeFile(`/proc/${server.process.pid}/clear_refs`, '5');
    const { text } = await ada.send('POST', `/api/platform/projects/${ref}/database/query`, {
      json: { id: randomUUID(), sql },
    });
    expect(text.slice(-700)).toMatch(expected);
    return (await memory('VmHWM')) - idle;
  }

  it.each([
    [
      'rows that suddenly grow',
      "select case when n > 900 then repeat('x', 60000) end from generate_series(1, 2000) as n",
      /"rowCount":2000/,
    ],
    [
      'many lines of COPY',
      "copy (select repeat('x', 500) from generate_series(1, 200000)) to stdout",
      /"rowCount":200000,/,
    ],
    ['a row of almost 16 MB', "select repeat('x', 16000000)", /"rowCount":1,/],
  ])('grows by little while it passes on %s', async (_name, sql, expected) => {
    expect(await growthOf(sql, expected)).toBeLessThan(growthMax);
  });

  it.each([
    ['a row', "select repeat('x', 120000000)"],
    ['a row just above the limit', "select repeat('x', 17000000)"],
    ['many values of one row', `select ${Array.from({ length: 40 }, () => "repeat('x', 3000000)").join(', ')}`],
    ['a line of COPY', "copy (select repeat('x', 120000000)) to stdout"],
    ['a notice', "do $$ begin raise notice '%', repeat('x', 120000000); end $$"],
    ['an error', "do $$ begin raise exception '%', repeat('x', 120000000); end $$"],
    ['a value that is never sent', "select length(repeat('x', 120000000))"],
    ['a warning', "do $$ begin raise warning '%', repeat('x', 120000000); end $$"],
    ['an error just above the limit', "do $$ begin raise exception '%', repeat('x', 5000000); end $$"],
    ['a list that is put together', "select string_agg(repeat('x', 1000000), '') from generate_series(1, 120)"],
  ])('refuses %s that is too large, without holding it', async (_name, sql) => {
    expect(await growthOf(sql, /"code":"5(?:3200|4000)"/)).toBeLessThan(growthMax);
    await rowsOf(ada, ref, 'select 1');
  });
});
