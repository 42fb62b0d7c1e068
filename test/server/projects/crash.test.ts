import { fork, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openEmbeddedEngine } from '../../../server/projects/engines/embedded/embeddedEngine.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'basechart-crash-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Writing {
  child: ChildProcess;
  /** The last batch that was found when the database came up. */
  found: number;
}

/** Starts a process that writes; it can be killed from the moment the database is up. */
function startWriter(heard: (batch: number) => void): Promise<Writing> {
  const child = fork(new URL('../../support/writeUntilKilled.ts', import.meta.url), [folder], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let said = '';
  child.stderr?.on('data', (text: Buffer) => {
    said += text.toString();
  });
  return new Promise((resolve, reject) => {
    child.on('message', (message: { ready?: number; committed?: number }) => {
      if (message.ready !== undefined) resolve({ child, found: message.ready });
      if (message.committed !== undefined) heard(message.committed);
    });
    child.once('exit', (code) => reject(new Error(`The writer ended with ${code}:\n${said}`)));
  });
}

it('is killed twenty times while it writes, comes up by itself each time, and has lost no acknowledged commit', async () => {
  // By writer: the next one may have begun to commit before its finding is looked at.
  const acknowledged: number[] = [0];
  for (let round = 0; round < 20; round++) {
    const { child, found } = await startWriter((batch) => {
      acknowledged[round + 1] = batch;
    });
    // What was committed but not yet acknowledged when it was killed may be there too.
    expect(found).toBeGreaterThanOrEqual(
      Math.max(...acknowledged.slice(0, round + 1).filter((batch) => batch !== undefined)),
    );
    const exited = new Promise<void>((resolve) => {
      child.once('exit', () => resolve());
    });
    await new Promise((resolve) => {
      setTimeout(resolve, 30 + ((round * 137) % 400));
    });
    child.kill('SIGKILL');
    await exited;
  }
  expect(Math.max(...acknowledged.filter((batch) => batch !== undefined))).toBeGreaterThan(20);

  const engine = await openEmbeddedEngine({ folder, cacheFolder: '.cache', create: false, extensions: true });
  await engine.lease(async ({ client }) => {
    const { rows: torn } = await client.query('select batch from batches group by batch having count(*) <> 300');
    expect(torn).toEqual([]);
    const count = async (plan: string) => {
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
}, 240_000);
