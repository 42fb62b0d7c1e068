import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
/** The table editor in the browser: opening a table, a first visit, and typing while much is staged. */
import { href } from '../src/router/href.ts';
import { enrolWithProject, signIn } from '../test/support/accounts.ts';
import { launchBrowser, startPlatform } from '../test/support/browser.ts';
import { bytesOf, measureVisits, untilSeen, visitOf } from '../test/support/visit.ts';
import { median, percentile, type Figure } from './figure.ts';
import { scrollBesideBare } from './scrolling.ts';

const kilobyte = 1_000;
const attempts = 9;
const storedRows = 40;
const columns = 13;
const stagedRows = 5_000;
const typedWord = 'harbor';

const setup = `
  create table wide (id int primary key, ${Array.from({ length: columns - 1 }, (_, column) => `c${column} text`).join(', ')});
  insert into wide select n, ${Array.from({ length: columns - 1 }, (_, column) => `'value ${column} of ' || n`).join(', ')}
    from generate_series(1, ${storedRows}) n;
  create table other (id int primary key);
`;

/** Milliseconds from the answer with the rows of `wide` until they are painted. */
async function opened(page: Page): Promise<number> {
  const list = page.getByRole('navigation', { name: 'Tables of the project' });
  await list.getByRole('link', { name: 'other' }).click();
  await page.getByRole('grid', { name: 'Rows of other' }).waitFor();
  await page.evaluate(() => {
    const { promise, resolve } = Promise.withResolvers<number>();
    performance.clearResourceTimings();
    requestAnimationFrame(function look() {
      const cell = document.querySelector(
        '[role=grid][aria-label="Rows of wide"] [role=row]:not([hidden]) [role=gridcell]',
      );
      if (!cell?.textContent) return void requestAnimationFrame(look);
      // The next frame begins once this one is painted.
      requestAnimationFrame((painted) => {
        const answer = performance
          .getEntriesByType('resource')
          .findLast((entry) => entry.name.endsWith('/rows')) as PerformanceResourceTiming;
        resolve(painted - answer.responseEnd);
      });
    });
    Object.assign(globalThis, { paintedAfter: promise });
  });
  await list.getByRole('link', { name: 'wide' }).click();
  return await page.evaluate(() => (globalThis as unknown as { paintedAfter: Promise<number> }).paintedAfter);
}

/** Pastes new rows into `wide`, so that as many changes are staged. */
async function stageRows(page: Page): Promise<void> {
  const grid = page.getByRole('grid', { name: 'Rows of wide' });
  await grid.click();
  await page.evaluate(
    ([count, width]) => {
      const lineOf = (row: number) =>
        [row + 1_000, ...Array.from({ length: width - 1 }, () => `new ${row}`)].join('\t');
      const data = new DataTransfer();
      data.setData('text/plain', Array.from({ length: count }, (_, row) => lineOf(row)).join('\n'));
      const target = document.querySelector('[role=grid]')!;
      target.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    },
    [stagedRows + storedRows, columns] as const,
  );
  await page.getByText(/5,0\d\d changes staged/).waitFor();
}

/** Milliseconds from each key to the paint that follows it, while words are typed into cells. */
async function typedKeys(page: Page): Promise<number[]> {
  const grid = page.getByRole('grid', { name: 'Rows of wide' });
  await page.evaluate(() => {
    const keys: number[] = [];
    addEventListener(
      'keydown',
      ({ timeStamp }) => {
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          // A task after the frame: it has been painted.
          port1.addEventListener('message', () => void keys.push(performance.now() - timeStamp));
          port1.start();
          port2.postMessage(null);
        });
      },
      { capture: true },
    );
    Object.assign(globalThis, { typedKeys: keys });
  });
  await grid.locator('[aria-rowindex="3"] [aria-colindex="3"]').click();
  for (let word = 0; word < 20; word++) {
    await page.keyboard.press('F2');
    await page.keyboard.type(typedWord, { delay: 40 });
    await page.keyboard.press('Enter', { delay: 40 });
  }
  return await page.evaluate(() => (globalThis as unknown as { typedKeys: number[] }).typedKeys);
}

export async function benchTableEditor(browser: Browser): Promise<Figure[]> {
  const platform = await startPlatform();
  try {
    const { account, ref } = await enrolWithProject(platform, 'Bench', 'Tables');
    await fetch(`${platform.origin()}/api/platform/projects/${ref}/database/query`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${account.token}` },
      body: JSON.stringify({ id: randomUUID(), sql: setup }),
    }).then((answer) => answer.text());
    const context = await browser.newContext({ baseURL: platform.origin(), viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await signIn(page, account);
    await page.goto(href('tables', { ref }));
    const openings: number[] = [];
    for (let attempt = 0; attempt < attempts; attempt++) openings.push(await opened(page));
    const state = await context.storageState();
    await stageRows(page);
    const scrolls = await scrollBesideBare(page, stagedRows + storedRows, columns);
    await context.close();

    // At 60 frames a second, a key waits for up to 16.7 ms before anything of the app counts.
    const unpaced = await launchBrowser('--disable-frame-rate-limit', '--disable-gpu-vsync');
    const typing = await unpaced.newPage({
      baseURL: platform.origin(),
      viewport: { width: 1440, height: 900 },
      storageState: state,
    });
    await typing.goto(href('tables', { ref }));
    await opened(typing);
    await stageRows(typing);
    const keys = await typedKeys(typing);
    await unpaced.close();

    const fresh = await browser.newContext({ viewport: { width: 1280, height: 800 }, storageState: state });
    const visiting = await fresh.newPage();
    await measureVisits(visiting, '[aria-label="Tables of the project"] a');
    await visiting.goto(`${platform.origin()}${href('tables', { ref })}`, { waitUntil: 'commit' });
    await untilSeen(visiting);
    const code = (await visitOf(visiting)).code.filter(({ isEarly }) => isEarly);
    await fresh.close();
    return [
      { name: 'A table of 40 × 13 is painted after its answer', samples: openings, unit: 'ms', limit: { atMost: 50 } },
      {
        name: 'First visit to the table editor: code until the tables are listed',
        samples: [bytesOf(code) / kilobyte],
        unit: 'kB',
        limit: { atMost: 150 },
      },
      {
        name: `First visit to the table editor: code files (${code.map(({ name }) => name).join(', ')})`,
        samples: [code.length],
        unit: '',
        limit: { atMost: 8 },
      },
      {
        name: `A key in a cell is painted, ${stagedRows.toLocaleString('en')} changes staged, without waiting for a frame, 95th percentile`,
        samples: [percentile(keys, 95)],
        unit: 'ms',
        limit: { atMost: 16 },
      },
      {
        name: `Scrolling ${stagedRows.toLocaleString('en')} staged rows 300 px in each frame, processor slowed 4×`,
        samples: scrolls.own,
        unit: 'fps',
      },
      {
        name: 'The same, times the frames of a bare grid of recycled rows',
        samples: [median(scrolls.own) / median(scrolls.bare)],
        unit: '×',
        limit: { atLeast: 0.9 },
      },
    ];
  } finally {
    await platform.end();
  }
}
