import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { ControlDatabase } from '../../../server/database/database.ts';
import { createLogger } from '../../../server/http/log.ts';
import { embeddedOwner } from '../../../server/projects/engines/embedded/configuration.ts';
import { openEmbeddedEngine } from '../../../server/projects/engines/embedded/embeddedEngine.ts';
import { answerLimits, QueryRunner } from '../../../server/projects/queries/queryRunner.ts';
import type { RunAnswer } from '../../../server/projects/queries/runAnswer.ts';
import type { LeaseSession } from '../../../server/projects/queries/runQuery.ts';

/** Settles when the history is writable. */
let written: Promise<void> = Promise.resolve();

/** A history that takes every run, because no test here reads it. */
class TakesEverything extends DummyDriver {
  override async acquireConnection() {
    const connection = await super.acquireConnection();
    return {
      ...connection,
      executeQuery: async () => {
        await written;
        return { rows: [{ id: 'taken' } as never] };
      },
      streamQuery: connection.streamQuery,
    };
  }
}
const db: ControlDatabase = new Kysely({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new TakesEverything(),
    createIntrospector: (kysely) => new PostgresIntrospector(kysely),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

let folder: string;
let engine: Awaited<ReturnType<typeof openEmbeddedEngine>>;
let runner: QueryRunner;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'basechart-runner-'));
  engine = await openEmbeddedEngine({
    folder: join(folder, 'db'),
    cacheFolder: '.cache',
    create: true,
    extensions: [],
  });
  runner = new QueryRunner(
    db,
    join(folder, 'answers'),
    { queries: 10, databases: 10 },
    { ...answerLimits, totalBytes: 20_000_000, readers: 2 },
  );
});
afterAll(async () => {
  await runner.end();
  await engine.stop();
  await rm(folder, { recursive: true, force: true });
});

const log = createLogger({ level: 'silent', format: 'json' });
const lease: LeaseSession = (work, options) => engine.lease(work, options);
const requestOf = (sql: string, timeoutMs: number) => ({ sql, user: embeddedOwner, timeoutMs });
const begin = (sql: string, timeoutMs = 20_000, id: string = randomUUID()) =>
  runner.begin({ userId: 'ada', projectId: 1, id }, requestOf(sql, timeoutMs), lease, log);

async function textOf(answer: RunAnswer): Promise<string> {
  let text = '';
  for await (const chunk of answer.read(new AbortController().signal)) text += Buffer.from(chunk).toString();
  return text;
}

/** 200 MB, far more than an answer may be ahead of its reader. */
const long = "select repeat('x', 1000) from generate_series(1, 200000)";

it('stops a run at its time limit although its reader does not read on, without a restart of the engine', async () => {
  const answer = await begin(long, 3_000);
  const reader = answer.read(new AbortController().signal);
  await reader.next();
  let tail = '';
  await expect.poll(() => answer.isComplete, { timeout: 20_000 }).toBe(true);
  for await (const chunk of reader) tail = (tail + Buffer.from(chunk).toString()).slice(-400);
  expect(tail).toContain('timed out after 3 s');
  expect(tail).toContain('"engineRestarted":false');
});

it('stops a run that would fill the disk, after it has let older answers go', async () => {
  const id = randomUUID();
  await textOf(await begin('select 1', 20_000, id));
  expect(await textOf(await begin(long))).toContain('The server has no more room for query results.');
  expect(runner.find({ userId: 'ada', projectId: 1, id })).toBeUndefined();
  expect(await textOf(await begin('select 7'))).toContain('"7"');
});

it('refuses more readers of one answer than it can bear', async () => {
  const id = randomUUID();
  const answer = await begin('select 1', 20_000, id);
  const readers = [1, 2].map(() => answer.read(new AbortController().signal));
  for (const reader of readers) await reader.next();
  expect(() => runner.find({ userId: 'ada', projectId: 1, id })).toThrow('Close other tabs');
  await readers[0]!.return();
  expect(runner.find({ userId: 'ada', projectId: 1, id })?.answer).toBe(answer);
  await readers[1]!.return();
});

it('is cancelled although the cancel comes before the run is on record', async () => {
  const history = Promise.withResolvers<void>();
  written = history.promise;
  const id = randomUUID();
  const begun = begin('select pg_sleep(60)', 20_000, id);
  expect(runner.cancel({ userId: 'ada', projectId: 1, id })).not.toBeNull();
  history.resolve();
  expect(await textOf(await begun)).toContain('The query was canceled.');
});

it('answers a request that comes twice with one run, and both fail where that cannot be put on record', async () => {
  const key = { userId: 'ada', projectId: 1, id: randomUUID() };
  const answer = await begin('select 1', 20_000, key.id);
  expect(await runner.repeated(key, 'select 1')).toBe(answer);
  expect(await runner.repeated(key, 'select 2')).toBeUndefined();

  const refusal = Promise.withResolvers<void>();
  written = refusal.promise;
  const lost = { ...key, id: randomUUID() };
  const first = begin('select 1', 20_000, lost.id);
  const second = runner.repeated(lost, 'select 1');
  refusal.reject(new Error('The history is read-only.'));
  await expect(first).rejects.toThrow('read-only');
  await expect(second).rejects.toThrow('read-only');
  written = Promise.resolve();
  expect(await runner.repeated(lost, 'select 1')).toBeUndefined();
});

it('leaves no timer behind, neither of an ended run nor of one that it ends', async () => {
  const started = vi.spyOn(globalThis, 'setTimeout');
  const stopped = vi.spyOn(globalThis, 'clearTimeout');
  const keptMs = answerLimits.keptMs + 1;
  const other = new QueryRunner(
    db,
    join(folder, 'others'),
    { queries: 10, databases: 10 },
    { ...answerLimits, keptMs },
  );
  const beginOther = (sql: string) =>
    other.begin({ userId: 'eve', projectId: 1, id: randomUUID() }, requestOf(sql, 20_000), lease, log);
  await textOf(await beginOther('select 1'));
  await beginOther('select pg_sleep(60)');
  await other.end();
  const expiries = started.mock.results.filter((_, call) => started.mock.calls[call]![1] === keptMs);
  expect(expiries).toHaveLength(2);
  for (const { value } of expiries) expect(stopped).toHaveBeenCalledWith(value);
  started.mockRestore();
  stopped.mockRestore();
});
