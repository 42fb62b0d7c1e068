/** A data folder after a server's first start. Copying it saves a test's server the migrations. */
import { createHash } from 'node:crypto';
import { constants, cpSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { startServer } from './serverProcess.ts';

const root = resolve(import.meta.dirname, '../..');
const cache = join(root, '.cache');

/** A hash of everything that affects what a first start writes. */
async function fingerprint(): Promise<string> {
  const hash = createHash('sha256');
  for (const folder of ['server', 'src/contract']) {
    const files = (await readdir(join(root, folder), { recursive: true }))
      .filter((path) => path.endsWith('.ts'))
      .toSorted();
    for (const file of files) hash.update(file).update(await readFile(join(root, folder, file)));
  }
  hash.update(await readFile(join(root, 'package-lock.json')));
  return hash.digest('hex').slice(0, 16);
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

async function findOrPrepare(): Promise<string> {
  const folder = join(cache, `data-${await fingerprint()}`);
  if (await isThere(folder)) return folder;
  await mkdir(cache, { recursive: true });
  for (const name of await readdir(cache))
    if (/^data-[\da-f]{16}$/.test(name)) await rm(join(cache, name), { recursive: true, force: true });
  const draft = await mkdtemp(join(cache, 'data-draft-'));
  try {
    await (await startServer({ data: draft })).stop();
    // Another worker may have been faster.
    await rename(draft, folder).catch(async (error: unknown) => {
      if (!(await isThere(folder))) throw error;
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return folder;
}

let prepared: Promise<string> | undefined;

/** Prepares the folder before the first test, so that no test's own time is spent on it. */
export async function setup(): Promise<void> {
  await findOrPrepare();
}

/** Whether a server with these options may start on the prepared folder: on its own engine, with the key in the folder. */
const isPlain = (env: Readonly<Record<string, string>>, args: readonly string[]): boolean =>
  args.length === 0 && env['DATABASE_URL'] === undefined && env['BASECHART_SECRET_KEY'] === undefined;

/** Fills the empty folder for a server with these options, or leaves it empty where that server must start from scratch. */
export async function prepareData(
  folder: string,
  { env = {}, args = [] }: { env?: Readonly<Record<string, string>>; args?: readonly string[] },
): Promise<void> {
  if (!isPlain(env, args)) return;
  prepared ??= findOrPrepare();
  cpSync(await prepared, folder, { recursive: true, mode: constants.COPYFILE_FICLONE });
}
