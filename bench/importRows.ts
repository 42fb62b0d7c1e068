import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
/** A file of a million rows into a table: how long, and what it holds of the server's and the browser's memory. */
import { href } from '../src/router/href.ts';
import { enrolWithProject, signIn } from '../test/support/accounts.ts';
import { startPlatform } from '../test/support/browser.ts';
import type { Figure } from './figure.ts';
import { residentMegabytes } from './memory.ts';

const rows = 1_000_000;
const sampleMs = 500;

export async function benchImport(browser: Browser): Promise<Figure[]> {
  const platform = await startPlatform();
  const folder = await mkdtemp(join(tmpdir(), 'basechart-bench-'));
  try {
    const { account, ref } = await enrolWithProject(platform, 'Bench', 'Imports');
    const file = join(folder, 'many.csv');
    const lines = Array.from({ length: rows }, (_, n) => `${n + 1},"Name ${n + 1}",${n / 4},2024-02-29T12:00:00Z\n`);
    await writeFile(file, `id,name,price,made\n${lines.join('')}`);
    const context = await browser.newContext({ baseURL: platform.origin() });
    const page = await context.newPage();
    await signIn(page, account);
    await page.goto(href('tables', { ref }));
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    const panel = page.getByRole('dialog', { name: /^Import rows into/ });
    await panel.getByLabel('File to import').setInputFiles(file);
    const begin = panel.getByRole('button', { name: 'Create table and import' });
    await begin.waitFor();
    const heap = () =>
      page.evaluate(() => {
        (globalThis as unknown as { gc: () => void }).gc();
        return (performance as unknown as { memory: { usedJSHeapSize: number } }).memory.usedJSHeapSize / 1024 ** 2;
      });
    const before = { server: await residentMegabytes(platform.server.process.pid!), page: await heap() };
    const most = { server: 0, page: 0 };
    /** How long other requests wait, which the server answers without the project's database. */
    const answers: number[] = [];
    const since = performance.now();
    await begin.click();
    const done = panel
      .getByText('1,000,000 rows imported')
      .waitFor({ timeout: 600_000 })
      .then(() => true);
    let isOver = false;
    do {
      const asked = performance.now();
      await account.request('GET', '/platform/organizations');
      answers.push(performance.now() - asked);
      most.server = Math.max(most.server, await residentMegabytes(platform.server.process.pid!));
      most.page = Math.max(most.page, await heap());
      isOver = await Promise.race([done, pause(sampleMs, false)]);
    } while (!isOver);
    const took = performance.now() - since;
    await context.close();
    return [
      { name: 'Import of 1,000,000 rows from the browser', samples: [took], unit: 'ms' },
      { name: 'Another request meanwhile', samples: answers, unit: 'ms' },
      { name: 'Most that the server has more than before', samples: [most.server - before.server], unit: 'MB' },
      { name: 'Most that the page has more than before', samples: [most.page - before.page], unit: 'MB' },
    ];
  } finally {
    await platform.end();
    await rm(folder, { recursive: true, force: true });
  }
}
