import type { Browser } from 'playwright-core';
import { assign, createActor, setup } from 'xstate';
import { createTraceRecorder } from '../src/inspector/trace/recorder.ts';
import { enrolWithProject, signIn } from '../test/support/accounts.ts';
import { startPlatform } from '../test/support/browser.ts';
import { median, type Figure } from './figure.ts';

const counter = setup({
  types: { context: {} as { count: number }, events: {} as { type: 'count.raised' } },
  actions: { raise: assign({ count: ({ context }) => context.count + 1 }) },
}).createMachine({
  id: 'counter',
  context: { count: 0 },
  initial: 'even',
  states: {
    even: { on: { 'count.raised': { target: 'odd', actions: 'raise' } } },
    odd: { on: { 'count.raised': { target: 'even', actions: 'raise' } } },
  },
});

const events = 20_000;

/** Microseconds that an event takes, with or without being recorded. */
function eventCost(isRecorded: boolean): number {
  const recorder = createTraceRecorder({ now: Date.now, version: '' });
  const actor = createActor(counter, isRecorded ? { inspect: recorder.observe } : {}).start();
  const begun = performance.now();
  for (let index = 0; index < events; index += 1) actor.send({ type: 'count.raised' });
  const took = performance.now() - begun;
  actor.stop();
  return (took / events) * 1_000;
}

const frames = { seconds: 5, perSecond: 1_000 };

/** What recording costs an interaction, and what the open inspector costs a busy page. */
export async function benchTrace(browser: Browser): Promise<Figure[]> {
  const costs = Array.from({ length: 9 }, () => ({ plain: eventCost(false), recorded: eventCost(true) })).slice(2);
  const perEvent = costs.map(({ plain, recorded }) => Math.max(0, recorded - plain));

  const platform = await startPlatform({ env: { BASECHART_INSPECTOR: 'true' } });
  const shares: number[] = [];
  const eventCounts: number[] = [];
  const paces: { p95: number; longest: number; actors: number; rate: number }[] = [];
  try {
    const { account } = await enrolWithProject(platform, 'Bench', 'Frames');
    const context = await browser.newContext({ baseURL: platform.origin(), viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    await signIn(page, account);
    await page.getByRole('link', { name: 'Frames' }).waitFor();
    await page.waitForLoadState('networkidle');
    const panel = page.getByRole('region', { name: 'Flow inspector' });
    while (!(await panel.isVisible())) {
      await page.keyboard.press('F9');
      await panel.waitFor({ timeout: 1_000 }).catch(() => undefined);
    }
    const said = async () => {
      const [, actors, counted] =
        /(\d+) actors · ([\d,]+) events/.exec((await panel.getByText(/^Live/).textContent()) ?? '') ?? [];
      return { actors: Number(actors), events: Number(counted?.replaceAll(',', '')) };
    };

    // To the project and back: a click, until what was asked for stands there.
    for (let round = 0; round < 5; round += 1) {
      const before = await said();
      const begun = await page.evaluate(() => performance.now());
      await page.getByRole('link', { name: 'Frames' }).click();
      await page.getByRole('link', { name: 'Open the SQL editor' }).waitFor();
      const took = (await page.evaluate(() => performance.now())) - begun;
      await page.waitForTimeout(300);
      const count = (await said()).events - before.events;
      eventCounts.push(count);
      shares.push((count * median(perEvent)) / 1_000 / took);
      await page.getByRole('link', { name: 'Basechart home' }).click();
      await page.getByRole('link', { name: 'Frames' }).waitFor();
    }

    // The busiest actor there is: the one that hears keys. Its chart is on screen, and the log of events beside it.
    await page.getByRole('treeitem', { name: /^shortcuts\b/ }).click();
    await page.getByRole('button', { name: 'Events', exact: true }).click();
    for (let round = 0; round < 3; round += 1) {
      const before = await said();
      const pace = await page.evaluate(async ({ seconds, perSecond }) => {
        const gaps: number[] = [];
        let last = performance.now();
        const end = last + seconds * 1_000;
        let sent = 0;
        const begun = last;
        await new Promise<void>((done) => {
          const frame = (now: number) => {
            gaps.push(now - last);
            last = now;
            for (const due = ((now - begun) / 1_000) * perSecond; sent < due; sent += 1) {
              document.body.dispatchEvent(
                new KeyboardEvent('keydown', { key: 'y', code: 'KeyY', bubbles: true, cancelable: true }),
              );
            }
            if (now < end) requestAnimationFrame(frame);
            else done();
          };
          requestAnimationFrame(frame);
        });
        const sorted = gaps.slice(2).toSorted((a, b) => a - b);
        return { p95: sorted[Math.floor(sorted.length * 0.95)]!, longest: sorted.at(-1)! };
      }, frames);
      await page.waitForTimeout(300);
      const after = await said();
      paces.push({ ...pace, actors: after.actors, rate: (after.events - before.events) / frames.seconds });
    }
    await context.close();
  } finally {
    await platform.end();
  }
  return [
    { name: 'Recording one event, beyond what it takes unrecorded (µs)', samples: perEvent, unit: '' },
    { name: 'Events of opening a project', samples: eventCounts, unit: '' },
    {
      name: 'Recording them, as a share of the time until it stands there (%)',
      samples: shares.map((share) => share * 100),
      unit: '',
      limit: { atMost: 2 },
    },
    { name: 'Live actors with the inspector open', samples: paces.map(({ actors }) => actors), unit: '' },
    { name: 'Events a second', samples: paces.map(({ rate }) => rate), unit: '', limit: { atLeast: 1_000 } },
    {
      name: 'Time between frames meanwhile, 95th percentile',
      samples: paces.map(({ p95 }) => p95),
      unit: 'ms',
      limit: { atMost: 50 },
    },
    { name: 'Longest time between frames meanwhile', samples: paces.map(({ longest }) => longest), unit: 'ms' },
  ];
}
