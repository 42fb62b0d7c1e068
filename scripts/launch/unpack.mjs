import { existsSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { Worker } from 'node:worker_threads';
import { assertInside } from './archive.mjs';

/**
 * @typedef {import('./packages.mjs').Lock} Lock
 * @typedef {import('./packages.mjs').LockedPackage} LockedPackage
 * @typedef {{ os: string, cpu: string, libc: string }} System
 */

/** @returns {System} */
function thisSystem() {
  const { header } = /** @type {{ header: { glibcVersionRuntime?: string } }} */ (process.report.getReport());
  return { os: process.platform, cpu: process.arch, libc: header.glibcVersionRuntime ? 'glibc' : 'musl' };
}

/**
 * Whether a package that names systems, or with `!` those it is not for, is for this one.
 * @param {string | readonly string[] | undefined} named
 * @param {string} system
 */
function isFor(named, system) {
  if (named === undefined) return true;
  const names = [named].flat();
  return !names.includes(`!${system}`) && (names.includes(system) || names.every((name) => name.startsWith('!')));
}

/**
 * Where a package finds another: beside itself, or further up.
 * @param {Record<string, LockedPackage>} packages
 * @param {string} from
 * @param {string} name
 * @returns {string | undefined}
 */
function find(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    const path = `${folder && `${folder}/`}node_modules/${name}`;
    if (packages[path] !== undefined) return path;
    if (folder === '') return undefined;
  }
}

/**
 * The packages of the lock file that npm would install on a system: those for it, and what they need.
 * @param {Lock} lock
 * @param {System} system
 * @returns {Record<string, LockedPackage>} by path
 */
export function packagesFor({ packages = {} }, system) {
  const wanted = new Set(['']);
  for (const path of wanted) {
    const entry = packages[path] ?? {};
    const needed = { ...entry.dependencies, ...entry.optionalDependencies, ...entry.peerDependencies };
    for (const name of Object.keys({ ...needed, ...(path === '' && entry.devDependencies) })) {
      const found = find(packages, path, name);
      const { os, cpu, libc } = packages[found ?? ''] ?? {};
      if (found !== undefined && isFor(os, system.os) && isFor(cpu, system.cpu) && isFor(libc, system.libc))
        wanted.add(found);
    }
  }
  return Object.fromEntries(Object.entries(packages).filter(([path]) => path !== '' && wanted.has(path)));
}

/**
 * Where npm's cache keeps an archive, by its digest.
 * @param {string} cache
 * @param {string} integrity
 */
function archiveIn(cache, integrity) {
  const digest = Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toString('hex');
  return join(cache, '_cacache/content-v2/sha512', digest.slice(0, 2), digest.slice(2, 4), digest.slice(4));
}

/**
 * The links to the programs of packages, each in the `.bin` beside its package.
 * @param {Record<string, LockedPackage>} packages
 * @returns {{ link: string, program: string }[]}
 */
const linksOf = (packages) =>
  Object.entries(packages).flatMap(([path, { bin = {} }]) =>
    Object.entries(bin).map(([name, program]) => {
      assertInside(name);
      assertInside(program);
      const beside = path.slice(0, path.lastIndexOf('node_modules/') + 'node_modules/'.length);
      return { link: `${beside}.bin/${name}`, program: `${path}/${program}` };
    }),
  );

/**
 * Installs every package from npm's cache into a folder, as `npm ci --ignore-scripts` would, in a quarter of its time.
 * Answers false where the cache lacks a package, where not every package was unpacked, and where the lock file has what
 * only npm installs: a link, a package from elsewhere.
 * @param {Lock} lock
 * @param {string} cache
 * @param {string} folder
 */
export async function unpackFrom(lock, cache, folder) {
  // Programs are links here, and scripts there.
  if (process.platform === 'win32') return false;
  const packages = packagesFor(lock, thisSystem());
  const packed = Object.entries(packages).map(([path, { bin = {}, integrity = '' }]) => {
    assertInside(path);
    const archive = archiveIn(cache, integrity);
    const size = integrity.startsWith('sha512-') ? statSync(archive, { throwIfNoEntry: false })?.size : undefined;
    return { path, archive, integrity, programs: Object.values(bin), size };
  });
  if (packed.some(({ size }) => size === undefined)) return false;
  packed.sort((a, b) => (b.size ?? 0) - (a.size ?? 0));

  const links = linksOf(packages);
  const next = new Int32Array(new SharedArrayBuffer(4));
  const workerData = { packages: packed, folder, next };
  const worker = () =>
    new Promise((resolve, reject) => {
      new Worker(new URL('unpack.worker.mjs', import.meta.url), { workerData }).on('error', reject).on('exit', resolve);
    });
  // Each holds a package in memory as a whole.
  const cores = Math.min(4, availableParallelism());
  const endings = await Promise.allSettled(Array.from({ length: cores }, worker));
  const failed = endings.find((ending) => ending.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  // A worker that was ended leaves its package as it is.
  const isUnpacked = (/** @type {{ path: string }} */ { path }) => existsSync(join(folder, path, 'package.json'));
  if (Atomics.load(next, 0) < packed.length || !packed.every(isUnpacked)) return false;

  for (const { link, program } of links) {
    const path = join(folder, link);
    mkdirSync(dirname(path), { recursive: true });
    symlinkSync(relative(dirname(path), join(folder, program)), path);
  }
  const { name, version, lockfileVersion, requires } = lock;
  const record = { name, version, lockfileVersion, requires, packages };
  writeFileSync(join(folder, 'node_modules/.package-lock.json'), `${JSON.stringify(record, null, 2)}\n`);
  return true;
}
