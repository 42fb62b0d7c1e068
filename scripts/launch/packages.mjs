import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runQuietly } from './child.mjs';
import { withLock } from './lock.mjs';
import { Explained, say, step } from './output.mjs';

/**
 * @typedef {Record<string, string>} ByName
 * @typedef {{ dependencies?: ByName, devDependencies?: ByName, optionalDependencies?: ByName, peerDependencies?: ByName }} Needs
 * @typedef {{ os?: string | string[], cpu?: string | string[], libc?: string | string[] }} Systems
 * @typedef {{ version?: string, name?: string, resolved?: string, integrity?: string, optional?: boolean, bin?: ByName } & Needs & Systems} LockedPackage
 * @typedef {{ name?: string, version?: string, lockfileVersion?: number, requires?: boolean, packages?: Record<string, LockedPackage> }} Lock
 */

const recordName = '.package-lock.json';
const stampPath = (/** @type {string} */ root) => join(root, 'node_modules', '.basechart-installed');
const lockPath = (/** @type {string} */ root) => join(root, 'package-lock.json');

/** @param {string} root */
const stampOf = (root) =>
  `${createHash('sha256')
    .update(readFileSync(lockPath(root)))
    .digest('hex')} ${process.platform} ${process.arch}\n`;

/**
 * Whether everything the lock file asks for is installed, by npm's own record of what it put into node_modules.
 * Optional packages may be missing: those of other systems always are.
 * @param {Lock} wanted
 * @param {Lock} installed
 */
export function satisfies(wanted, installed) {
  return Object.entries(wanted.packages ?? {}).every(([path, entry]) => {
    if (path === '') return true;
    const there = installed.packages?.[path];
    return there === undefined ? entry.optional === true : there.version === entry.version;
  });
}

/**
 * @param {string} root
 * @returns {'ready' | 'missing' | 'changed'}
 */
export function packagesState(root) {
  const record = join(root, 'node_modules', recordName);
  // npm writes its record last: without it, no installation ever finished here.
  if (!existsSync(record)) return 'missing';
  const stamp = stampOf(root);
  if (existsSync(stampPath(root)) && readFileSync(stampPath(root), 'utf8') === stamp) return 'ready';
  // npm was run by hand: its record counts if it fits.
  if (!satisfies(JSON.parse(readFileSync(lockPath(root), 'utf8')), JSON.parse(readFileSync(record, 'utf8'))))
    return 'changed';
  writeFileSync(stampPath(root), stamp);
  return 'ready';
}

const unreachable = /\b(?:ENOTCACHED|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH)\b/;

/**
 * What went wrong, in words, from what npm printed.
 * @param {string} output
 * @returns {string}
 */
export function explainNpmFailure(output) {
  /** @type {readonly (readonly [RegExp, string])[]} */
  const known = [
    [
      unreachable,
      'The npm registry cannot be reached, and npm’s cache is incomplete. Go online once (or set the proxy npm needs) and run the command again.',
    ],
    [/ENOSPC/, 'The disk is full: the packages need about 700 MB, and npm’s cache about 300 MB more.'],
    [/EROFS|EACCES|EPERM/, 'npm may not write where it needs to: see the path in its message above.'],
    [
      /CERT|SSL/,
      'The registry’s certificate is not trusted. Behind a proxy that inspects traffic, set NODE_EXTRA_CA_CERTS to its certificate.',
    ],
    [/EINTEGRITY/, 'A package in npm’s cache is damaged: `npm cache verify` repairs the cache.'],
  ];
  return known.find(([pattern]) => pattern.test(output))?.[1] ?? 'npm’s own message above says why.';
}

