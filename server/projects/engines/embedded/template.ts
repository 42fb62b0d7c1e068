import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import * as v from 'valibot';
import { threadEnvironment } from '../../../common/threadEnvironment.ts';
import { EngineError } from '../engineError.ts';
import { initdbParameters } from './configuration.ts';
import { copyFolder } from './copyFolder.ts';
import { unpackExtensions, type ExtensionFile } from './extensionFiles.ts';
import { lockFolder } from './folderLock.ts';

const databaseSchema = v.object({ identityAddress: v.number(), version: v.string() });
const extensionFileSchema: v.GenericSchema<ExtensionFile> = v.object({
  enginePath: v.string(),
  file: v.string(),
  size: v.number(),
});
const infoSchema = v.object({ ...databaseSchema.entries, extensionFiles: v.array(extensionFileSchema) });

/** Facts about the engine build, determined once while its template was built. */
type TemplateInfo = v.InferOutput<typeof infoSchema>;

export interface Template extends TemplateInfo {
  /** Folder of `extensionFiles`. */
  extensionFolder: string;
  /** Writes a new, empty database; the directory appears completely or not at all. */
  copyTo(dataDirectory: string): Promise<void>;
}

const require = createRequire(import.meta.url);
const packageFolder = (name: string) => dirname(dirname(require.resolve(`@electric-sql/${name}`)));
const enginePackage = packageFolder('pglite');
const packages = [
  'pglite',
  'pglite-age',
  'pglite-pg_hashids',
  'pglite-pg_ivm',
  'pglite-pg_textsearch',
  'pglite-pg_uuidv7',
  'pglite-pgtap',
  'pglite-pgvector',
];

/** Increase it when the template's content changes without a change of packages or parameters. */
const templateFormat = 2;

let compiled: Promise<WebAssembly.Module> | undefined;

/**
 * V8 flags of a process that runs databases. WebAssembly is compiled by its baseline compiler only: the optimizing one
 * takes 600 MB for Postgres's SQL parser alone, and some seconds of both cores after the first queries; it saves up to
 * half of the time of long computations, and nothing measurable where rows, files or the wire are the limit. The young
 * generation does not grow, which costs no measurable time and saves 20 MB.
 */
const smallProcess = [
  '--liftoff-only',
  '--no-wasm-tier-up',
  '--no-wasm-dynamic-tiering',
  '--semi-space-growth-factor=1',
];

/** The engine's program, compiled once for all workers of this process. */
export function engineProgram(): Promise<WebAssembly.Module> {
  if (!compiled) for (const flag of smallProcess) setFlagsFromString(flag);
  compiled ??= readFile(join(enginePackage, 'dist', 'pglite.wasm')).then((bytes) => WebAssembly.compile(bytes));
  return compiled;
}

const opening = new Map<string, Promise<Template>>();

/**
 * The template of this engine build in the cache folder, built there if necessary: initdb takes seconds, a copy a tenth
 * of one.
 */
export function openTemplate(cacheFolder: string): Promise<Template> {
  const known = opening.get(cacheFolder);
  if (known) return known;
  const template = findOrBuild(cacheFolder).catch((error: unknown) => {
    opening.delete(cacheFolder);
    throw error;
  });
  opening.set(cacheFolder, template);
  return template;
}

async function findOrBuild(cacheFolder: string): Promise<Template> {
  const name = `template-${await fingerprint()}`;
  const folder = join(cacheFolder, name);
  const info = (await readInfo(folder)) ?? (await build(cacheFolder, folder));
  return {
    ...info,
    extensionFolder: join(folder, 'extensions'),
    copyTo: (dataDirectory) => copy(join(folder, 'pgdata'), dataDirectory),
  };
}

async function fingerprint(): Promise<string> {
  const versions = await Promise.all(
    packages.map(async (name) => {
      const text = await readFile(join(packageFolder(name), 'package.json'), 'utf8');
      return v.parse(v.object({ version: v.string() }), JSON.parse(text)).version;
    }),
  );
  return createHash('sha256')
    .update(JSON.stringify([templateFormat, packages, versions, initdbParameters]))
    .digest('hex')
    .slice(0, 16);
}

