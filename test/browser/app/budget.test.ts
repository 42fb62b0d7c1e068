import type { Page, Response } from 'playwright-core';
/** What a first visit may cost, and in which order it happens. `npm run bench` has the figures themselves. */
import { describe, expect } from 'vitest';
import { href } from '../../../src/router/href.ts';
import { storageEntries } from '../../../src/services/browser/storage.ts';
import { tableEntries } from '../../../src/services/tables/tableEntries.ts';
import { readerOf, signUp, takeSession } from '../../support/accounts.ts';
import { drawnThemes } from '../../support/browser.ts';
import { firstVisit, journey } from '../../support/journey.ts';
import { bytesOf, measureVisits, untilSeen, visitedPages, visitOf } from '../../support/visit.ts';
import { harborWith } from '../tables/tableSteps.ts';

const kilobyte = 1_000;

interface Visit {
  responses: readonly Response[];
  bytes: (kind: string) => Promise<number>;
}

/** Opens a page and waits until nothing is under way any more. */
async function visit(page: Page, path: string): Promise<Visit> {
  const responses: Response[] = [];
  page.on('response', (response) => void responses.push(response));
  await page.goto(path);
  await page.waitForLoadState('networkidle');
  return {
    responses,
    async bytes(kind) {
      const sizes = await Promise.all(
        responses
          .filter((response) => response.request().resourceType() === kind)
          .map((response) => response.request().sizes()),
      );
      return sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0);
    },
  };
}

const scriptsOf = (responses: readonly Response[]): Response[] =>
  responses.filter((response) => response.request().resourceType() === 'script');

const entry = ['boot', 'index'];
const signedIn = [...entry, 'workspace'];

/** What each page may cost, in kB: the code that it is seen with, by name, and all that it then loads by itself. */
const budgets = [
  { name: 'sign-in', needs: entry, early: 108.8, alone: 150, last: 'projects' },
  { name: 'list', needs: [...signedIn, 'projects'], early: 135, alone: 190, last: 'home' },
  { name: 'home', needs: [...signedIn, 'project', 'home'], early: 142.2, alone: 352.5, last: 'editor' },
  {
    name: 'editor',
    needs: [...signedIn, 'project', 'forms', 'widgets', 'sql', 'editor'],
    early: 298.2,
    alone: 356,
    last: 'palette',
  },
  { name: 'tables', needs: [...signedIn, 'project', 'tablePages'], early: 145.3, alone: 240, last: 'table' },
] as const;

/** The pages of the budget. The table editor has a benchmark of its own. */
const pages = {
  ...visitedPages,
  tables: {
    access: 'user',
    path: (ref: string) => href('tables', { ref }),
    seen: '[aria-label="Tables of the project"] a',
  },
} as const;

describe('a first visit', () => {
  journey.for(budgets)(
    'to $name takes at most $early kB of code until it is seen, and $alone kB by itself',
    async ({ name: pageName, needs, early, alone, last }, { page, platform }) => {
      const { path, seen, access } = pages[pageName];
      const { account, ref } = await (pageName === 'tables'
        ? harborWith(platform, 'create table boats (id int)')
        : readerOf(platform));
      if (access === 'user') await takeSession(page, account);
      // What is not needed does not come, however long the answers of the server take.
      const held = Promise.withResolvers<void>();
      const isNeeded = (url: string) => needs.some((file) => url.includes(`/assets/${file}-`));
      await page.route(/\/assets\/[^/]+\.js$/, async (route) => {
        if (!isNeeded(route.request().url())) await held.promise;
        await route.continue();
      });
      await measureVisits(page, seen);
      await page.goto(path(ref));
      await untilSeen(page);
      held.resolve();
      // Then comes what the page loads by itself: flags and banners, and the code of what usually follows.
      for (const name of ['ambient', last])
        await expect.poll(async () => (await visitOf(page)).code.map((file) => file.name)).toContain(name);
      await page.waitForLoadState('networkidle');
      const { code } = await visitOf(page);
      const listed = code.map(({ name, bytes }) => `${name} ${bytes}`).join('\n');
      const earlyCode = code.filter(({ name }) => needs.some((file) => file === name));
      expect(earlyCode.length, listed).toBe(needs.length);
      expect(bytesOf(earlyCode), listed).toBeLessThanOrEqual(early * kilobyte);
      expect(bytesOf(code), listed).toBeLessThanOrEqual(alone * kilobyte);
    },
  );
});

