import type { Browser, BrowserContext } from 'playwright-core';
import { href } from '../src/router/href.ts';
import { enrolWithProject, takeSession } from '../test/support/accounts.ts';
import { startPlatform } from '../test/support/browser.ts';
import { bytesOf, measureVisits, untilSeen, visitedPages, visitOf, type Visit } from '../test/support/visit.ts';
import { startBarePage } from './barePage.ts';
import { median, type Figure } from './figure.ts';

const attempts = 5;
const kilobyte = 1_000;

/** How long a page is left alone until everything that it loads by itself is counted. */
const aloneMs = 10_000;

/** Chrome's "Fast 4G" and a processor that is slowed four times. */
const conditions = {
  network: { offline: false, latency: 165, downloadThroughput: 1_012_500, uploadThroughput: 168_750 },
  processor: { rate: 4 },
};

/** What each page is held to: kB of code until it is seen, and times of the bare page's time. */
const limits = {
  'sign-in': { early: 110, alone: 150, times: 1.3 },
  list: { early: 135, alone: 190, times: 1.8, files: 8, longTasksMs: 150 },
  home: { early: 145, times: 2 },
  editor: { early: 300, times: 2.5 },
} as const satisfies Record<keyof typeof visitedPages, Limits>;

interface Limits {
  early: number;
  alone?: number;
  times: number;
  files?: number;
  longTasksMs?: number;
}

const secondVisitTimes = 1.5;

async function visitIn(
  context: BrowserContext,
  url: string,
  seen: string,
  { isSlow = true, isAlone = false }: { isSlow?: boolean; isAlone?: boolean } = {},
): Promise<Visit> {
  const page = await context.newPage();
  if (isSlow) {
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', conditions.network);
    await devtools.send('Emulation.setCPUThrottlingRate', conditions.processor);
  }
  await measureVisits(page, seen);
  await page.goto(url, { waitUntil: 'commit' });
  await untilSeen(page);
  if (isAlone) await page.waitForFunction((end) => performance.now() > end, (await visitOf(page)).seenAt + aloneMs);
  const visit = await visitOf(page);
  await page.close();
  return visit;
}

/** One first visit and, in the same profile, a second one. */
async function visitTwice(browser: Browser, url: string, seen: string, state: BrowserState): Promise<[Visit, Visit]> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, storageState: state });
  try {
    return [await visitIn(context, url, seen), await visitIn(context, url, seen)];
  } finally {
    await context.close();
  }
}

type BrowserState = Awaited<ReturnType<BrowserContext['storageState']>>;
const nobody: BrowserState = { cookies: [], origins: [] };

/**
 * First and second visits of the pages that a user sees first, each beside a bare page with React in the same minute: a
 * ratio of two times says the same on a fast machine and on a slow one.
 */
export async function benchVisits(browser: Browser): Promise<Figure[]> {
  const platform = await startPlatform();
  const settings = await fetch(`${platform.origin()}${href('signIn')}`);
  const config = JSON.parse(/id="runtime-config">(.*?)<\/script>/.exec(await settings.text())![1]!);
  const bare = await startBarePage(config);
  const figures: Figure[] = [];
  try {
    const { account, ref } = await enrolWithProject(platform, 'Bench', 'Orders');
    const entering = await browser.newContext({ baseURL: platform.origin() });
    await takeSession(await entering.newPage(), account);
    const [enteringPage] = entering.pages();
    await enteringPage!.goto(href('projects'));
    const user = await entering.storageState();
    await entering.close();

    for (const [name, { path, seen, access }] of Object.entries(visitedPages)) {
      const { early, alone, times, files, longTasksMs }: Limits = limits[name as keyof typeof limits];
      const state = access === 'user' ? user : nobody;
      const url = platform.origin() + path(ref);
      const first: { own: Visit; bare: Visit }[] = [];
      const second: { own: Visit; bare: Visit }[] = [];
      for (let attempt = 0; attempt < attempts; attempt += 1) {
        const [bareFirst, bareSecond] = await visitTwice(browser, bare.origin, 'h1', nobody);
        const [ownFirst, ownSecond] = await visitTwice(browser, url, seen, state);
        first.push({ own: ownFirst, bare: bareFirst });
        second.push({ own: ownSecond, bare: bareSecond });
      }
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, storageState: state });
      const left = await visitIn(context, url, seen, { isSlow: false, isAlone: true });
      await context.close();

      const own = first.map((pair) => pair.own);
      const ratio = (pairs: typeof first) => {
        const bareMs = median(pairs.map((pair) => pair.bare.seenAt));
        return pairs.map((pair) => pair.own.seenAt / bareMs);
      };
      const codeFiles = own.map(({ code }) => code.filter(({ isEarly }) => isEarly));
      figures.push(
        {
          name: `${name}: code until it is seen`,
          samples: codeFiles.map((code) => bytesOf(code) / kilobyte),
          unit: 'kB',
          limit: { atMost: early },
        },
        {
          name: `${name}: code files until it is seen`,
          samples: codeFiles.map((code) => code.length),
          unit: '',
          ...(files !== undefined && { limit: { atMost: files } }),
        },
        {
          name: `${name}: code in ${aloneMs / 1_000} s alone`,
          samples: [bytesOf(left.code) / kilobyte],
          unit: 'kB',
          ...(alone !== undefined && { limit: { atMost: alone } }),
        },
        { name: `${name}: first visit`, samples: own.map(({ seenAt }) => seenAt), unit: 'ms' },
        {
          name: `${name}: first visit, times that of the bare page`,
          samples: ratio(first),
          unit: '×',
          limit: { atMost: times },
        },
        {
          name: `${name}: second visit, times that of the bare page`,
          samples: ratio(second),
          unit: '×',
          limit: { atMost: secondVisitTimes },
        },
        {
          name: `${name}: long tasks until it is seen`,
          samples: own.map((visit) => visit.longTasksMs),
          unit: 'ms',
          ...(longTasksMs !== undefined && { limit: { atMost: longTasksMs } }),
        },
        {
          name: `${name}: layout shift`,
          samples: own.map(({ layoutShift }) => layoutShift),
          unit: '',
          limit: { atMost: 0.000_5 },
        },
      );
    }
  } finally {
    await bare.end();
    await platform.end();
  }
  return figures;
}
