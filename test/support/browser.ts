import { readFileSync } from 'node:fs';
/** A real Chromium, a real server, and a check for everything that a page must never do, for journeys and benchmarks. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium, type Browser, type BrowserContext, type Page, type Request, type Response } from 'playwright-core';
import { findChromium } from '../../scripts/test/programs.ts';
import type { ThemeChoice } from '../../src/contract/shell/appearance.ts';
import { storageEntries } from '../../src/services/browser/storage.ts';
import { prepareData } from './preparedData.ts';
import { startServer, type ServerOptions, type ServerProcess } from './serverProcess.ts';

export const drawnThemes = ['light', 'dark', 'classic-dark'] as const satisfies readonly ThemeChoice[];

const executablePath = findChromium();

function launch(engineFlags: readonly string[], flags: readonly string[]): Promise<Browser> {
  if (executablePath === null)
    throw new Error('These tests need Chromium: `npm test` installs it where it may and says how elsewhere.');
  return chromium.launch({
    executablePath,
    args: [`--js-flags=${engineFlags.join(' ')}`, '--disable-component-update', ...flags],
  });
}

/**
 * Chromium with the flags that measurements need, and more of them where one needs more. What drives it inspects each page,
 * and an inspected page compiles its code a second time, for the positions in stacks that it records.
 */
export const launchBrowser = (...flags: readonly string[]): Promise<Browser> =>
  launch(['--expose-gc', '--no-enable-lazy-source-positions'], flags);

/**
 * Chromium for journeys: without the optimizing compilers, which take an eighth of a browser's time for code that the next
 * page, in a process of its own, compiles again.
 */
export const launchJourneyBrowser = (): Promise<Browser> => launch(['--expose-gc', '--no-maglev', '--no-turbofan'], []);

/** Chromium's words for a request whose server was killed, before or after it had the request. */
export const lostConnection = /ERR_(?:CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE|SOCKET_NOT_CONNECTED)/;

/** Every forbidden action of a page, as sentences. */
export interface Watch {
  problems: () => readonly string[];
  /** Allows problems that a journey causes on purpose, such as a stopped server. */
  allow: (...patterns: readonly RegExp[]) => void;
  requests: () => readonly Request[];
}

/** Watches all pages of a context from now on. */
export function watchContext(context: BrowserContext, origin: () => string): Watch {
  const problems: string[] = [];
  const allowed: RegExp[] = [];
  const requests: Request[] = [];
  const report = (problem: string) => {
    if (!allowed.some((pattern) => pattern.test(problem))) problems.push(problem);
  };
  context.on('console', (message) => {
    // Chromium's own message about a failed response; responses are checked below.
    if (message.text().startsWith('Failed to load resource')) return;
    if (message.type() === 'error') report(`console error: ${message.text()} (${message.location().url})`);
    else if (message.type() === 'warning') report(`console warning: ${message.text()}`);
  });
  context.on('weberror', (error) => report(`uncaught error: ${error.error().stack ?? error.error().message}`));
  context.on('request', (request) => {
    requests.push(request);
    if (/^https?:/.test(request.url()) && new URL(request.url()).origin !== origin())
      report(`left the origin: ${request.url()}`);
  });
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? 'unknown';
    // A request that a chart aborted because its result is no longer needed.
    if (reason !== 'net::ERR_ABORTED') report(`failed request: ${request.method()} ${request.url()} ${reason}`);
  });
  context.on('response', (response) => {
    if (response.status() >= 400 && !isAnswerByDesign(response))
      report(`answer ${response.status()} to ${response.request().method()} ${response.url()}`);
  });
  return { problems: () => problems, allow: (...patterns) => void allowed.push(...patterns), requests: () => requests };
}

/** By method and status, the paths that are answered so by design. */
const answersByDesign: Readonly<Record<string, RegExp>> = {
  // A first sign-in begins without a profile, a new query without a saved version, and an answer ends with its server.
  'GET 404': /\/profile$|\/snippets\/[^/]+$|\/database\/query\/[^/]+$|\/tables\/\d+$/,
  // Two tabs of a new user, who opened the link of an email: both find no profile, and one is faster.
  'POST 409': /\/profile$/,
  // A page that was left or reloaded while it saved may read the query before that save is stored: its next save learns
  // of it, and goes on from there. A conflict that a person must resolve shows itself on the page.
  'PUT 409': /\/snippets\/[^/]+$|\/tables\/\d+\/shape$/,
  // A filter or a new table that Postgres refuses, which the page shows beside it.
  // A table that others depend on is not dropped, which the question says.
  'DELETE 409': /\/tables\/\d+$/,
  'POST 400': /\/tables(?:\/\d+\/rows)?$/,
  // A change of a table that Postgres refuses, which its form shows.
  'PUT 400': /\/tables\/\d+\/shape$/,
  // A user as whom rows are to be seen, and who is none of the project; a table that was dropped.
  'POST 404': /\/tables\/\d+\/rows$/,
};

const isAnswerByDesign = (response: Response): boolean =>
  answersByDesign[`${response.request().method()} ${response.status()}`]?.test(new URL(response.url()).pathname) ??
  false;

const axeSource = readFileSync(resolve(import.meta.dirname, '../../node_modules/axe-core/axe.min.js'), 'utf8');

interface Violation {
  id: string;
  help: string;
  nodes: { html: string; failureSummary?: string }[];
}

/** The rules whose verdict depends on colors. */
const colorRules = ['color-contrast', 'link-in-text-block'];

