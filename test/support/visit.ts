import type { Page } from 'playwright-core';
/** What a visit of a page costs, by the page's own clock: for the budget's journeys and for the benchmark. */
import { href } from '../../src/router/href.ts';

interface Measured {
  /** Milliseconds until the content that was waited for stood there. */
  seenAt: number | null;
  longTasks: { start: number; ms: number }[];
  shifts: { value: number; moved: string }[];
}

interface CodeFile {
  /** The file without folder, hash and extension. */
  name: string;
  /** As transferred, so compressed. */
  bytes: number;
  /** Whether it was requested before the page's content was seen. */
  isEarly: boolean;
}

export interface Visit {
  seenAt: number;
  code: readonly CodeFile[];
  /** The total of the tasks of 50 ms and more that began before the content was seen. */
  longTasksMs: number;
  layoutShift: number;
  /** What moved without an act of the user, as sentences. */
  shifts: readonly string[];
}

/** The pages whose speed is held to something: where they are, and what a user comes for. */
export const visitedPages = {
  'sign-in': { access: 'guest', path: () => href('signIn'), seen: 'input[type=email]' },
  list: { access: 'user', path: () => href('projects'), seen: '#main a[href^="/project/"]' },
  home: { access: 'user', path: (ref: string) => href('project', { ref }), seen: '#main h1' },
  editor: { access: 'user', path: (ref: string) => href('sql', { ref }), seen: '.cm-content' },
} as const;

const globalName = '__visit';
type Measuring = typeof globalThis & { [globalName]: Measured };

/** Measures the next page that opens; its content is seen once the selector matches. */
export async function measureVisits(page: Page, selector: string): Promise<void> {
  await page.addInitScript(
    ([name, awaited]) => {
      const measured: Measured = { seenAt: null, longTasks: [], shifts: [] };
      Object.assign(globalThis, { [name]: measured });
      const look = () => {
        if (document.querySelector(awaited)) measured.seenAt = performance.now();
        else requestAnimationFrame(look);
      };
      look();
      new PerformanceObserver((list) => {
        for (const { startTime, duration } of list.getEntries())
          measured.longTasks.push({ start: startTime, ms: duration });
      }).observe({ type: 'longtask', buffered: true });
      interface Shift extends PerformanceEntry {
        value: number;
        hadRecentInput: boolean;
        sources: readonly { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
      }
      new PerformanceObserver((list) => {
        for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
          if (hadRecentInput) continue;
          const moved = sources.map(({ node, previousRect: from, currentRect: to }) => {
            const element = node instanceof Element ? node : node?.parentElement;
            const place = ({ x, y, width, height }: DOMRectReadOnly) => `${x},${y} ${width}×${height}`;
            return `${element?.outerHTML.slice(0, 120) ?? 'what is gone'} (${place(from)} → ${place(to)})`;
          });
          measured.shifts.push({ value, moved: `${value} by ${moved.join(' and ')}` });
        }
      }).observe({ type: 'layout-shift', buffered: true });
    },
    [globalName, selector] as const,
  );
}

/** Waits until the content is seen. */
export async function untilSeen(page: Page): Promise<void> {
  await page.waitForFunction(
    (name) => (globalThis as Measuring)[name as typeof globalName].seenAt !== null,
    globalName,
  );
}

/** The visit so far; its content must have been seen. */
export async function visitOf(page: Page): Promise<Visit> {
  const { measured, scripts } = await page.evaluate((name) => {
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    return {
      measured: (globalThis as Measuring)[name as typeof globalName],
      scripts: entries
        .filter((entry) => new URL(entry.name).pathname.endsWith('.js'))
        .map((entry) => ({ url: entry.name, bytes: entry.encodedBodySize, start: entry.startTime })),
    };
  }, globalName);
  const { seenAt, longTasks, shifts } = measured;
  if (seenAt === null) throw new Error('The content of the page has not been seen.');
  return {
    seenAt,
    code: scripts.map(({ url, bytes, start }) => ({
      name: /([^/]+?)(?:-[\w-]{7,8})?\.js$/.exec(url)![1]!,
      bytes,
      isEarly: start < seenAt,
    })),
    longTasksMs: longTasks.filter(({ start }) => start < seenAt).reduce((sum, { ms }) => sum + ms, 0),
    layoutShift: shifts.reduce((sum, { value }) => sum + value, 0),
    shifts: shifts.map(({ moved }) => moved),
  };
}

export const bytesOf = (code: Visit['code']): number => code.reduce((sum, { bytes }) => sum + bytes, 0);
