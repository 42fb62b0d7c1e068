import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openMemoryFolder } from '../../scripts/test/memoryFolder.ts';

let mount: string;
beforeEach(() => {
  mount = mkdtempSync(join(tmpdir(), 'basechart-memory-'));
});
afterEach(() => rmSync(mount, { recursive: true, force: true }));

it('can be listed by nobody else', () => {
  const folder = openMemoryFolder({ mount, room: 1 })!;
  expect(folder.startsWith(`${mount}/`)).toBe(true);
  expect(statSync(folder).mode & 0o777).toBe(0o711);
});

it('is not opened where there is no room, or no such file system', () => {
  expect(openMemoryFolder({ mount, room: Infinity })).toBeNull();
  expect(openMemoryFolder({ mount: join(mount, 'missing'), room: 1 })).toBeNull();
});

it('replaces those of processes that have ended, and no other', () => {
  const { pid: ended } = spawnSync(process.execPath, ['--version']);
  const [left, used, foreign] = [`basechart-test-${ended}`, `basechart-test-${process.ppid}`, 'pulse-shm'].map((name) =>
    join(mount, name),
  ) as [string, string, string];
  for (const folder of [left, used, foreign]) mkdirSync(folder);
  openMemoryFolder({ mount, room: 1 });
  expect([left, used, foreign].map((folder) => existsSync(folder))).toEqual([false, true, true]);
});
