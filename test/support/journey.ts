/** Journeys: Vitest's `test` with a real server and a real browser. */
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { storageEntries } from '../../src/services/browser/storage.ts';
import {
  launchJourneyBrowser,
  startPlatform,
  watchContext,
  type Platform,
  type PlatformOptions,
  type Watch,
} from './browser.ts';

const screenshots = resolve(import.meta.dirname, '../../screenshots');

/** A browser on its first visit, which will ask for consent. */
export const firstVisit = { cookies: [], origins: [] } satisfies BrowserContextOptions['storageState'];

/**
 * Makes it a returning browser that has opted out of telemetry, so that the question does not interfere. Where a page sets
 * it itself, no other page has to be opened first.
 */
const optOut = (context: BrowserContext) =>
  context.addInitScript((key) => {
    try {
      if (localStorage.getItem(key) === null) localStorage.setItem(key, 'false');
    } catch {
      // A page without an origin, or a journey about a browser that refuses it.
    }
  }, storageEntries.telemetryConsent.key);

export interface Visitor {
  page: Page;
  context: BrowserContext;
  watch: Watch;
}

let launched: ReturnType<typeof launchJourneyBrowser> | undefined;
const started = new Map<string, ReturnType<typeof startPlatform>>();

/** The platform with these options that the files of this worker share. */
function sharedPlatform(options: PlatformOptions): Promise<Platform> {
  const key = JSON.stringify(options);
  const platform = started.get(key) ?? startPlatform({ ...options, hashesQuickly: true });
  started.set(key, platform);
  return platform;
}

/** Stops what the files of this worker shared. */
async function endShared(): Promise<void> {
  const [browser, platforms] = [launched, [...started.values()]];
  launched = undefined;
  started.clear();
  await (await browser)?.close();
  await Promise.all(platforms.map(async (platform) => (await platform).end()));
}

const create = (options: PlatformOptions, isSkewed: boolean) =>
  test
    .extend('browser', { scope: 'worker' }, ({}, { onCleanup }) => {
      onCleanup(endShared);
      return (launched ??= launchJourneyBrowser());
    })
    .extend('platform', { scope: 'file' }, async ({}, { onCleanup }): Promise<Platform> => {
      if (!isSkewed) return sharedPlatform(options);
      const platform = await startPlatform({ ...options, hashesQuickly: true });
      onCleanup(platform.end);
      return platform;
    })
    .extend('visitors', async ({ browser, platform, task }, { onCleanup }) => {
      const opened: Visitor[] = [];
      const open = async (settings: BrowserContextOptions = {}): Promise<Visitor> => {
        const context = await browser.newContext({
          baseURL: platform.origin(),
          viewport: { width: 1280, height: 800 },
          // Without a graphics card, what fades and pulses is a sixth of a journey's cost. A journey about motion asks for it.
          reducedMotion: 'reduce',
          ...settings,
        });
        if (settings.storageState === undefined) await optOut(context);
        // As `expect.poll` in Vitest's settings.
        context.setDefaultTimeout(60_000);
        const watch = watchContext(context, platform.origin);
        const visitor = { page: await context.newPage(), context, watch };
        opened.push(visitor);
        return visitor;
      };
      onCleanup(async () => {
        const seen = task.result?.state === 'fail' ? await photograph(opened, task.name) : [];
        for (const { context } of opened) await context.close();
        const problems = opened.flatMap(({ watch }) => watch.problems());
        if (problems.length > 0) seen.push(`A page did what it must not:\n${problems.join('\n')}`);
        if (seen.length > 0) throw new Error(seen.join('\n\n'));
      });
      return { open };
    })
    .extend('visitor', ({ visitors }): Promise<Visitor> => visitors.open())
    .extend('page', ({ visitor }): Page => visitor.page)
    .extend('watch', ({ visitor }): Watch => visitor.watch);

/**
 * Vitest's `test` with a running `platform`, and for the test a `page` of a first visitor. `visitors.open()` returns
 * another one, as on a second machine. A forbidden action of a page fails its test; a failed test tells the address and the
 * text of each page, and leaves a picture of it in `screenshots/failed`. The files of a worker share one browser, and one platform with the same options, so a
 * journey begins with a new user and leaves the server running.
 */
export const journeysOn = (options: PlatformOptions) => create(options, false);

/** Journeys that stop the server, or need settings that no other file has: a separate platform for the file. */
export const journeysApart = (options: PlatformOptions = {}) => create(options, true);

export const journey = journeysOn({});

/** Waits until an overlay is visible and has the focus: before that it handles no keys. */
export async function opens(layer: Locator): Promise<void> {
  await layer.waitFor();
  await expect.poll(() => layer.evaluate((element) => element.contains(document.activeElement))).toBe(true);
}

/** Saves a picture of each page; returns what can be read there. */
async function photograph(visitors: readonly Visitor[], name: string): Promise<string[]> {
  const folder = join(screenshots, 'failed');
  await mkdir(folder, { recursive: true });
  const pages = visitors.flatMap(({ context }) => context.pages());
  const seen: string[] = [];
  for (const [index, page] of pages.entries()) {
    const path = join(folder, `${name.replaceAll(/[^\w]+/g, '-').slice(0, 80)}-${index + 1}.png`);
    // The page may be what failed.
    await page.screenshot({ path, timeout: 5_000 }).catch(() => undefined);
    const text = await page
      .locator('body')
      .innerText({ timeout: 5_000 })
      .catch((error: unknown) => `Its text cannot be read: ${String(error)}`);
    seen.push(`Page ${index + 1}, ${page.url()}:\n${text.slice(0, 1_500)}`);
  }
  return seen;
}
