import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openEmbeddedEngine } from '../../../server/projects/engines/embedded/embeddedEngine.ts';
import { clientOf } from '../../support/client.ts';
import { prepareData } from '../../support/preparedData.ts';
import {
  command,
  createOrganization,
  createProject,
  projectInput,
  rowsOf,
  waitForStatus,
} from '../../support/projects.ts';
import type { TestUser } from '../../support/server.ts';
import { startServer, type ServerProcess } from '../../support/serverProcess.ts';

let data: string;
let server: ServerProcess;
let ada: TestUser;
let acme: string;
beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'basechart-killed-'));
  await prepareData(data, {});
  server = await startServer({ data, hashesQuickly: true });
  ada = await signUp();
  acme = await createOrganization(ada);
});
afterAll(async () => {
  await server.stop('SIGKILL');
  await rm(data, { recursive: true, force: true });
});

const { signUp } = clientOf(() => server.origin);

const killAndStart = async () => {
  await server.stop('SIGKILL');
  server = await startServer({ data, hashesQuickly: true });
};

it('projects whose server is killed at different moments after they were asked for come up after the next start', async () => {
  const refs: string[] = [];
  for (const ms of [150, 250, 0]) {
    const { status, json } = await ada.send('POST', '/api/platform/projects', { json: projectInput(acme) });
    expect(status).toBe(201);
    refs.push(json.ref);
    await new Promise((resolve) => {
      setTimeout(resolve, ms);
    });
  }
  await killAndStart();
  for (const ref of refs) {
    await waitForStatus(ada, ref, 'ACTIVE_HEALTHY');
    expect(await rowsOf(ada, ref, 'create table works as select 1 as a; select a from works')).toEqual([['1']]);
  }
});

it('commands whose server is killed are carried through after the next start, and nothing is lost', async () => {
  const commands = [
    ['pause', 'INACTIVE', 'restore'],
    ['restart', 'ACTIVE_HEALTHY', 'restart'],
  ] as const;
  const refs = await Promise.all(commands.map(() => createProject(ada, acme)));
  for (const ref of refs) await rowsOf(ada, ref, 'create table kept as select 7 as a');
  const answers = await Promise.all(commands.map(([name], index) => command(ada, refs[index]!, name)));
  expect(answers.map(({ status }) => status)).toEqual([202, 202]);
  await killAndStart();
  for (const [index, [, becomes, next]] of commands.entries()) {
    const ref = refs[index]!;
    await waitForStatus(ada, ref, becomes);
    expect((await command(ada, ref, next)).status).toBe(202);
    await waitForStatus(ada, ref, 'ACTIVE_HEALTHY');
    expect(await rowsOf(ada, ref, 'select a from kept')).toEqual([['7']]);
  }
});

it('a removal whose server is killed is carried through, to the last file', async () => {
  const ref = await createProject(ada, acme);
  expect((await ada.send('DELETE', `/api/platform/projects/${ref}`)).status).toBe(202);
  await killAndStart();
  await waitForStatus(ada, ref, 404);
  expect(
    (await readdir(join(data, 'projects'))).filter((folder) => folder.includes(ref) || folder.startsWith('removed-')),
  ).toEqual([]);
});

it('staged changes whose server is killed while they are committed are told truly, and never made twice', async () => {
  const ref = await createProject(ada, acme);
  await rowsOf(ada, ref, 'create table boats (commit uuid, name text)');
  const id = Number((await rowsOf(ada, ref, `select 'boats'::regclass::oid`))[0]?.[0]);
  const path = `/api/platform/projects/${ref}/tables`;
  const outcomes = new Set<string>();
  /** What became of the commits that the server had answered. */
  const answered = new Set<string>();
  // Before the transaction, at some moment of it, and when it is over.
  for (const ms of [0, 60, null]) {
    const commit = randomUUID();
    const insert = { type: 'insert', values: { commit, name: 'Ada' } };
    const changes = Array.from({ length: 400 }, () => insert);
    const sent = ada.send('POST', `${path}/${id}/changes`, { json: { commit, changes } }).catch(() => null);
    await (ms === null
      ? sent
      : new Promise((resolve) => {
          setTimeout(resolve, ms);
        }));
    await killAndStart();
    const answer = await sent;
    const { json } = await ada.send('POST', `${path}/commits/${commit}/settle`);
    outcomes.add(json.outcome);
    if (answer?.status === 200) answered.add(json.outcome);
    const made = Number((await rowsOf(ada, ref, `select count(*) from boats where commit = '${commit}'`))[0]?.[0]);
    expect({ ms, ...json, made }).toEqual(
      made === 0 ? { ms, outcome: 'none', made } : { ms, outcome: 'committed', count: 400, made: 400 },
    );
    const again = await ada.send('POST', `${path}/${id}/changes`, { json: { commit, changes } });
    expect([again.status, again.json.code]).toEqual([409, 'commit_settled']);
  }
  expect([outcomes, answered]).toEqual([new Set(['none', 'committed']), new Set(['committed'])]);
});

