import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Extension } from '@electric-sql/pglite';

/** A file of an extension's bundle: its path in the engine and on disk. */
export interface ExtensionFile {
  enginePath: string;
  /** Relative to the folder of the unpacked bundles. */
  file: string;
  size: number;
}

/** All of them, below their folder. */
export interface ExtensionFiles {
  folder: string;
  files: readonly ExtensionFile[];
}

const enginePrefix = '/pglite';

/**
 * Unpacks the bundles once for all engines. PGlite would unpack, hold and compile every library in every engine, which
 * takes half of an engine's memory; from these files a library is read when its first function is called.
 */
export async function unpackExtensions(
  extensions: Readonly<Record<string, Extension>>,
  folder: string,
): Promise<ExtensionFile[]> {
  const files: ExtensionFile[] = [];
  for (const bundle of await bundlesOf(extensions)) {
    for (const { name, content } of readTar(gunzipSync(await readFile(bundle)))) {
      const finished = name.endsWith('.control') ? trusted(content) : content;
      const target = join(folder, name);
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, finished);
      files.push({ enginePath: `${enginePrefix}/${name}`, file: name, size: finished.length });
    }
  }
  return files;
}

/** Those of some extensions: their library, control file and scripts. */
export const filesOfExtensions = (files: readonly ExtensionFile[], names: readonly string[]): ExtensionFile[] =>
  files.filter(({ file }) => {
    const base = file.slice(file.lastIndexOf('/') + 1);
    return names.some((name) => base.startsWith(`${name}.`) || base.startsWith(`${name}--`));
  });

async function bundlesOf(extensions: Readonly<Record<string, Extension>>): Promise<URL[]> {
  const bundles = await Promise.all(
    Object.values(extensions).map(async ({ name, setup }) => {
      // A bundle's path does not depend on an engine; the engine that `setup` expects does not exist yet.
      const { bundlePath } = await setup(null as never, {});
      if (!bundlePath) throw new Error(`The extension ${name} brings no bundle.`);
      return bundlePath;
    }),
  );
  return bundles;
}

/**
 * A project's developers are no superusers, but enable extensions themselves. Postgres allows that for trusted
 * extensions: their scripts run as the owner, and what they reserve for superusers stays reserved.
 */
function trusted(control: Buffer): Buffer {
  const lines = control
    .toString()
    .split('\n')
    .filter((line) => !/^\s*(?:trusted|superuser)\s*=/.test(line));
  return Buffer.from(`${lines.join('\n').trimEnd()}\ntrusted = true\n`);
}

const block = 512;
const regularFile = new Set(['0', '\0']);

/** Regular files of a ustar archive. */
function* readTar(archive: Buffer): Generator<{ name: string; content: Buffer }> {
  const text = (offset: number, length: number) => {
    const field = archive.subarray(offset, offset + length);
    const end = field.indexOf(0);
    return field.toString('utf8', 0, end < 0 ? length : end);
  };
  for (let header = 0; header + block <= archive.length && archive[header] !== 0;) {
    const size = Number.parseInt(text(header + 124, 12), 8);
    const prefix = text(header + 345, 155);
    const name = `${prefix === '' ? '' : `${prefix}/`}${text(header, 100)}`.replace(/^\.\//, '');
    const start = header + block;
    if (regularFile.has(archive.toString('latin1', header + 156, header + 157)) && !name.split('/').includes('..')) {
      yield { name, content: archive.subarray(start, start + size) };
    }
    header = start + Math.ceil(size / block) * block;
  }
}
