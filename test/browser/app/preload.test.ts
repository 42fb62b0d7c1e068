import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
/** The code of the page that a user opens next is there before they open it. */
import { href } from '../../../src/router/href.ts';
import { enter, readerOf } from '../../support/accounts.ts';
import { journey } from '../../support/journey.ts';

/** The names of the code files that the page has requested, without their hashes. */
function codeFilesOf(page: Page): () => readonly string[] {
  const names: string[] = [];
  page.on('request', (request) => {
    const name = /\/assets\/(\w+)-[\w-]+\.js$/.exec(request.url())?.[1];
    if (name !== undefined) names.push(name);
  });
  return () => names;
}

describe('the code of the address', () => {
  journey('loads beside the entry, not after it', async ({ page, platform }) => {
    const { account } = await readerOf(platform);
    await enter(page, account);
    const files = codeFilesOf(page);
    const held = Promise.withResolvers<void>();
    await page.route(/\/assets\/index-[^/]+\.js$/, async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.reload({ waitUntil: 'commit' });
    await expect.poll(files).toEqual(expect.arrayContaining(['workspace', 'projects']));
    held.resolve();
    await page.getByRole('heading', { name: 'Projects' }).waitFor();
  });
});

describe('the shell of the first response', () => {
  journey('stays as it was painted until there is more to show', async ({ page, platform }) => {
    const { account } = await readerOf(platform);
    await enter(page, account);
    await page.addInitScript(() => {
      new MutationObserver((_, observer) => {
        const shell = document.querySelector('[role=progressbar]');
        if (!shell) return;
        observer.disconnect();
        Object.assign(globalThis, { shell });
      }).observe(document, { childList: true, subtree: true });
    });
    const isShellThere = () => page.evaluate(() => (globalThis as { shell?: Element }).shell!.isConnected);
    const held = Promise.withResolvers<void>();
    const asked = page.waitForRequest(/\/assets\/workspace-[^/]+\.js$/);
    await page.route(/\/assets\/workspace-[^/]+\.js$/, async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.reload({ waitUntil: 'commit' });
    await asked;
    // The app has begun: it guards the document against translators.
    await page.waitForFunction(() => !String(Node.prototype.removeChild).includes('[native code]'));
    // What it draws first is drawn before the page is idle.
    await page.evaluate(() => new Promise<void>((resolve) => void requestIdleCallback(() => resolve())));
    expect(await isShellThere()).toBe(true);
    held.resolve();
    await page.getByRole('heading', { name: 'Projects' }).waitFor();
    expect(await isShellThere()).toBe(false);
  });
});

describe('what a page reads first', () => {
  journey('is asked for once, before the app’s code is there', async ({ page, platform }) => {
    const { account, ref } = await readerOf(platform);
    await enter(page, account);
    const reads: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (request.method() === 'GET' && pathname.startsWith('/api/')) reads.push(pathname.replace('/api/platform', ''));
    });
    const held = Promise.withResolvers<void>();
    await page.route(/\/assets\/index-[^/]+\.js$/, async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto(href('project', { ref }), { waitUntil: 'commit' });
    // oxlint-disable-next-line house/no-typed-address -- paths of the platform API
    const first = ['/profile', '/organizations', '/projects', `/projects/${ref}`, `/projects/${ref}/activity`];
    await expect.poll(() => reads).toEqual(expect.arrayContaining(first));
    held.resolve();
    await page.getByRole('heading', { name: 'Orders' }).waitFor();
    await page.waitForLoadState('networkidle');
    for (const path of first)
      expect(
        reads.filter((read) => read === path),
        path,
      ).toHaveLength(1);
  });
});

describe('the code of the next page', () => {
  journey('loads by itself where a project of the list is in view', async ({ page, platform }) => {
    const { account } = await readerOf(platform);
    const files = codeFilesOf(page);
    await enter(page, account);
    await page.getByRole('link', { name: 'Orders', exact: true }).waitFor();
    await expect.poll(files).toContain('home');
    expect(files()).not.toContain('sql');
  });

  journey('loads when a list is scrolled to 200 px before the project', async ({ page, platform }) => {
    const { account } = await readerOf(platform);
    const files = codeFilesOf(page);
    // The rows begin 250 px down: far enough below a window of 40 px, and too near below one of 60 px.
    await page.setViewportSize({ width: 1280, height: 40 });
    await enter(page, account);
    const project = page.getByRole('link', { name: 'Orders', exact: true });
    await project.waitFor({ state: 'attached' });
    const palette = () => files().includes('palette');
    // The palette loads when the page is idle, so this page would have been idle enough.
    await expect.poll(palette).toBe(true);
    const top = await project.evaluate((element) => element.getBoundingClientRect().top);
    expect(top).toBeGreaterThan(240);
    expect(files()).not.toContain('home');
    await page.setViewportSize({ width: 1280, height: Math.ceil(top) - 150 });
    await expect.poll(files).toContain('home');
  });

  journey('loads when the user approaches a link', async ({ page, platform }) => {
    const { account, ref } = await readerOf(platform);
    const files = codeFilesOf(page);
    await enter(page, account, href('project', { ref }));
    const link = page.getByRole('navigation').getByRole('link', { name: 'SQL editor' });
    await link.waitFor();
    expect(files()).not.toContain('editor');
    await link.hover();
    await expect.poll(files).toContain('editor');
    expect(new URL(page.url()).pathname).toBe(href('project', { ref }));
  });

  journey('loads by itself once signing in has been undisturbed', async ({ page }) => {
    const files = codeFilesOf(page);
    await page.goto(href('signIn'));
    await page.getByLabel('Email').waitFor();
    expect(files()).not.toContain('projects');
    await expect.poll(files).toContain('projects');
  });
});

describe('menus', () => {
  journey('load when the user first acts, and open after the server has gone', async ({ page, platform, watch }) => {
    const { account } = await readerOf(platform);
    const files = codeFilesOf(page);
    await enter(page, account);
    await page.getByRole('link', { name: 'Orders', exact: true }).waitFor();
    await expect.poll(files).toContain('palette');
    expect(files()).not.toContain('menus');
    await page.mouse.move(640, 700);
    await expect.poll(files).toContain('menus');
    await page.waitForLoadState('networkidle');

    watch.allow(/failed request/, /console error/);
    await page.route('**/*', (route) => route.abort());
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
  });
});
