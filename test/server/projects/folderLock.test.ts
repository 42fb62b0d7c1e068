import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { lockFolder } from '../../../server/projects/engines/embedded/folderLock.ts';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'basechart-lock-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

let folders = 0;
const newFolder = () => join(root, `folder-${++folders}`);

const locks = async (folder: string) => (await readdir(folder)).filter((name) => name.startsWith('lock.'));
const readHolder = async (folder: string) =>
  JSON.parse(await readFile(join(folder, (await locks(folder))[0]!), 'utf8')) as Record<string, unknown>;
const inUse = { code: 'data_folder_in_use' };

/** Takes the lock of a folder in a process of its own and keeps it; the process ends by itself when it may not. */
const holder = (folder: string): ChildProcess =>
  fork(new URL('../../support/holdFolder.ts', import.meta.url), [folder], { stdio: 'ignore' });

async function heldBy(folder: string): Promise<ChildProcess> {
  const child = holder(folder);
  await once(child, 'message');
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

it('is for one at a time', async () => {
  const folder = newFolder();
  const lock = await lockFolder(folder);
  await expect(lockFolder(folder)).rejects.toMatchObject({
    ...inUse,
    message: 'The database is in use by another server.',
    inFull: expect.stringContaining(`process ${process.pid}.`),
  });
  await lock.release();
  await (await lockFolder(folder)).release();
});

it('names the other process that has it, and is free when that is killed', async () => {
  const folder = newFolder();
  const child = await heldBy(folder);
  await expect(lockFolder(folder)).rejects.toMatchObject({
    ...inUse,
    inFull: expect.stringContaining(`process ${child.pid}.`),
  });
  await kill(child);
  await (await lockFolder(folder)).release();
});

it('is not in the way of a copy of a folder in use', async () => {
  const folder = newFolder();
  const lock = await lockFolder(folder);
  const copy = newFolder();
  await cp(folder, copy, { recursive: true });
  const second = await lockFolder(copy);
  await expect(lockFolder(copy)).rejects.toMatchObject(inUse);
  await expect(lockFolder(folder)).rejects.toMatchObject(inUse);
  await second.release();
  await lock.release();
});

it('tells a new process under an old id apart', async () => {
  const folder = newFolder();
  await lockFolder(folder);
  const file = join(folder, (await locks(folder))[0]!);
  const mine = await readHolder(folder);
  await expect(lockFolder(folder)).rejects.toMatchObject(inUse);
  await writeFile(file, JSON.stringify({ ...mine, startedAt: '1' }));
  await (await lockFolder(folder)).release();
});

it('believes the heartbeat of a holder that it cannot see, in another container or on another machine', async () => {
  const folder = newFolder();
  await lockFolder(folder);
  const file = join(folder, (await locks(folder))[0]!);
  await writeFile(file, JSON.stringify({ ...(await readHolder(folder)), realm: 'elsewhere', host: 'other-host' }));
  const lastBeat = (at: number) => utimes(file, new Date(at), new Date(at));
  await lastBeat(Date.now());
  await expect(lockFolder(folder)).rejects.toMatchObject({
    ...inUse,
    inFull: expect.stringContaining('on other-host'),
  });
  await lastBeat(Date.now() - 60_000);
  await (await lockFolder(folder)).release();
});

it('takes what is no lock for none', async () => {
  const folder = newFolder();
  await lockFolder(folder);
  await writeFile(join(folder, (await locks(folder))[0]!), 'not json');
  await expect(lockFolder(folder)).resolves.toBeDefined();
});

it('keeps one file, however often it is taken', async () => {
  const folder = newFolder();
  for (let turn = 0; turn < 5; turn++) await (await lockFolder(folder)).release();
  expect(await readdir(folder)).toHaveLength(1);
});

it('outlives the folder being deleted', async () => {
  const folder = newFolder();
  const lock = await lockFolder(folder);
  await rm(folder, { recursive: true });
  await expect(lock.release()).resolves.toBeUndefined();
});

it('goes to exactly one of many that come at once, again and again after the holder was killed', async () => {
  const folder = newFolder();
  let last = await heldBy(folder);
  for (let round = 0; round < 3; round++) {
    await kill(last);
    const children = Array.from({ length: 6 }, () => holder(folder));
    const answers = await Promise.all(
      children.map(async (child) => {
        const holds = once(child, 'message').then(() => child);
        const refused = once(child, 'exit').then(() => null);
        return await Promise.race([holds, refused]);
      }),
    );
    const holders = answers.filter((child) => child !== null);
    expect(holders).toHaveLength(1);
    last = holders[0]!;
  }
  await kill(last);
});
