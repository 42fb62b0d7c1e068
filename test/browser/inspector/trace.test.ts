import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';
import { allCharts, root } from '../../../scripts/statecharts/charts.ts';
import { replayTrace } from '../../../src/inspector/trace/replay.ts';
import { parseTrace } from '../../../src/inspector/trace/trace.ts';
/** A page that breaks leaves a trace, and the trace replays against the charts, and against none that is broken. Nothing else of it is to be had where nobody asked for the inspector. */
import { href } from '../../../src/router/href.ts';
import { enrol, enter } from '../../support/accounts.ts';
import { axeViolations } from '../../support/browser.ts';
import { faultyCopy, runScript } from '../../support/faultyCopy.ts';
import { injectFault } from '../../support/faultyPage.ts';
import { journey } from '../../support/journey.ts';

journey(
  'a page whose nodes somebody else took away says so, and its trace holds no secret and replays',
  async ({ page, platform, watch }) => {
    const { secrets } = await injectFault({ page, platform, watch });
    await page.getByText('Application error: a client-side exception has occurred').waitFor();
    expect(await axeViolations(page)).toEqual([]);

    expect(await page.getByRole('button', { name: 'Save trace' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Preview trace' }).click();
    const entries = page.getByRole('region', { name: 'Entries of the trace' });
    await entries.waitFor();
    expect(await axeViolations(page)).toEqual([]);
    const titles = await entries.locator('summary').allTextContents();

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save trace' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^basechart-trace-[\dT-]+\.json$/);
    const text = await readFile(await download.path(), 'utf8');
    for (const secret of secrets) expect(text).not.toContain(secret);

    const trace = parseTrace(text);
    // The user has seen what the file contains, entry by entry.
    expect(titles.length).toBe(trace.actors.length + trace.events.length);
    const newest = trace.events.at(-1)!;
    expect(titles.at(-1)).toContain(newest.event.type);
    await entries.locator('summary').last().click();
    expect(JSON.parse((await entries.locator('pre').textContent())!)).toEqual(newest);
    const machines = new Map((await allCharts()).map(({ id, machine }) => [id, machine]));
    const report = replayTrace(trace, machines);
    expect(report.steps.length).toBeGreaterThan(30);
    expect(report.unknownMachines).toEqual([]);
    expect(
      report.differences.map(({ step, recorded, replayed }) => [
        step.machine,
        step.event.event.type,
        recorded,
        replayed,
      ]),
    ).toEqual([]);

    const file = await download.path();
    const copy = await faultyCopy({
      file: 'src/machines/sql/sqlRun/sqlRun.machine.ts',
      there: "target: '#sqlRun.run.resting.succeeded',",
      instead: "target: '#sqlRun.run.resting.failed',",
    });
    try {
      const [whole, broken] = await Promise.all([
        runScript(root, 'replay.ts', file),
        runScript(copy.folder, 'replay.ts', file),
      ]);
      expect(whole).toEqual({ code: 0, said: expect.stringContaining('All charts followed the recorded path.') });
      expect(broken.code).toBe(1);
      expect(broken.said).toMatch(
        /Step \d+ at [\d:.]+: sqlRun got xstate\.done\.actor\.stream\n {2}recorded: .*"succeeded".*\n {2}replayed: .*"failed"/,
      );
    } finally {
      await copy.remove();
    }
  },
);

journey(
  'where nobody asked for the inspector there is none, and no script of the page gets at what is recorded',
  async ({ page, platform, visitor, watch }) => {
    const blank = await visitor.context.newPage();
    const namesIn = (other: typeof page) => other.evaluate(() => Object.getOwnPropertyNames(globalThis));
    await blank.goto('/favicon.svg');
    const known = new Set(await namesIn(blank));
    await blank.close();

    await enter(page, await enrol(platform));
    await page.getByRole('heading', { name: 'Projects' }).waitFor();
    await page.keyboard.press('F9');
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('dialog').getByRole('combobox').fill('flow inspector');
    await page.getByRole('option', { name: 'Search the docs for “flow inspector”', selected: true }).waitFor();
    expect(await page.getByRole('region', { name: 'Flow inspector' }).count()).toBe(0);
    expect((await namesIn(page)).filter((name) => !known.has(name))).toEqual([]);
    expect(
      watch
        .requests()
        .map((request) => new URL(request.url()).pathname)
        .filter((path) => /inspector|elk/i.test(path)),
    ).toEqual([]);

    for (const address of [href('flows'), href('flowsReceiver')]) {
      await page.goto(address);
      await page.getByText('Flow inspector disabled').waitFor();
      expect(await page.getByRole('tree').count()).toBe(0);
    }
  },
);
