import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

let cache: string;
beforeAll(async () => {
  cache = await mkdtemp(join(tmpdir(), 'basechart-template-'));
});
afterAll(() => rm(cache, { recursive: true, force: true }));

async function startBuilder(): Promise<ChildProcess> {
  const child = fork(new URL('../../support/buildTemplate.ts', import.meta.url), [cache], { stdio: 'ignore' });
  await once(child, 'message');
  return child;
}

const resultOf = async (child: ChildProcess) => ((await once(child, 'message')) as unknown[])[0];

it('is made once, however many need it at the same moment, and after a builder was killed in the middle', async () => {
  const killed = await startBuilder();
  while (!(await readdir(cache).catch(() => [] as string[])).some((name) => name.startsWith('draft-')))
    await new Promise((resolve) => {
      setTimeout(resolve, 5);
    });
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  expect(await readdir(cache)).toEqual(expect.arrayContaining([expect.stringMatching(/^draft-/)]));

  const results = await Promise.all([1, 2].map(async () => resultOf(await startBuilder())));
  expect(results[0]).toMatchObject({ version: expect.stringMatching(/^18\./), identityAddress: expect.any(Number) });
  expect(results[1]).toEqual(results[0]);
  expect((await readdir(cache)).toSorted()).toEqual(['building', expect.stringMatching(/^template-[0-9a-f]{16}$/)]);
}, 90_000);
