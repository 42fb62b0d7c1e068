/** Installing from npm's cache: what it puts into a folder is what npm would, and what it cannot do is left to npm. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, lstat, mkdir, mkdtemp, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import os, { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { filesOf } from '../../scripts/launch/archive.mjs';
import {
  ensurePackages,
  npmCommand,
  packagesState,
  withAddresses,
  type Lock,
  type LockedPackage,
} from '../../scripts/launch/packages.mjs';
import { packagesFor, unpackFrom } from '../../scripts/launch/unpack.mjs';

const run = promisify(execFile);

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'basechart unpack '));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const put = async (path: string, text: string | Buffer): Promise<string> => {
  await mkdir(join(path, '..'), { recursive: true });
  await writeFile(path, text);
  return path;
};
const digestOf = (bytes: Buffer) => `sha512-${createHash('sha512').update(bytes).digest('base64')}`;

/** One entry of an archive; numbers and checksum as tar writes them. */
function entry(name: string, text = '', { type = '0', mode = '644', prefix = '' } = {}): Buffer {
  const data = Buffer.from(text);
  const header = Buffer.alloc(512);
  header.write(name, 0);
  header.write(`${mode.padStart(7, '0')}\0`, 100);
  header.write(`${data.length.toString(8).padStart(11, '0')}\0`, 124);
  header.write(type, 156);
  header.write('ustar\x0000', 257);
  header.write(prefix, 345);
  return Buffer.concat([header, data, Buffer.alloc((512 - (data.length % 512)) % 512)]);
}
const archive = (...entries: Buffer[]) => gzipSync(Buffer.concat([...entries, Buffer.alloc(1024)]));
const read = (bytes: Buffer) =>
  [...filesOf(bytes)].map(({ path, mode, data }) => [path, mode.toString(8), data.toString('utf8')]);

describe('an archive', () => {
  it('has the files of a package, without the folder that they are in', () => {
    const files = archive(
      entry('package/', '', { type: '5', mode: '755' }),
      entry('package/package.json', '{}'),
      entry('package/bin/run.js', 'run', { mode: '755' }),
      entry('package/empty'),
    );
    expect(read(files)).toEqual([
      ['package.json', '644', '{}'],
      ['bin/run.js', '755', 'run'],
      ['empty', '644', ''],
    ]);
  });
  it('has files with long names, in either way of writing them', () => {
    const long = `package/${'deep/'.repeat(40)}größe.txt`;
    const line = ` path=${long}\n`;
    const bytes = Buffer.byteLength(line) + 3;
    const files = archive(
      entry('PaxHeader', `${bytes}${line}10 size=1\n`, { type: 'x' }),
      entry('package/shortened', 'a'),
      entry('file', 'b', { prefix: 'package/folder' }),
      entry('package/last', 'c'),
    );
    expect(read(files).map(([path]) => path)).toEqual([long.slice('package/'.length), 'folder/file', 'last']);
  });
  it.each([
    ['a path that leads out of it', entry('package/../../evil', 'x'), 'leads out'],
    ['an absolute path', entry('package//etc/passwd', 'x'), 'leads out'],
    ['a path of another system that leads out of it', entry('package/..\\evil', 'x'), 'leads out'],
    ['a link', entry('package/link', '', { type: '2' }), 'no file'],
    ['less than it says', entry('package/file', 'x'.repeat(600)).subarray(0, 900), 'cut off'],
  ])('is refused with %s', (_, bytes, reason) => {
    expect(() => read(gzipSync(bytes))).toThrow(reason);
  });
});

describe('the packages of a lock file', () => {
  const system = { os: 'linux', cpu: 'x64', libc: 'glibc' };
  const forSystem = (packages: Record<string, LockedPackage>) => Object.keys(packagesFor({ packages }, system));

  it('are those for the system, without what only others need', () => {
    const optional = true;
    expect(
      forSystem({
        '': { dependencies: { a: '1' }, devDependencies: { b: '1' } },
        'node_modules/a': {
          optionalDependencies: { linux: '1', musl: '1', mac: '1', arm: '1', unix: '1' },
          devDependencies: { unbuilt: '1' },
        },
        'node_modules/arm': { optional, cpu: ['arm64'] },
        'node_modules/b': { dependencies: { c: '1' }, peerDependencies: { p: '1' } },
        'node_modules/b/node_modules/c': { dependencies: { d: '1' } },
        'node_modules/c': {},
        'node_modules/d': {},
        'node_modules/linux': { optional, os: ['darwin', 'linux'], cpu: ['x64'], libc: 'glibc' },
        'node_modules/mac': { optional, os: ['darwin'], dependencies: { 'of-mac': '1' } },
        'node_modules/musl': { optional, libc: ['musl'] },
        'node_modules/of-mac': { optional },
        'node_modules/p': {},
        'node_modules/unbuilt': {},
        'node_modules/unix': { optional, os: ['!win32'] },
      }),
    ).toEqual(['a', 'b', 'b/node_modules/c', 'd', 'linux', 'p', 'unix'].map((name) => `node_modules/${name}`));
  });
});

