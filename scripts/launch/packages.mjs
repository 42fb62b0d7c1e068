import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { runQuietly } from './child.mjs';
import { withLock } from './lock.mjs';
import { Explained, say, step } from './output.mjs';

/**
 * @typedef {{ version?: string, name?: string, resolved?: string, integrity?: string, optional?: boolean, peer?: boolean, link?: boolean, os?: string[], cpu?: string[] }} LockedPackage
 * @typedef {{ packages?: Record<string, LockedPackage> }} Lock
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

/**
 * The two halves of an installation that npm unpacks at once, each on a core: what the server needs, and what the app is
 * built and tested with. What both need is in both.
 * @param {object} manifest
 * @param {Lock} lock
 */
export function splitInstall(manifest, lock) {
  const notOfServer = { dependencies: undefined, optionalDependencies: undefined, overrides: undefined };
  const packages = { ...lock.packages, '': { ...lock.packages?.[''], ...notOfServer } };
  return [
    { name: 'tools', args: [], manifest: { ...manifest, ...notOfServer }, lock: { ...lock, packages } },
    { name: 'server', args: ['--omit=dev'], manifest, lock },
  ];
}

/**
 * Moves what one folder has and the other lacks: packages, those of a scope, and links to programs.
 * @param {string} from
 * @param {string} to
 */
function moveMissing(from, to) {
  for (const name of readdirSync(from)) {
    const [source, target] = [join(from, name), join(to, name)];
    if (!existsSync(target)) renameSync(source, target);
    else if (name.startsWith('@') || name === '.bin') moveMissing(source, target);
  }
}

/** @param {string} path */
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

/**
 * Makes one folder of packages of two, with one record for npm.
 * @param {string} from
 * @param {string} to
 */
function mergePackages(from, to) {
  const records = [to, from].map((folder) => /** @type {Lock} */ (readJson(join(folder, recordName))));
  moveMissing(from, to);
  const packages = { ...records[0]?.packages, ...records[1]?.packages };
  writeFileSync(join(to, recordName), JSON.stringify({ ...records[0], packages }, null, 2));
}

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
 * Installs in folders beside, from the lock file with addresses, and moves the packages into place. Null where that is no
 * way, as where the registry names its archives otherwise, or the folder of the packages cannot be moved.
 * @param {string} root
 * @param {readonly [command: string, ...args: string[]]} npm
 * @param {NodeJS.ProcessEnv} env
 */
async function installBeside(root, [command, ...before], env) {
  const folder = join(root, '.cache', 'packages');
  const old = join(folder, 'old');
  try {
    await rm(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    if (!isMovable(root, old)) return null;
    const asked = await runQuietly(command, [...before, 'config', 'get', 'registry'], { cwd: root, env });
    // What npm has to tell besides stands on lines of its own.
    const registry = /^https?:\/\/\S+$/m.exec(asked.output)?.[0];
    if (asked.code !== 0 || registry === undefined) return null;
    const lock = withAddresses(readJson(lockPath(root)), registry);
    const endings = await Promise.all(
      splitInstall(readJson(join(root, 'package.json')), lock).map(async (half) => {
        const cwd = join(folder, half.name);
        mkdirSync(cwd);
        if (existsSync(join(root, '.npmrc'))) copyFileSync(join(root, '.npmrc'), join(cwd, '.npmrc'));
        writeFileSync(join(cwd, 'package.json'), JSON.stringify(half.manifest));
        writeFileSync(join(cwd, 'package-lock.json'), JSON.stringify(half.lock));
        return await runQuietly(command, [...before, ...installArgs, ...half.args], { cwd, env });
      }),
    );
    const failed = endings.find(({ code }) => code !== 0);
    if (failed !== undefined) return unreachable.test(failed.output) ? failed : null;
    const packages = join(folder, 'tools', 'node_modules');
    mergePackages(join(folder, 'server', 'node_modules'), packages);
    if (existsSync(join(root, 'node_modules'))) renameSync(join(root, 'node_modules'), old);
    renameSync(packages, join(root, 'node_modules'));
    return endings[0];
  } catch {
    return null;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
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
 * @param {string} root
 * @param {'missing' | 'changed'} state
 */
async function installPackages(root, state) {
  const env = { ...process.env };
  const cache = env['npm_config_cache'] ?? join(homedir(), '.npm');
  if (!isWritable(cache)) {
    env['npm_config_cache'] = join(root, '.cache', 'npm');
    say(`  npm’s cache ${cache} cannot be written to: using ${env['npm_config_cache']} instead.`);
  }

  const npm = npmCommand(env);
  const [command, ...before] = npm;
  const title =
    state === 'missing'
      ? 'Installing the packages (about a minute the first time)'
      : 'Reinstalling packages: the lockfile changed';
  await step(title, async () => {
    const install = async () =>
      (await installBeside(root, npm, env)) ?? runQuietly(command, [...before, ...installArgs], { cwd: root, env });
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
