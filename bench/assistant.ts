import type { Browser, Page } from 'playwright-core';
/** The assistant panel: its code, its first word, and a long answer while it streams. */
import { href } from '../src/router/href.ts';
import { enrolWithProject, enter } from '../test/support/accounts.ts';
import { startPlatform } from '../test/support/browser.ts';
import { startModelServer } from '../test/support/modelServer.ts';
import { measureVisits, untilSeen, visitOf } from '../test/support/visit.ts';
import type { Figure } from './figure.ts';

const kilobyte = 1_000;
const attempts = 9;
const longAnswers = 5;
/** On a busy machine an answer may be whole in its first frame, which is no rate. */
const droppedAnswers = 10;
const longChars = 50_000;

async function ask(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Question' }).fill(text);
  await page.getByRole('button', { name: 'Send question' }).click();
}

/** When a word was painted in the last answer, by the clock that all processes share. */
const watchFor = (page: Page, word: string) =>
  page.evaluate((awaited) => {
    const { promise, resolve } = Promise.withResolvers<number>();
    requestAnimationFrame(function look() {
      const last = [...document.querySelectorAll('article[aria-label=Answer]')].at(-1);
      if (!last?.textContent?.includes(awaited)) return void requestAnimationFrame(look);
      // The next frame begins once this one is painted.
      requestAnimationFrame((painted) => resolve(performance.timeOrigin + painted));
    });
    Object.assign(globalThis, { paintedAt: promise });
  }, word);

const paintedAt = (page: Page): Promise<number> =>
  page.evaluate(() => (globalThis as unknown as { paintedAt: Promise<number> }).paintedAt);

/** Frames per second from the first word of the last answer until it is whole. */
const watchFrames = (page: Page, chars: number) =>
  page.evaluate((whole) => {
    const { promise, resolve } = Promise.withResolvers<number>();
    const count = document.querySelectorAll('article[aria-label=Answer]').length;
    let [begun, frames] = [0, 0];
    requestAnimationFrame(function look(now) {
      const last = [...document.querySelectorAll('article[aria-label=Answer]')][count];
      const shown = last?.textContent?.length ?? 0;
      if (begun === 0 && shown > 0) begun = now;
      else if (begun > 0) frames += 1;
      if (begun > 0 && shown >= whole && last?.getAttribute('aria-busy') === 'false')
        resolve((frames * 1_000) / (now - begun));
      else requestAnimationFrame(look);
    });
    Object.assign(globalThis, { framesPerSecond: promise });
  }, chars);

const framesPerSecond = (page: Page): Promise<number> =>
  page.evaluate(() => (globalThis as unknown as { framesPerSecond: Promise<number> }).framesPerSecond);

export async function benchAssistant(browser: Browser): Promise<Figure[]> {
  const model = await startModelServer();
  const platform = await startPlatform({ env: model.env });
  try {
    const { account, ref } = await enrolWithProject(platform, 'Bench', 'Orders');
    const page = await browser.newPage({ baseURL: platform.origin() });
    await measureVisits(page, '#main h1');
    await enter(page, account, href('project', { ref }));
    await untilSeen(page);
    await page.waitForLoadState('networkidle');
    const before = (await visitOf(page)).code;
    await page.getByRole('button', { name: 'Assistant', exact: true }).click();
    await page.getByRole('textbox', { name: 'Question' }).waitFor();
    await ask(page, '#say Ready');
    await page.getByText('Ready', { exact: true }).waitFor();
    await page.waitForLoadState('networkidle');
    const opened = (await visitOf(page)).code.slice(before.length);

    const firstWords: number[] = [];
    for (let attempt = 0; attempt < attempts; attempt++) {
      const word = `Marker${attempt}`;
      await watchFor(page, word);
      await ask(page, `#say ${word}`);
      const painted = await paintedAt(page);
      firstWords.push(painted - (model.requests.at(-1)?.firstSentAt ?? Number.NaN));
      await page.getByRole('button', { name: 'Send question' }).waitFor();
    }
    const frames: number[] = [];
    let dropped = 0;
    while (frames.length < longAnswers && dropped < droppedAnswers) {
      await watchFrames(page, longChars * 0.98);
      await ask(page, `#long ${longChars}`);
      const rate = await framesPerSecond(page);
      if (Number.isFinite(rate)) frames.push(rate);
      else dropped += 1;
    }
    if (dropped > 0) console.log(`Long answers that were whole in their first frame, and not counted: ${dropped}`);
    if (frames.length === 0) throw new Error('No long answer took more than one frame.');
    await page.close();
    const isOfPanel = ({ name }: { name: string }) => /^(?:assistant|markdown|model)/.test(name);
    return [
      {
        name: 'Code of the panel before it opens',
        samples: [before.filter(isOfPanel).reduce((sum, { bytes }) => sum + bytes, 0) / kilobyte],
        unit: 'kB',
        limit: { atMost: 0 },
      },
      {
        name: 'Code that opening it and a first answer load',
        samples: [opened.reduce((sum, { bytes }) => sum + bytes, 0) / kilobyte],
        unit: 'kB',
        limit: { atMost: 70 },
      },
      {
        name: 'First word on screen, after the model sent it',
        samples: firstWords,
        unit: 'ms',
        limit: { atMost: 50 },
      },
      {
        name: `While ${longChars.toLocaleString('en-US')} characters stream`,
        samples: frames,
        unit: 'fps',
        limit: { atLeast: 55 },
      },
    ];
  } finally {
    await platform.end();
    await model.close();
  }
}