/** One transaction: rows, a change of earlier rows, and now and then a table. */
const batch = (n: number): string => `
  insert into batches(batch, x) select ${n}, md5(random()::text) from generate_series(1, 300);
  update batches set x = md5(x) where batch = ${n - 1};
  ${n % 7 === 0 ? `create table extra_${n} as select generate_series(1, 1000) as a;` : ''}`;

/** A new database that is written without a pause, until its server is gone. */
async function writtenDatabase() {
  const ref = await createProject(ada, acme);
  await rowsOf(ada, ref, 'create table batches(id bigserial primary key, batch int, x text)');
  await rowsOf(ada, ref, 'create index batches_x on batches(x)');
  /** The batches whose commit was answered. */
  const answered: number[] = [];
  let next = 1;
  let writing: Promise<void> = Promise.resolve();
  const write = async () => {
    for (;;) {
      const n = next++;
      const { text } = await ada.send('POST', `/api/platform/projects/${ref}/database/query`, {
        json: { id: randomUUID(), sql: batch(n) },
      });
      if (!text.includes('"type":"end"') || text.includes('"type":"error"')) return;
      answered.push(n);
    }
  };
  return {
    ref,
    answered,
    /** Writes on; resolves once more batches than these are answered. */
    begin: async (more: number) => {
      const before = answered.length;
      writing = write().catch(() => {});
      await expect.poll(() => answered.length, { timeout: 20_000, interval: 5 }).toBeGreaterThan(before + more);
    },
    ended: () => writing,
    /** What was answered and is no longer there. */
    lost: async () => {
      const found = new Set((await rowsOf(ada, ref, 'select distinct batch from batches')).map(([n]) => Number(n)));
      return answered.filter((n) => !found.has(n));
    },
  };
}

/** Of a database whose server does not run: every transaction is whole, and the indexes say what the tables say. */
async function expectSound(ref: string): Promise<void> {
  const engine = await openEmbeddedEngine({
    folder: join(data, 'projects', ref),
    cacheFolder: '.cache',
    create: false,
    extensions: 'all',
  });
  await engine.lease(async ({ client }) => {
    const { rows: torn } = await client.query('select batch from batches group by batch having count(*) <> 300');
    expect(torn).toEqual([]);
    const count = async (plan: 'heap' | 'index') => {
      await client.query(
        `set enable_seqscan = ${plan === 'heap' ? 'on' : 'off'}; set enable_indexscan = off; set enable_indexonlyscan = ${plan === 'heap' ? 'off' : 'on'}; set enable_bitmapscan = off`,
      );
      return (await client.query<{ n: string }>("select count(*) as n from batches where x >= ''")).rows[0]?.n;
    };
    expect(await count('index')).toBe(await count('heap'));
    await client.query('create extension amcheck');
    await client.query(
      "select bt_index_check(oid, true) from pg_class where relname in ('batches_pkey', 'batches_x', 'pg_class_oid_index')",
    );
  });
  await engine.stop();
}

it(
  'databases are killed twenty times while they are written, and lose nothing that was answered',
  { timeout: 600_000 },
  async () => {
    // Two at a time: a start of the server costs as much as the rest of a round.
    const databases = await Promise.all([1, 2].map(() => writtenDatabase()));
    for (let round = 0; round < 10; round++) {
      await Promise.all(databases.map((database) => database.begin(round % 3)));
      // At another moment of a transaction in each round.
      await new Promise((resolve) => {
        setTimeout(resolve, (round * 137) % 400);
      });
      await server.stop('SIGKILL');
      await Promise.all(databases.map((database) => database.ended()));
      server = await startServer({ data, hashesQuickly: true });
      expect(await Promise.all(databases.map((database) => database.lost()))).toEqual([[], []]);
    }
    expect(databases.flatMap(({ answered }) => answered).length).toBeGreaterThan(40);

    await server.stop();
    for (const { ref } of databases) await expectSound(ref);
    server = await startServer({ data, hashesQuickly: true });
  },
);

it('leaves no answers of users on the disk, and shows the runs that it did not end as failed', async () => {
  const ref = await createProject(ada, acme);
  await rowsOf(ada, ref, "select repeat('x', 1000) from generate_series(1, 1000)");
  const answers = join(data, 'answers');
  expect(await readdir(answers)).toHaveLength(1);
  expect((await stat(answers)).mode & 0o777).toBe(0o700);
  const id = randomUUID();
  const gone = ada
    .send('POST', `/api/platform/projects/${ref}/database/query`, { json: { id, sql: 'select pg_sleep(60)' } })
    .catch(() => {});
  const runs = async () =>
    (await ada.send('GET', `/api/platform/projects/${ref}/query-history`)).json as { id: string; outcome: string }[];
  await expect.poll(async () => (await runs()).map((run) => run.id)).toContain(id);
  await killAndStart();
  await gone;
  expect(await readdir(answers).catch(() => [])).toEqual([]);
  expect((await runs()).find((run) => run.id === id)).toMatchObject({
    outcome: 'failed',
    error: 'The server stopped while this query was running.',
  });
});
