import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { withStartedServer } from '../../bench/startedServer.ts';
import { madeFolders } from '../../scripts/launch/madeFolders.mjs';

const run = (script: string, use: (origin: string) => Promise<string>) =>
  withStartedServer([process.execPath, '--eval', script], { folder: tmpdir(), dataFolder: tmpdir() }, use);

it('says what a start said that ended before it listened', async () => {
  const use = vi.fn<() => Promise<string>>();
  await expect(run(`console.error('no room'); process.exitCode = 3`, use)).rejects.toThrow('It ended:\nno room');
  expect(use).not.toHaveBeenCalled();
});

it('says that a start cannot begin', async () => {
  const missing = { folder: tmpdir(), dataFolder: tmpdir() };
  await expect(withStartedServer(['no-such-program'], missing, async () => '')).rejects.toThrow('ENOENT');
});

it('ends a start that is done with, whether its use succeeds or fails', async () => {
  const listen = `console.log('Basechart is running at http://localhost/' + process.pid); setInterval(() => {}, 1000)`;
  const origin = await run(listen, async (at) => at);
  const isGone = (at: string) => expect(() => process.kill(Number(new URL(at).pathname.slice(1)), 0)).toThrow('ESRCH');
  isGone(origin);
  let used = '';
  const failed = run(listen, async (at) => {
    used = at;
    throw new Error('failed');
  });
  await expect(failed).rejects.toThrow('failed');
  isGone(used);
});

it('leaves out every ignored folder where it makes a fresh clone', () => {
  const ignored = readFileSync(join(import.meta.dirname, '../../.gitignore'), 'utf8').match(/^.+(?=\/$)/gm);
  expect(madeFolders.toSorted()).toEqual(ignored?.toSorted());
});