/** `'structure'` leaves out the rules about colors, `'colors'` runs only these. */
type AxeRules = 'all' | 'structure' | 'colors';

const ruleOptions: Readonly<Record<AxeRules, object>> = {
  all: {},
  structure: { rules: Object.fromEntries(colorRules.map((id) => [id, { enabled: false }])) },
  colors: { runOnly: colorRules },
};

/** A run of axe: in a theme, or as the page is. */
interface AxeRun {
  theme?: ThemeChoice;
  rules: AxeRules;
}

/**
 * What each run finds once nothing on the page moves, in the page or in what a selector names, as sentences. All runs are one
 * request to the page, and its answer leaves out what passed.
 */
async function axeRuns(page: Page, runs: readonly AxeRun[], layer?: string): Promise<string[][]> {
  if (layer !== undefined) await page.locator(layer).filter({ visible: true }).first().waitFor();
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource);
  const found = await page.evaluate(
    async ([tasks, where]) => {
      const { axe } = globalThis as unknown as {
        axe: { run: (context: Document | string, options: object) => Promise<{ violations: Violation[] }> };
      };
      const all: Violation[][] = [];
      for (const { theme, options } of tasks) {
        if (theme !== undefined) document.documentElement.dataset['theme'] = theme;
        // A fading dialog's text would fail the contrast check.
        const passing = document
          .getAnimations()
          .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
        await Promise.allSettled(passing.map(({ finished }) => finished));
        const { violations } = await axe.run(where ?? document, options);
        all.push(
          violations.map(({ id, help, nodes }) => ({
            id,
            help,
            nodes: nodes.map(({ html, failureSummary }) => ({ html, failureSummary: failureSummary ?? '' })),
          })),
        );
      }
      return all;
    },
    [
      runs.map(({ theme, rules }) => ({
        theme,
        options: { resultTypes: ['violations'], preload: false, ...ruleOptions[rules] },
      })),
      layer,
    ] as const,
  );
  return found.map((violations) =>
    violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${help}\n  ${html}\n  ${failureSummary ?? ''}`),
    ),
  );
}

/** The violations that axe finds once nothing on the page moves, in the page or in what a selector names, as sentences. */
export const axeViolations = async (page: Page, rules: AxeRules = 'all', layer?: string): Promise<string[]> =>
  (await axeRuns(page, [{ rules }], layer)).flat();

/** Clicks beside a dialog. It listens for that in a task after its first frame, which a hand cannot overtake and a test can. */
export async function clickBeside(page: Page, x: number, y: number): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((settle) => {
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(settle)));
      }),
  );
  await page.mouse.click(x, y);
}

/** Selects a theme through its stored setting, and reloads the page. */
export async function showIn(page: Page, theme: ThemeChoice): Promise<void> {
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [storageEntries.theme.key, theme] as const);
  await page.reload();
}

/** Sets a theme without a reload: it is an attribute, which only changes styles. */
export const wear = (page: Page, theme: ThemeChoice): Promise<void> =>
  page.evaluate((name) => void (document.documentElement.dataset['theme'] = name), theme);

/**
 * The violations in every theme. Themes differ only in colors, so all other rules run in one of them; where a layer opened
 * over a page that was inspected before, only the layer is, and what says that it is open.
 */
export async function axeViolationsInThemes(page: Page, layer?: string): Promise<string[]> {
  const found = await axeRuns(
    page,
    drawnThemes.map((theme, index) => ({ theme, rules: index === 0 ? 'all' : 'colors' })),
    layer && `${layer}, [aria-expanded=true]`,
  );
  return found.flatMap((violations, index) => violations.map((violation) => `${drawnThemes[index]}: ${violation}`));
}

/**
 * The first element that scrolls sideways although it must not, or null: the page, and vertical scroll containers inside
 * the shell, its sheets and its dialogs.
 */
export const horizontalOverflow = (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    const scrollers = [
      document.documentElement,
      ...document.querySelectorAll('#main, [role=dialog], [role=alertdialog]'),
    ];
    const wide = scrollers.find(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
    if (!wide) return null;
    const edge = wide.getBoundingClientRect().left + wide.clientWidth;
    const widest = [...wide.querySelectorAll('*')].find((element) => element.getBoundingClientRect().right > edge + 1);
    return `${wide.tagName.toLowerCase()} is ${wide.scrollWidth} px wide in ${wide.clientWidth}: ${widest?.outerHTML.slice(0, 200) ?? 'unknown'}`;
  });

export interface Platform {
  server: ServerProcess;
  origin: () => string;
  data: string;
  /** Ends the server in the given way, and restarts it on the same folder and port. */
  restart: (signal?: NodeJS.Signals) => Promise<void>;
}

/** How a platform's server is started. */
export type PlatformOptions = Omit<ServerOptions, 'data' | 'port'>;

/** A server with its own data folder. */
export async function startPlatform(options: PlatformOptions = {}): Promise<Platform & { end: () => Promise<void> }> {
  const data = await mkdtemp(join(tmpdir(), 'basechart journey '));
  await prepareData(data, options);
  const start = (port = 0) => startServer({ ...options, data, port });
  const platform = {
    server: await start(),
    data,
    origin: () => platform.server.origin,
    restart: async (signal: NodeJS.Signals = 'SIGINT') => {
      await platform.server.stop(signal);
      platform.server = await start(platform.server.port);
    },
    end: async () => {
      await platform.server.stop();
      await rm(data, { recursive: true, force: true });
    },
  };
  return platform;
}
