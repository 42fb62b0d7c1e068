import { spawnSync } from 'node:child_process';
/** Programs that tests need and npm cannot install: where they are, and how to get them. */
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { runQuietly } from '../launch/child.mjs';
import { step } from '../launch/output.mjs';

const root = join(import.meta.dirname, '../..');

const onPath = (names: readonly string[]): string[] =>
  (process.env['PATH'] ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));

const entriesOf = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder).toSorted().toReversed() : []);

/** Browsers that Playwright downloaded for any project of this user. */
function playwrightBrowsers(): string[] {
  const home = homedir();
  const caches = [
    process.env['PLAYWRIGHT_BROWSERS_PATH'],
    join(home, '.cache/ms-playwright'),
    join(home, 'Library/Caches/ms-playwright'),
    join(home, 'AppData/Local/ms-playwright'),
  ];
  const inside = [
    'chrome-linux/chrome',
    'chrome-linux64/chrome',
    'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
    'chrome-win/chrome.exe',
    'chrome-win64/chrome.exe',
  ];
  return caches
    .filter((cache) => cache !== undefined)
    .flatMap((cache) =>
      entriesOf(cache)
        .filter((name) => /^chromium-\d+$/.test(name))
        .flatMap((name) => inside.map((path) => join(cache, name, path))),
    );
}

const headlessShell = 'chromium-headless-shell';

const findHeadlessShell = (): string | null => onPath([headlessShell]).find((path) => existsSync(path)) ?? null;

/**
 * Path of a Chromium for tests, or null. `BASECHART_TEST_CHROMIUM` overrides it. The headless shell comes first: the
 * same engine without the browser's own windows, whose pages are ready in half of the time.
 */
export function findChromium(): string | null {
  const named = process.env['BASECHART_TEST_CHROMIUM'];
  if (named !== undefined) return existsSync(named) ? named : null;
  const candidates = [
    ...onPath(['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome.exe']),
    ...playwrightBrowsers(),
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  ];
  return findHeadlessShell() ?? candidates.find((path) => existsSync(path)) ?? null;
}

/** The folder with the programs of a Postgres server (`initdb`, `postgres`), or null. `BASECHART_TEST_POSTGRES` overrides it. */
export function findPostgres(): string | null {
  const hasServer = (folder: string) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres'));
  const named = process.env['BASECHART_TEST_POSTGRES'];
  if (named !== undefined) return hasServer(named) ? named : null;
  const candidates = [
    ...entriesOf('/usr/lib/postgresql').map((version) => join('/usr/lib/postgresql', version, 'bin')),
    ...(process.env['PATH'] ?? '').split(delimiter),
    '/opt/homebrew/opt/postgresql@18/bin',
    '/opt/homebrew/opt/postgresql@17/bin',
    '/opt/homebrew/bin',
    '/usr/local/bin',
  ];
  return candidates.find(hasServer) ?? null;
}

interface Program {
  name: string;
  debianPackage: string;
  find: () => string | null;
  /** What CI installs the package for, although another program would do. */
  findInCi?: () => string | null;
  /** Shown where it cannot be installed. */
  otherwise: string;
}

const programs: readonly Program[] = [
  {
    name: 'Chromium',
    debianPackage: headlessShell,
    find: findChromium,
    findInCi: () => (process.env['BASECHART_TEST_CHROMIUM'] === undefined ? findHeadlessShell() : findChromium()),
    otherwise: 'install Chromium or Chrome, or name one in BASECHART_TEST_CHROMIUM',
  },
  {
    name: 'Postgres server',
    debianPackage: 'postgresql',
    find: findPostgres,
    otherwise: 'install a Postgres server (15 or newer), or name the folder of its programs in BASECHART_TEST_POSTGRES',
  },
];

const works = (command: string, args: readonly string[]): boolean =>
  spawnSync(command, args, { stdio: 'ignore' }).status === 0;

/** How this user can install a Debian package without a password prompt; null where that is not allowed. */
function aptCommand(): readonly string[] | null {
  if (!works('apt-get', ['--version'])) return null;
  if (process.getuid?.() === 0) return ['apt-get'];
  return works('sudo', ['-n', 'true']) ? ['sudo', '-n', 'apt-get'] : null;
}

async function installByApt(
  [command = '', ...before]: readonly string[],
  packages: readonly string[],
): Promise<string | null> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const run = (...args: readonly string[]) => runQuietly(command, [...before, ...args], { cwd: root, env });
  // Package lists may be absent or old; if they cannot be fetched, the old ones may still work.
  await run('update', '-qq');
  const { code, output } = await run('install', '-y', '-qq', '--no-install-recommends', ...packages);
  return code === 0 ? null : output.trim().split('\n').slice(-8).join('\n');
}

export interface Missing {
  name: string;
  why: string;
}

/** Installs the missing programs, where this user may, and returns those that are still missing. */
export async function ensurePrograms(): Promise<Missing[]> {
  const absent = programs.filter(({ find, findInCi = find }) => (process.env['CI'] ? findInCi : find)() === null);
  if (absent.length === 0) return [];
  const apt = aptCommand();
  let failure: string | null = null;
  if (apt !== null) {
    const names = absent.map(({ debianPackage }) => debianPackage);
    await step(`Installing ${names.join(' and ')} for the tests`, async () => {
      failure = await installByApt(apt, names);
    });
  }
  return absent
    .filter(({ find }) => find() === null)
    .map(({ name, debianPackage, otherwise }) => ({
      name,
      why:
        failure === null
          ? `not found, and only root may install it: \`sudo apt-get install ${debianPackage}\`; or ${otherwise}`
          : `apt-get could not install ${debianPackage}:\n${failure}`,
    }));
}
