import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { workerData } from 'node:worker_threads';
import { filesOf } from './archive.mjs';

/** @typedef {{ path: string, archive: string, integrity: string, programs: readonly string[] }} Packed */

/** @type {{ packages: readonly Packed[], folder: string, next: Int32Array }} */
const { packages, folder, next } = workerData;

/** @param {Packed} packed */
function unpack({ path, archive, integrity, programs }) {
  const compressed = readFileSync(archive);
  if (`sha512-${createHash('sha512').update(compressed).digest('base64')}` !== integrity)
    throw new Error(`${path} in npm’s cache is damaged.`);
  const made = new Set();
  for (const { path: file, mode, data } of filesOf(compressed)) {
    const to = join(folder, path, file);
    if (!made.has(dirname(to))) mkdirSync(dirname(to), { recursive: true });
    made.add(dirname(to));
    // Whatever an archive says, its files can be read and replaced.
    writeFileSync(to, data, { mode: (mode & 0o777) | 0o666 });
  }
  for (const program of programs) chmodSync(join(folder, path, program), 0o777 & ~process.umask());
}

try {
  for (let index; (index = Atomics.add(next, 0, 1)) < packages.length;) unpack(/** @type {Packed} */ (packages[index]));
} catch (error) {
  // Nothing is left for the others.
  Atomics.store(next, 0, packages.length);
  throw error;
}