// Programs are scripts there, which npm writes.
describe.skipIf(process.platform === 'win32')('an installation from the cache', () => {
  /** What is in a folder: each path with its mode, and its text or where it points. */
  async function contentOf(root: string): Promise<Record<string, unknown>> {
    const paths = await readdir(root, { recursive: true });
    const entries = paths.map(async (path) => {
      const stat = await lstat(join(root, path));
      const mode = (stat.mode & 0o777).toString(8);
      if (stat.isSymbolicLink()) return [path, `-> ${await readlink(join(root, path))}`];
      if (stat.isDirectory()) return [path, mode];
      const text = await readFile(join(root, path), 'utf8');
      return [path, { mode, content: path.endsWith('.json') ? (JSON.parse(text) as unknown) : text }];
    });
    return Object.fromEntries(await Promise.all(entries)) as Record<string, unknown>;
  }

  describe('that npm has filled', () => {
    let made: string;
    let cache: string;
    let lock: Lock;
    beforeAll(async () => {
      made = await mkdtemp(join(tmpdir(), 'basechart npm '));
      cache = join(made, 'cache');
      const [command, ...before] = npmCommand(process.env);
      const npm = async (cwd: string, ...args: string[]) =>
        await run(command, [...before, ...args, '--offline', `--cache=${cache}`], { cwd });
      const packages: Record<string, LockedPackage> = {
        'node_modules/a': { version: '1.0.0', bin: { a: 'bin/a.js' }, optionalDependencies: { mac: '1.0.0' } },
        'node_modules/@s/b': {
          version: '1.0.0',
          bin: { b: 'b.js', 'b-too': 'bin/b.js' },
          dependencies: { a: '2.0.0' },
        },
        'node_modules/@s/b/node_modules/a': { version: '2.0.0', bin: { a: 'bin/a.js' } },
        'node_modules/mac': { version: '1.0.0', os: ['aix'], optional: true, dependencies: { 'of-mac': '1.0.0' } },
        'node_modules/of-mac': { version: '1.0.0', optional: true },
      };
      const archives = await Promise.all(
        Object.entries(packages).map(async ([path, locked]) => {
          const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
          const source = join(made, 'sources', path);
          await put(join(source, 'package.json'), JSON.stringify({ name, ...locked }));
          await put(join(source, 'lib', `${'long'.repeat(30)}.js`), `// ${path}`);
          for (const program of Object.values(locked.bin ?? {}))
            await put(join(source, program), '#!/usr/bin/env node\n');
          await chmod(await put(join(source, 'closed.txt'), 'closed'), 0o400);
          const { stdout } = await npm(source, 'pack', '--json');
          const [{ filename, integrity }] = JSON.parse(stdout) as [{ filename: string; integrity: string }];
          Object.assign(locked, { integrity });
          return join(source, filename);
        }),
      );
      await npm(made, 'cache', 'add', ...archives);
      const dependencies = { a: '1.0.0', '@s/b': '1.0.0' };
      const manifest = { name: 'product', version: '1.0.0' };
      lock = {
        ...manifest,
        lockfileVersion: 3,
        requires: true,
        packages: { '': { ...manifest, dependencies }, ...packages },
      };
      await put(join(made, 'by-npm/package.json'), JSON.stringify({ ...manifest, dependencies }));
      await put(
        join(made, 'by-npm/package-lock.json'),
        JSON.stringify(withAddresses(lock, 'https://packages.example.com')),
      );
      await npm(join(made, 'by-npm'), 'ci', '--ignore-scripts', '--omit-lockfile-registry-resolved');
    });
    afterAll(() => rm(made, { recursive: true, force: true }));

    it('is what npm installs, with programs, modes and its record', async () => {
      expect(await unpackFrom(lock, cache, folder)).toBe(true);
      const installed = await contentOf(join(folder, 'node_modules'));
      expect(installed).toEqual(await contentOf(join(made, 'by-npm/node_modules')));
      expect(installed['.bin/b-too']).toBe('-> ../@s/b/bin/b.js');
      expect(Object.keys(installed)).not.toContain('of-mac');
    });
    it('needs no npm, and leaves no package of an earlier one', async () => {
      await put(join(folder, 'package-lock.json'), JSON.stringify(lock));
      await put(join(folder, 'node_modules/left/over.txt'), '');
      vi.stubEnv('npm_config_cache', cache);
      vi.stubEnv('npm_execpath', await put(join(folder, 'npm-cli.mjs'), 'process.exit(1)'));
      try {
        await ensurePackages(folder);
      } finally {
        vi.unstubAllEnvs();
      }
      expect(packagesState(folder)).toBe('ready');
      expect(await readdir(join(folder, 'node_modules'))).not.toContain('left');
      expect(await readdir(join(folder, '.cache'))).toEqual([]);
    });
  });

  const packed = archive(entry('package/package.json', '{}'));
  const cached = async (bytes: Buffer, digest = digestOf(bytes)) => {
    const hex = Buffer.from(digest.slice('sha512-'.length), 'base64').toString('hex');
    const path = join('_cacache/content-v2/sha512', hex.slice(0, 2), hex.slice(2, 4), hex.slice(4));
    await put(join(folder, 'cache', path), bytes);
    return digest;
  };
  const install = (packages: Record<string, LockedPackage>) => {
    const dependencies = Object.fromEntries(
      Object.keys(packages).map((path) => [path.replace('node_modules/', ''), '1']),
    );
    return unpackFrom({ packages: { '': { dependencies }, ...packages } }, join(folder, 'cache'), folder);
  };

  it('is left to npm where the cache lacks a package, or only npm can install one', async () => {
    const integrity = await cached(packed);
    expect(
      await install({ 'node_modules/a': { integrity }, 'node_modules/b': { integrity: digestOf(Buffer.of()) } }),
    ).toBe(false);
    expect(await install({ 'node_modules/a': { integrity }, 'node_modules/b': {} })).toBe(false);
    expect(await install({ 'node_modules/a': { integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' } })).toBe(false);
    expect(existsSync(join(folder, 'node_modules'))).toBe(false);
  });
  it('is left to npm where a package was not unpacked', async () => {
    const hollow = await cached(archive(entry('package/index.js', '')));
    expect(await install({ 'node_modules/a': { integrity: hollow } })).toBe(false);
    expect(existsSync(join(folder, 'node_modules/.package-lock.json'))).toBe(false);
  });
  it('is complete where the system does not tell its processors', async () => {
    const processors = vi.spyOn(os, 'cpus').mockReturnValue([]);
    syncBuiltinESMExports();
    try {
      expect(await install({ 'node_modules/a': { integrity: await cached(packed) } })).toBe(true);
    } finally {
      processors.mockRestore();
      syncBuiltinESMExports();
    }
    expect(existsSync(join(folder, 'node_modules/a/package.json'))).toBe(true);
  });
  it('fails where a package in the cache is damaged', async () => {
    const good = await cached(packed);
    const damaged = await cached(archive(entry('package/package.json', '{ "scripts": {} }')), digestOf(Buffer.of(1)));
    await expect(
      install({ 'node_modules/a': { integrity: good }, 'node_modules/b': { integrity: damaged } }),
    ).rejects.toThrow('damaged');
  });
  it.each([
    ['a package', { 'node_modules/../../a': {} }],
    ['a program', { 'node_modules/a': { bin: { a: '../../a.js' } } }],
    ['the link to a program', { 'node_modules/a': { bin: { '../../a': 'a.js' } } }],
  ])('fails where the path of %s leads out of the folder', async (_, packages) => {
    const integrity = await cached(packed);
    const entries = Object.entries(packages).map(([path, locked]) => [path, { ...locked, integrity }]);
    await expect(install(Object.fromEntries(entries) as Record<string, LockedPackage>)).rejects.toThrow('leads out');
    expect(existsSync(join(folder, 'node_modules'))).toBe(false);
  });
});
