/** Copies of databases' files: a new project begins with one. */
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { copyFolder } from '../../../server/projects/engines/embedded/copyFolder.ts';

it('a copy has everything that the folder has, and only its owner gets in', async () => {
  const base = await mkdtemp(join(tmpdir(), 'basechart copy '));
  onTestFinished(() => rm(base, { recursive: true, force: true }));
  const [from, to] = [join(base, 'from'), join(base, 'to')];
  mkdirSync(join(from, 'inner', 'empty'), { recursive: true });
  writeFileSync(join(from, 'inner', 'rows'), 'rows of the table');
  await copyFolder(from, to);
  expect(readFileSync(join(to, 'inner', 'rows'), 'utf8')).toBe('rows of the table');
  for (const folder of [to, join(to, 'inner'), join(to, 'inner', 'empty')])
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  await expect(copyFolder(from, to)).rejects.toThrow('EEXIST');
});
