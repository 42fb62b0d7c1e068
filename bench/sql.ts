import type { Browser, Page } from 'playwright-core';
import { href } from '../src/router/href.ts';
import { enrolWithProject, runSql, signIn } from '../test/support/accounts.ts';
import { startPlatform } from '../test/support/browser.ts';
import { median, type Figure } from './figure.ts';
import { scrollBesideBare } from './scrolling.ts';

const rows = 100_000;
const columns = 12;

/** Twelve columns of the types that tables are made of, some of them NULL. */
const sql = `select n as id, 'customer ' || n as name, md5(n::text) as token, (n * 7919 % 100000)::int as amount, n * 1.25 as price, n / 7.0::float8 as ratio,
  timestamptz '2026-01-01' + n * interval '1 minute' as created_at, date '2026-01-01' + n % 365 as day, n % 2 = 0 as active,
  case when n % 17 = 0 then null else 'note ' || n % 1000 end as note, jsonb_build_object('row', n) as document, gen_random_uuid() as reference
from generate_series(1, ${rows}) n`;

interface Watched {
  firstRow: number;
  complete: number;
  longest: number;
}

/** Notes, from the next press of a key on, when a row can be seen, when everything is there, and how long the page was held up. */
const watchRun = (page: Page) =>
  page.evaluate((expected) => {
    const watched: Watched = { firstRow: 0, complete: 0, longest: 0 };
    const { promise, resolve } = Promise.withResolvers<Watched>();
    let began = 0;
    const tasks = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) watched.longest = Math.max(watched.longest, duration);
    });
    const look = () => {
      const now = performance.now() - began;
      if (watched.firstRow === 0 && document.querySelector('[role=gridcell]')?.textContent) watched.firstRow = now;
      if (
        [...document.querySelectorAll('[role=status]')].some(({ textContent }) =>
          textContent?.startsWith(`${expected} rows in`),
        )
      ) {
        watched.complete = now;
        tasks.disconnect();
        resolve(watched);
      } else requestAnimationFrame(look);
    };
    addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Enter') return;
        began = performance.now();
        tasks.observe({ type: 'longtask' });
        requestAnimationFrame(look);
      },
      { capture: true },
    );
    Object.assign(globalThis, { watchedRun: promise });
  }, rows.toLocaleString('en-US'));

const watchedRun = (page: Page): Promise<Watched> =>
  page.evaluate(() => (globalThis as unknown as { watchedRun: Promise<Watched> }).watchedRun);

/** A large result in the SQL editor: how soon it is seen, whether the page stays free meanwhile, how it scrolls, how it leaves. */
export async function benchSql(browser: Browser): Promise<Figure[]> {
  const platform = await startPlatform();
  try {
    const { account, ref } = await enrolWithProject(platform, 'Bench', 'Large results');
    const context = await browser.newContext({ baseURL: platform.origin(), viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await signIn(page, account);

    const runs: Watched[] = [];
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await page.goto(href('sql', { ref }));
      await page.getByRole('button', { name: /^Query settings/ }).click();
      await page.getByRole('menuitemradio', { name: 'No limit' }).click();
      await watchRun(page);
      await runSql(page, sql);
      runs.push(await watchedRun(page));
    }

    const scrolls = await scrollBesideBare(page, rows, columns);

    const exports: number[] = [];
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await page.getByRole('button', { name: 'Export' }).click();
      const since = performance.now();
      const download = page.waitForEvent('download');
      await page.getByRole('menuitem', { name: 'CSV exact' }).click();
      await (await download).path();
      exports.push(performance.now() - since);
    }
    await context.close();
    return [
      { name: 'First row of 100,000 × 12 values is seen', samples: runs.map(({ firstRow }) => firstRow), unit: 'ms' },
      { name: 'All of them have arrived', samples: runs.map(({ complete }) => complete), unit: 'ms' },
      { name: 'Longest task meanwhile', samples: runs.map(({ longest }) => longest), unit: 'ms' },
      {
        name: 'Scrolling 300 px in each frame, processor slowed 4×',
        samples: scrolls.own,
        unit: 'fps',
        limit: { atLeast: 52 },
      },
      {
        name: 'The same, times the frames of a bare grid of recycled rows',
        samples: [median(scrolls.own) / median(scrolls.bare)],
        unit: '×',
        limit: { atLeast: 0.9 },
      },
      { name: 'All of them as a CSV file', samples: exports, unit: 'ms' },
    ];
  } finally {
    await platform.end();
  }
}
