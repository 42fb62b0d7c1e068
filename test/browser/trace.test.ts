/** A page that breaks leaves a trace, and the trace replays against the charts, and against none that is broken. */
import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';
import { allCharts, root } from '../../scripts/statecharts/charts.ts';
import { replayTrace } from '../../src/trace/replay.ts';
import { parseTrace } from '../../src/trace/trace.ts';
import { axeViolations } from '../support/browser.ts';
import { brokenCopy, runScript } from '../support/brokenCopy.ts';
import { breakPage } from '../support/brokenPage.ts';
import { journey } from '../support/journey.ts';

journey('a page whose nodes somebody else took away says so, and its trace holds no secret and replays', async ({ page, platform, watch }) => {
  const { secrets } = await breakPage({ page, platform, watch });
  await page.getByText('Application error: a client-side exception has occurred').waitFor();
  expect(await axeViolations(page)).toEqual([]);

  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save a trace' }).click()]);
  expect(download.suggestedFilename()).toMatch(/^basechart-trace-[\dT-]+\.json$/);
  const text = await readFile(await download.path(), 'utf8');
  for (const secret of secrets) expect(text).not.toContain(secret);

  const trace = parseTrace(text);
  const machines = new Map((await allCharts()).map(({ id, machine }) => [id, machine]));
  const report = replayTrace(trace, machines);
  expect(report.steps.length).toBeGreaterThan(30);
  expect(report.unknownMachines).toEqual([]);
  expect(report.differences.map(({ step, recorded, replayed }) => [step.machine, step.event.event.type, recorded, replayed])).toEqual([]);

  const file = await download.path();
  const copy = await brokenCopy({ file: 'src/machines/sqlRun/sqlRun.machine.ts', there: "target: 'resting.succeeded',", instead: "target: 'resting.failed'," });
  try {
    const [whole, broken] = await Promise.all([runScript(root, 'replay.ts', file), runScript(copy.folder, 'replay.ts', file)]);
    expect(whole).toEqual({ code: 0, said: expect.stringContaining('Every chart went the recorded way.') });
    expect(broken.code).toBe(1);
    expect(broken.said).toMatch(/Step \d+ at [\d:.]+: sqlRun got xstate\.done\.actor\.stream\n {2}recorded: .*"succeeded".*\n {2}replayed: .*"failed"/);
  } finally {
    await copy.remove();
  }
});
