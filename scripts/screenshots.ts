import { mkdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Organization } from '../src/contract/organizations/organization.ts';
import type { Project } from '../src/contract/projects/project.ts';
/**
 * `npm run screenshots`: a picture of every screen of the sample data in every theme, on a wide, a medium and a narrow
 * window, the narrow one with a touch screen. They go to `screenshots/<theme>/<width>/`, which git ignores. Arguments
 * select screens by name, a theme and a width: `npm run screenshots -- sql support --theme dark --width 390`.
 */
import { href } from '../src/router/href.ts';
import { storageEntries } from '../src/services/browser/storage.ts';
import { accountOf, signIn, type Account, type Person } from '../test/support/accounts.ts';
import { drawnThemes, launchBrowser, startPlatform, type Platform } from '../test/support/browser.ts';
import { guestScreens, userScreens, type Scene, type Screen } from '../test/support/screens.ts';
import { say } from './launch/output.mjs';

const folder = resolve(import.meta.dirname, '../screenshots');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { theme: { type: 'string' }, width: { type: 'string' } },
});
const windows = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844, hasTouch: true },
].filter(({ width }) => values.width === undefined || Number(values.width) === width);
const themes = drawnThemes.filter((theme) => values.theme === undefined || values.theme === theme);
const wanted = positionals.map((word) => word.toLowerCase());
const isWanted = ({ name }: Pick<Screen, 'name'>): boolean =>
  wanted.length === 0 || wanted.some((word) => name.toLowerCase().includes(word));

/** Pages that exist in development only. */
const developmentScreens: readonly Screen[] = [
  {
    name: 'design system',
    open: async (page) => {
      await page.goto(href('gallery'));
      await page.getByRole('heading', { name: 'Design system' }).waitFor();
      // The whole page, because it is taller than a window.
      await page.setViewportSize({
        width: page.viewportSize()!.width,
        height: await page.evaluate(() => document.documentElement.scrollHeight),
      });
    },
  },
  {
    name: 'flows',
    open: async (page) => {
      await page.goto(href('flows'));
      await page.getByRole('heading', { level: 1 }).waitFor();
    },
  },
];

/** The login of the sample data, once it is complete. */
async function demoLogin({ data, server }: Platform): Promise<Person> {
  for (;;) {
    if (server.output().includes('Demo data ready'))
      return JSON.parse(await readFile(join(data, 'demo-login.json'), 'utf8')) as Person;
    await delay(200);
  }
}

async function sceneOf(account: Account): Promise<Scene> {
  const [organization] = await account.request<Organization[]>('GET', '/platform/organizations');
  const projects = await account.request<Project[]>('GET', '/platform/projects');
  const [live, paused] = (['ACTIVE_HEALTHY', 'INACTIVE'] as const).map((status) =>
    projects.find((project) => project.status === status),
  );
  if (!organization || !live || !paused)
    throw new Error('The sample data lacks an organization, a project or a paused project.');
  return { slug: organization.slug, ref: live.ref, pausedRef: paused.ref, pausedName: paused.name };
}

/** Files are named in the order of the screens. */
const order = [...guestScreens, ...userScreens, ...developmentScreens];
const fileName = (screen: Screen): string =>
  `${String(order.indexOf(screen) + 1).padStart(2, '0')}-${screen.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.png`;

/** In the page: what appears after a delay, as skeletons do, has appeared. */
const entered = async (): Promise<void> => {
  const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(ending.map(({ finished }) => finished));
};

let taken = 0;

/** All screens, in every theme and window, each in a separate browser context. */
async function photograph(
  browser: Browser,
  platform: Platform,
  screens: readonly Screen[],
  scene: Scene,
  person: Person | null,
): Promise<void> {
  const session = person && (await sessionOf(browser, platform, person));
  for (const theme of themes) {
    for (const { hasTouch = false, ...viewport } of windows) {
      const target = join(folder, theme, String(viewport.width));
      await mkdir(target, { recursive: true });
      const context = await browser.newContext({
        baseURL: platform.origin(),
        viewport,
        hasTouch,
        reducedMotion: 'reduce',
        ...(session && { storageState: session }),
      });
      // The consent question has its own screenshot.
      const stored = { [storageEntries.theme.key]: theme, [storageEntries.telemetryConsent.key]: 'false' };
      await context.addInitScript((entries) => {
        for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
      }, stored);
      for (const screen of screens.filter(isWanted)) {
        const page: Page = await context.newPage();
        await screen.open(page, scene);
        // Text of the last pending response.
        if (!screen.isWaiting) await page.waitForLoadState('networkidle');
        await page.evaluate(entered);
        await page.screenshot({ path: join(target, fileName(screen)) });
        await page.close();
        taken += 1;
      }
      await context.close();
    }
  }
}

type Session = Awaited<ReturnType<BrowserContext['storageState']>>;

/** The browser's stored state of a signed-in user. */
async function sessionOf(browser: Browser, platform: Platform, person: Person): Promise<Session> {
  const context = await browser.newContext({ baseURL: platform.origin() });
  await signIn(await context.newPage(), person);
  const session = await context.storageState();
  await context.close();
  return session;
}

const browser = await launchBrowser();
const demo = await startPlatform({ args: ['--demo'] });
try {
  const person = await demoLogin(demo);
  const scene = await sceneOf(await accountOf(demo, person));
  await photograph(browser, demo, guestScreens, scene, null);
  await photograph(browser, demo, userScreens, scene, person);
} finally {
  await demo.end();
}
if (developmentScreens.some(isWanted)) {
  const development = await startPlatform({ env: { BASECHART_ENVIRONMENT: 'development' } });
  try {
    await photograph(
      browser,
      development,
      developmentScreens,
      { slug: '', ref: '', pausedRef: '', pausedName: '' },
      null,
    );
  } finally {
    await development.end();
  }
}
await browser.close();
say(`${taken} pictures are in ${folder}`);
