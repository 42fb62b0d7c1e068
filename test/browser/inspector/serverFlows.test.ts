import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';
import { allCharts } from '../../../scripts/statecharts/charts.ts';
import { replayTrace } from '../../../src/inspector/trace/replay.ts';
import { parseTrace } from '../../../src/inspector/trace/trace.ts';
/** The server's charts in the flow inspector of a user at the server's own machine. */
import { href } from '../../../src/router/href.ts';
import { enrolWithProject, enter } from '../../support/accounts.ts';
import { openPanel, panelOf, watchActor } from '../../support/inspector.ts';
import { journeysOn } from '../../support/journey.ts';

const journey = journeysOn({ env: { BASECHART_INSPECTOR: 'true' } });

journey(
  'a restart lights its way through the project’s chart on the server, and the saved trace replays it',
  async ({ page, platform }) => {
    const { account, ref } = await enrolWithProject(platform, 'Canary organization', 'Canary project');
    await enter(page, account, href('project', { ref }));
    await openPanel(page);
    await page.getByRole('treeitem', { name: 'Server' }).waitFor();
    await watchActor(page, 'reconciler');
    await page.locator('[data-state^="reconciler."][data-active]').first().waitFor();

    const response = await fetch(`${platform.origin()}/api/platform/projects/${ref}/restart`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${account.token}` },
    });
    expect(response.status).toBe(202);
    await page.getByRole('button', { name: 'Events', exact: true }).click();
    const log = panelOf(page).getByRole('region', { name: 'Events' });
    // The server's charts poll: their events are shown when the user asks for them.
    await log.getByRole('button').first().waitFor();
    expect(await log.getByText('reconciler', { exact: true }).count()).toBe(0);
    await page.getByLabel('Server events').click();
    await page.getByLabel('Filter events').fill('restart');
    await log.getByText('restart answers').first().waitFor();

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save trace' }).click(),
    ]);
    const text = await readFile(await download.path(), 'utf8');
    for (const secret of [account.password, account.token, account.email, 'Canary']) expect(text).not.toContain(secret);
    const trace = parseTrace(text);
    const lives = trace.actors.filter(({ machine }) => machine === 'lifecycle').map(({ session }) => session);
    const states = trace.events.filter(({ actor }) => lives.includes(actor)).map(({ after }) => after.value);
    expect(states).toEqual(expect.arrayContaining(['restarting', { activeHealthy: 'recording' }]));
    const machines = new Map((await allCharts()).map(({ id, machine }) => [id, machine]));
    const { differences, unknownMachines } = replayTrace(trace, machines);
    expect(unknownMachines).toEqual([]);
    expect(
      differences.map(({ step, recorded, replayed }) => [step.machine, step.event.event.type, recorded, replayed]),
    ).toEqual([]);
  },
);
