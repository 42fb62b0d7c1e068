import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Browser } from 'playwright-core';
import { madeFolders } from '../scripts/launch/madeFolders.mjs';
import { createProject, signUp } from '../test/support/accounts.ts';
import type { Figure } from './figure.ts';
import { withStartedServer } from './startedServer.ts';

const root = resolve(import.meta.dirname, '..');

/** What is not copied: a fresh clone does not have it. */
const leftOut = new Set(['.git', ...madeFolders]);

/** The sources of this clone, as a fresh one has them. */
async function cloneInto(folder: string): Promise<void> {
  const names = (await readdir(root)).filter((name) => !leftOut.has(name));
  await Promise.all(names.map((name) => cp(join(root, name), join(folder, name), { recursive: true })));
}

/** A newcomer's steps in the browser, with when each was done. */
async function firstResult(browser: Browser, origin: string): Promise<Record<string, number>> {
  const context = await browser.newContext({ baseURL: origin, viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  const done: Record<string, number> = {};
  await signUp(page);
  await page.getByLabel('Organization name').waitFor();
  done['signedUp'] = performance.now();
  await createProject(page, 'First project');
  await page.getByRole('link', { name: 'Create a table' }).first().click();
  done['projectReady'] = performance.now();
  await page.getByRole('button', { name: /^Run/ }).click();
  await page.getByRole('grid').getByRole('gridcell').first().waitFor();
  done['result'] = performance.now();
  await context.close();
  return done;
}

/** From a fresh clone to a first result. The first run fills npm's cache, the second measures with a full one. */
export async function benchFirstStart(browser: Browser): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'basechart first start '));
  try {
    await cloneInto(folder);
    const began = performance.now();
    let installed = began;
    const start = {
      folder,
      dataFolder: join(folder, 'data'),
      env: { CI: '1' },
      onOutput: (said: string) => {
        if (installed === began && said.includes('✓ Installing')) installed = performance.now();
      },
    };
    return await withStartedServer(['npm', 'start', '--silent'], start, async (origin) => {
      const running = performance.now();
      const { signedUp, projectReady, result } = await firstResult(browser, origin);
      const figure = (name: string, until: number, from: number): Figure => ({
        name,
        samples: [(until - from) / 1_000],
        unit: 's',
      });
      return [
        { ...figure('`npm start` in a fresh clone to a first result', result!, began), limit: { atMost: 25 } },
        figure('– the packages are installed', installed, began),
        figure('– the app is built and the server answers', running, installed),
        figure('– a user has signed up', signedUp!, running),
        figure('– a project is ready', projectReady!, signedUp!),
        figure('– its first query has a result', result!, projectReady!),
      ];
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
