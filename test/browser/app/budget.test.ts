import type { Page, Response } from 'playwright-core';
/** What a first visit may cost, and in which order it happens. `npm run bench` has the figures themselves. */
import { describe, expect } from 'vitest';
import { storageEntries } from '../../../src/services/browser/storage.ts';
import { signUp } from '../../support/accounts.ts';
import { drawnThemes } from '../../support/browser.ts';
import { firstVisit, journey } from '../../support/journey.ts';

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

describe('a first visit with a session', () => {
  journey(
    'the list of projects takes at most 11 code files and 228 kB until nothing loads',
    async ({ page, visitors }) => {
      await signUp(page);
      await page.waitForURL('**/projects');
      const { page: fresh } = await visitors.open({ storageState: await page.context().storageState() });
      const { responses, bytes } = await visit(fresh, '/projects');
      await fresh.getByRole('heading', { name: 'Projects', exact: true }).waitFor();
      const files = scriptsOf(responses).map((response) => response.url());
      expect(files.length, files.join('\n')).toBeLessThanOrEqual(11);
      expect(await bytes('script'), files.join('\n')).toBeLessThanOrEqual(228 * kilobyte);
    },
  );
});

describe('the first visit to /sign-in', () => {
  journey(
    'takes at most 116 kB of brotli JavaScript in 3 files, 40 kB of fonts and 7 requests, all from its origin',
    async ({ visitors, platform }) => {
      const { page } = await visitors.open({ storageState: firstVisit });
      const { responses, bytes } = await visit(page, '/sign-in');
      await page.getByLabel('Email').waitFor();
      const urls = responses.map((response) => response.url());
      for (const response of responses.filter(
        (one) => one.request().resourceType() === 'script' && Number(one.headers()['content-length']) > kilobyte,
      )) {
        expect(response.headers()['content-encoding'], response.url()).toBe('br');
      }
      expect(await bytes('script')).toBeLessThanOrEqual(116 * kilobyte);
      expect(scriptsOf(responses).length).toBeLessThanOrEqual(3);
      expect(await bytes('font')).toBeLessThanOrEqual(40 * kilobyte);
      expect(urls.filter((url) => new URL(url).origin !== platform.origin())).toEqual([]);
      expect(urls.length, urls.join('\n')).toBeLessThanOrEqual(7);
    },
  );

  journey('leaves the SQL editor’s code where it is', async ({ page }) => {
    const { responses } = await visit(page, '/sign-in');
    const scripts = await Promise.all(
      responses.filter((response) => response.request().resourceType() === 'script').map((response) => response.text()),
    );
    expect(scripts.length).toBeGreaterThan(0);
    expect(scripts.filter((text) => text.includes('cm-content'))).toEqual([]);
  });

  journey('asks for nothing twice on the second visit but the page', async ({ page }) => {
    const first = await visit(page, '/sign-in');
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
    expect(sent.filter(({ url, bytes }) => bytes > 0 && fetched.has(url) && !url.endsWith('/sign-in'))).toEqual([]);
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
    await page.route(/\/assets\/.*\.js$/, async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto('/sign-in', { waitUntil: 'commit' });
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
    await page.goto('/sign-in');
    // Not by its text: what stands in `noscript` is no text to Playwright.
    await page.locator('noscript p').waitFor();
  });
});

const groundOf = (page: Page): Promise<string> => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

journey('the first row of a list waits for no request that waits for another', async ({ page }) => {
  await signUp(page);
  await page.waitForURL('**/projects');
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