/** @param {string} folder */
function isWritable(folder) {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * npm’s program as something to run: the npm that started this process, else the one on the PATH.
 * @param {NodeJS.ProcessEnv} env
 * @returns {readonly [command: string, ...args: string[]]}
 */
export function npmCommand(env) {
  const running = env['npm_execpath'];
  // The Node that runs npm is the one npm came with: the pinned one is inside the folder npm is about to replace.
  if (running !== undefined && /npm-cli\.[cm]?js$/.test(running))
    return [env['npm_node_execpath'] ?? process.execPath, running];
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm'];
}

/**
 * The lock file with the address of every package. npm takes a package from its cache by the digest only where an address
 * is named, and else reads first what the registry says of all its versions: half of an installation’s time.
 * @param {Lock} lock
 * @param {string} registry
 * @returns {Lock}
 */
export function withAddresses(lock, registry) {
  const addressOf = (/** @type {string} */ path, /** @type {LockedPackage} */ { name, version }) => {
    const full = name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    return `${registry.replace(/\/$/, '')}/${full}/-/${full.slice(full.indexOf('/') + 1)}-${version}.tgz`;
  };
  const packages = Object.entries(lock.packages ?? {}).map(([path, entry]) => [
    path,
    path === '' || entry.integrity === undefined || entry.resolved !== undefined
      ? entry
      : { ...entry, resolved: addressOf(path, entry) },
  ]);
  return { ...lock, packages: Object.fromEntries(packages) };
}

/** @param {string} path */
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

/**
 * Whether the folder of the packages can be moved: not where it is a link, or where another file system begins.
 * @param {string} root
 * @param {string} aside
 */
function isMovable(root, aside) {
  const there = join(root, 'node_modules');
  const stat = lstatSync(there, { throwIfNoEntry: false });
  if (stat === undefined) return true;
  if (stat.isSymbolicLink()) return false;
  try {
    renameSync(there, aside);
    renameSync(aside, there);
    return true;
  } catch {
    return false;
  }
}

/**
 * Installs in a folder beside, and moves the packages into place. Null where that is no way, as where the folder of the
 * packages cannot be moved.
 * @param {string} root
 * @param {(folder: string) => Promise<import('./child.mjs').Ending & { output: string } | null>} install
 */
async function installBeside(root, install) {
  const folder = join(root, '.cache', 'packages');
  const old = join(folder, 'old');
  const there = join(root, 'node_modules');
  try {
    await rm(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    if (!isMovable(root, old)) return null;
    const ended = await install(folder);
    if (ended?.code === 0) {
      if (existsSync(there)) renameSync(there, old);
      renameSync(join(folder, 'node_modules'), there);
    }
    return ended;
  } catch {
    return null;
  } finally {
    // What nothing has taken the place of stays.
    if (existsSync(old) && !existsSync(there)) renameSync(old, there);
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Has npm install from the lock file with addresses. Null where the registry names its archives otherwise.
 * @param {string} root
 * @param {string} folder
 * @param {readonly [command: string, ...args: string[]]} npm
 * @param {NodeJS.ProcessEnv} env
 */
async function installByAddresses(root, folder, [command, ...before], env) {
  const asked = await runQuietly(command, [...before, 'config', 'get', 'registry'], { cwd: root, env });
  // What npm has to tell besides stands on lines of its own.
  const registry = /^https?:\/\/\S+$/m.exec(asked.output)?.[0];
  if (asked.code !== 0 || registry === undefined) return null;
  for (const name of ['package.json', '.npmrc'])
    if (existsSync(join(root, name))) copyFileSync(join(root, name), join(folder, name));
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(withAddresses(readJson(lockPath(root)), registry)));
  const ended = await runQuietly(command, [...before, ...installArgs], { cwd: folder, env });
  return ended.code === 0 || unreachable.test(ended.output) ? ended : null;
}

const installArgs = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--no-progress'];

/**
 * Installs what the lock file asks for, unless it is there.
 * @param {string} root
 */
export async function ensurePackages(root) {
  if (packagesState(root) === 'ready') return;
  if (!isWritable(root)) throw new Explained(`Basechart must install its packages, but cannot write to ${root}.`);
  await withLock(root, 'packages', async () => {
    const state = packagesState(root);
    if (state !== 'ready') await installPackages(root, state);
  });
}

/**
 * The settings npm runs with: its cache is in this folder where its own cannot be written to.
 * @param {string} root
 * @param {string} cache
 * @returns {NodeJS.ProcessEnv}
 */
function npmEnvironment(root, cache) {
  if (isWritable(cache)) return { ...process.env };
  const own = join(root, '.cache', 'npm');
  say(`  npm’s cache ${cache} cannot be written to: using ${own} instead.`);
  return { ...process.env, npm_config_cache: own };
}

/**
 * @param {string} root
 * @param {'missing' | 'changed'} state
 */
async function installPackages(root, state) {
  const title =
    state === 'missing'
      ? 'Installing the packages (about a minute the first time)'
      : 'Reinstalling packages: the lockfile changed';
  await step(title, async () => {
    const cache = process.env['npm_config_cache'] ?? join(homedir(), '.npm');
    const unpacked = await installBeside(root, (folder) => {
      const program = fileURLToPath(new URL('unpackAll.mjs', import.meta.url));
      return runQuietly(process.execPath, [program, lockPath(root), cache, folder], { cwd: root });
    });
    if (unpacked?.code === 0) return;

    const env = npmEnvironment(root, cache);
    const npm = npmCommand(env);
    const [command, ...before] = npm;
    const install = async () =>
      (await installBeside(root, (folder) => installByAddresses(root, folder, npm, env))) ??
      runQuietly(command, [...before, ...installArgs], { cwd: root, env });
    const ended = await install().catch((/** @type {NodeJS.ErrnoException} */ error) => {
      if (error.code === 'ENOENT')
        throw new Explained('npm was not found. It comes with Node: https://nodejs.org/en/download');
      throw error;
    });
    if (ended.code !== 0) {
      const said = ended.output
        .split('\n')
        .filter((line) => !line.includes('EBADENGINE'))
        .slice(-30)
        .join('\n')
        .trim();
      throw new Explained(`${said}\n\nCould not install the packages. ${explainNpmFailure(said)}`);
    }
  });
  writeFileSync(stampPath(root), stampOf(root));
}