async function readInfo(folder: string): Promise<TemplateInfo | null> {
  const text = await readFile(join(folder, 'template.json'), 'utf8').catch(() => null);
  return text === null ? null : v.parse(infoSchema, JSON.parse(text));
}

/** One builder at a time across processes; the others wait and find its result. */
async function build(cacheFolder: string, folder: string): Promise<TemplateInfo> {
  await mkdir(cacheFolder, { recursive: true, mode: 0o700 });
  const lock = await waitForLock(join(cacheFolder, 'building'), folder);
  if (lock === null) return (await readInfo(folder)) ?? (await build(cacheFolder, folder));
  try {
    const found = await readInfo(folder);
    if (found) return found;
    // Leftovers of a builder that died: the lock shows that it is not running.
    for (const name of await readdir(cacheFolder))
      if (name.startsWith('draft-')) await rm(join(cacheFolder, name), { recursive: true, force: true });
    const draft = join(cacheFolder, `draft-${randomUUID()}`);
    await mkdir(draft, { mode: 0o700 });
    // Imported here only: a server that finds its template does not need the bundles.
    const { projectExtensions } = await import('./embeddedExtensions.ts');
    const [database, extensionFiles] = await Promise.all([
      runInitdb(join(draft, 'pgdata')),
      unpackExtensions(projectExtensions, join(draft, 'extensions')),
    ]);
    const info: TemplateInfo = { ...database, extensionFiles };
    await writeFile(join(draft, 'template.json'), JSON.stringify(info));
    await rename(draft, folder);
    return info;
  } finally {
    await lock.release();
  }
}

/** Null when another builder finished in the meantime. */
async function waitForLock(lockPath: string, folder: string) {
  for (;;) {
    try {
      return await lockFolder(lockPath);
    } catch (error) {
      if (!(error instanceof EngineError && error.code === 'data_folder_in_use')) throw error;
    }
    if (await readInfo(folder)) return null;
    await delay(50);
  }
}

async function runInitdb(dataDirectory: string): Promise<v.InferOutput<typeof databaseSchema>> {
  const worker = new Worker(new URL('template.worker.ts', import.meta.url), {
    workerData: { dataDirectory, wasm: await engineProgram() },
    env: threadEnvironment(),
    resourceLimits: { stackSizeMb: 64 },
  });
  try {
    return v.parse(
      databaseSchema,
      await new Promise((resolve, reject) => {
        worker.once('message', resolve).once('error', reject);
        worker.once('exit', () => reject(new Error('The worker that prepares Postgres ended early.')));
      }),
    );
  } catch (error) {
    throw new EngineError('engine_failed', 'Could not prepare a new database.', { cause: error });
  } finally {
    await worker.terminate();
  }
}

/** A new database and some space to work in. */
const spaceForDatabase = 64 * 1024 * 1024;

async function copy(template: string, dataDirectory: string): Promise<void> {
  const parent = dirname(dataDirectory);
  await mkdir(parent, { recursive: true, mode: 0o700 });
  const { bavail, bsize } = await statfs(parent);
  if (bavail * bsize < spaceForDatabase) {
    const left = `has less than ${spaceForDatabase / 1024 / 1024} MB left, too little for a new database.`;
    throw new EngineError('disk_full', `The disk ${left}`, { inFull: `The disk under ${parent} ${left}` });
  }
  const draft = `${dataDirectory}.${randomUUID()}`;
  try {
    await copyFolder(template, draft);
    await rename(draft, dataDirectory);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') {
      throw new EngineError('disk_full', 'The disk is full. No database was created.', {
        cause: error,
        inFull: `The disk under ${parent} is full. No database was created.`,
      });
    }
    throw error;
  }
}

/** Whether a directory looks like a database; null when it does not exist. */
export async function inspectDataDirectory(dataDirectory: string): Promise<'database' | 'damaged' | null> {
  const found = await stat(dataDirectory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (found === null) return null;
  const parts = await Promise.all(
    ['PG_VERSION', 'global/pg_control'].map((name) => stat(join(dataDirectory, name)).catch(() => null)),
  );
  return parts.every((part) => part !== null && part.size > 0) ? 'database' : 'damaged';
}