describe('the first visit to /sign-in', () => {
  journey('takes 2 code files, 40 kB of fonts and 6 requests, all from its origin', async ({ visitors, platform }) => {
    const { page } = await visitors.open({ storageState: firstVisit });
    const { responses, bytes } = await visit(page, href('signIn'));
    await page.getByLabel('Email').waitFor();
    // The icon of the tab is no part of the page: Chromium asks for it once for all visits, before or after this one.
    const urls = responses.map((response) => response.url()).filter((url) => !url.endsWith('/favicon.svg'));
    for (const response of responses.filter(
      (one) => one.request().resourceType() === 'script' && Number(one.headers()['content-length']) > kilobyte,
    )) {
      expect(response.headers()['content-encoding'], response.url()).toBe('br');
    }
    expect(scriptsOf(responses).length).toBeLessThanOrEqual(2);
    expect(await bytes('font')).toBeLessThanOrEqual(40 * kilobyte);
    expect(urls.filter((url) => new URL(url).origin !== platform.origin())).toEqual([]);
    expect(urls.length, urls.join('\n')).toBeLessThanOrEqual(6);
  });

  journey('leaves the SQL editor’s code where it is', async ({ page }) => {
    const { responses } = await visit(page, href('signIn'));
    const scripts = await Promise.all(
      responses.filter((response) => response.request().resourceType() === 'script').map((response) => response.text()),
    );
    expect(scripts.length).toBeGreaterThan(0);
    expect(scripts.filter((text) => text.includes('cm-content'))).toEqual([]);
  });

  journey('asks for nothing twice on the second visit but the page', async ({ page }) => {
    const first = await visit(page, href('signIn'));
    const fetched = new Set(first.responses.map((response) => response.url()));
    const again = page.waitForResponse((response) => response.request().isNavigationRequest());
    const responses: Response[] = [];
    page.on('response', (response) => void responses.push(response));
    await page.reload();
    await again;
    await page.waitForLoadState('networkidle');
    const sent = await Promise.all(
      responses.map(async (response) => ({
        url: response.url(),
        bytes: (await response.request().sizes()).responseBodySize,
      })),
    );
    expect(sent.filter(({ url, bytes }) => bytes > 0 && fetched.has(url) && !url.endsWith(href('signIn')))).toEqual([]);
  });
});

describe('the static shell', () => {
  journey.for(drawnThemes)('is painted in %s before the app’s code arrives', async (theme, { visitors }) => {
    const { page, context } = await visitors.open();
    await context.addInitScript(([key, value]) => localStorage.setItem(key, value), [
      storageEntries.theme.key,
      theme,
    ] as const);
    const held = Promise.withResolvers<void>();
    await page.route(/\/assets\/(?!boot-).*\.js$/, async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto(href('signIn'), { waitUntil: 'commit' });
    await page.getByRole('progressbar', { name: 'Loading Basechart' }).waitFor();
    const painted = await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
    expect(await painted.jsonValue()).toBe(true);
    expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe(theme);
    const shell = await groundOf(page);
    held.resolve();
    await page.getByLabel('Email').waitFor();
    // No flash: what the app paints stands on the ground that the shell stood on.
    expect(await groundOf(page)).toBe(shell);
  });

  journey('says what is needed where scripts are off', async ({ visitors }) => {
    const { page } = await visitors.open({ javaScriptEnabled: false });
    await page.goto(href('signIn'));
    // Not by its text: what stands in `noscript` is no text to Playwright.
    await page.locator('noscript p').waitFor();
  });
});

const groundOf = (page: Page): Promise<string> => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

journey('the first row of a list waits for no request that waits for another', async ({ page }) => {
  await signUp(page);
  await page.goto(href('projects'));
  await page.waitForLoadState('networkidle');

  const held = Promise.withResolvers<void>();
  const asked = new Set<string>();
  await page.route('**/api/platform/**', async (route) => {
    asked.add(new URL(route.request().url()).pathname);
    await held.promise;
    await route.continue();
  });
  await page.reload();
  // While no answer comes, everything the list is made of has been asked for.
  await expect
    .poll(() => [...asked])
    .toEqual(
      expect.arrayContaining(['/api/platform/projects', '/api/platform/organizations', '/api/platform/profile']),
    );
  held.resolve();
  await page.getByRole('heading', { name: 'Projects' }).waitFor();
});

journey.for([
  ['public', null],
  ['weather & wind', '"weather & wind"'],
] as const)(
  'the tables of %s are asked for before the app’s code is there, and once',
  async ([schema, stored], { page, platform }) => {
    const { account, ref } = await readerOf(platform);
    await takeSession(page, account);
    if (stored !== null)
      await page.addInitScript(([key, value]) => localStorage.setItem(key, value), [
        `${tableEntries.schema.key}:${ref}`,
        stored,
      ] as const);
    const asked: (string | null)[] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname.endsWith(`/projects/${ref}/tables`)) asked.push(searchParams.get('schema'));
    });
    const held = Promise.withResolvers<void>();
    await page.route(/\/assets\/(?!boot-)[^/]+\.js$/, async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto(href('tables', { ref }), { waitUntil: 'commit' });
    await expect.poll(() => asked).toEqual([schema]);
    held.resolve();
    await page.getByRole('combobox', { name: 'Schema' }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(asked).toEqual([schema]);
  },
);
