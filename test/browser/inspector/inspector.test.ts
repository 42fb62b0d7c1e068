import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { allCharts } from '../../../scripts/statecharts/charts.ts';
import { parseTrace } from '../../../src/inspector/trace/trace.ts';
import { traceLimits } from '../../../src/inspector/trace/traceLimits.ts';
/** The flow inspector: watching a sign-in, an outage, a trace, and the look of it. */
import { href } from '../../../src/router/href.ts';
import {
  enrolWithProject,
  enrol,
  enter,
  makeOrganization,
  runSql,
  signIn,
  signInHere,
  typeSql,
} from '../../support/accounts.ts';
import { axeViolationsInThemes, horizontalOverflow, lostConnection } from '../../support/browser.ts';
import { highlighted, openPanel, panelOf, watchActor } from '../../support/inspector.ts';
import { journeysApart, journeysOn } from '../../support/journey.ts';
import { smallTargets } from '../../support/touchTargets.ts';

const withInspector = { env: { BASECHART_INSPECTOR: 'true' } };
const journey = journeysOn(withInspector);

journey(
  'a sign-in lights its way through the session’s chart, and closing the panel gives the page back',
  async ({ page, platform }) => {
    const person = await enrol(platform);
    await page.goto(href('signIn'));
    await page.getByLabel('Email').waitFor();
    await openPanel(page);
    await watchActor(page, 'session');
    await highlighted(page, 'session.none').waitFor();
    await signInHere(page, person);
    await highlighted(page, 'session.present.token.fresh').waitFor();
    expect(await highlighted(page, 'session.none').count()).toBe(0);
    // The timer of the next look at the token, and how long it still runs.
    await page.getByRole('region', { name: 'Timers' }).getByText('after tick').waitFor();
    expect(await page.locator('[data-remaining]').first().textContent()).toMatch(/^\d+(?:\.\d)? (?:ms|s) of 30 s$/);

    await page.getByRole('button', { name: 'Events', exact: true }).click();
    await page.getByLabel('Filter events').fill('session.began');
    await page.getByRole('region', { name: 'Events' }).getByText('session.began').first().click();
    expect(await panelOf(page).textContent()).not.toContain(person.password);
    // From a line of the log to the state that its actor is in.
    await page.getByRole('region', { name: 'Events' }).getByText('app', { exact: true }).first().click();
    await page.getByRole('button', { name: 'Show in chart' }).click();
    await highlighted(page, 'app.running.signedIn').waitFor();

    const height = () => page.evaluate(() => document.querySelector('main')!.getBoundingClientRect().bottom);
    const open = await height();
    await page.keyboard.press('F9');
    await panelOf(page).waitFor({ state: 'detached' });
    expect(await height()).toBeGreaterThan(open + 100);
  },
);

journeysApart(withInspector)(
  'a server that stops is seen as a refresh that backs off, and comes back',
  async ({ page, platform, watch }) => {
    watch.allow(lostConnection);
    const account = await enrol(platform);
    await page.clock.install();
    await signIn(page, account);
    await page.getByRole('heading', { name: 'Projects' }).waitFor();
    await openPanel(page);
    await watchActor(page, 'session');
    await highlighted(page, 'session.present.token.fresh').waitFor();

    await platform.server.stop();
    // Less than a minute of the token's hour is left at the next tick.
    await page.clock.fastForward(3_550_000);
    await highlighted(page, 'session.present.token.backingOff').waitFor();
    await page.getByRole('region', { name: 'Timers' }).getByText('after backoff').waitFor();
    await platform.restart();
    await highlighted(page, 'session.present.token.fresh').waitFor();
  },
);

journey(
  'a trace is saved, replayed from the command line, loaded and stepped through; a file that is none says so',
  async ({ page, platform }) => {
    const { account, ref } = await enrolWithProject(platform, 'North', 'Soundings');
    await enter(page, account, href('sql', { ref }));
    await typeSql(page, "select 'canary-sql'");
    await openPanel(page);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save trace' }).click(),
    ]);
    const path = join(platform.data, 'trace.json');
    const text = await readFile(await download.path(), 'utf8');
    await writeFile(path, text);
    for (const secret of [account.password, account.token, 'canary-sql', 'eyJ']) expect(text).not.toContain(secret);

    const { stdout } = await promisify(execFile)(process.execPath, [
      resolve(import.meta.dirname, '../../../scripts/replay.ts'),
      path,
    ]);
    expect(stdout).toMatch(/\d+ steps of \d+ charts replayed\.\nAll charts followed the recorded path\./);

    await page.goto(href('flows'));
    await page.getByRole('heading', { name: 'Flows', level: 1 }).waitFor();
    await page.getByLabel('Trace file').setInputFiles(path);
    const trace = parseTrace(text);
    const said = page.getByRole('region', { name: 'Trace' }).getByRole('status');
    await expect.poll(() => said.textContent()).toContain(`1 of ${trace.events.length}`);
    await page.getByRole('button', { name: 'Step forward' }).click();
    await expect.poll(() => said.textContent()).toContain(`2 of ${trace.events.length}`);
    await page.getByRole('button', { name: 'Go to end' }).click();
    await expect.poll(() => said.textContent()).toContain(`${trace.events.length} of ${trace.events.length}`);
    await page.getByRole('button', { name: 'Step back' }).click();
    await watchActor(page, 'session');
    await highlighted(page, 'session.present.token.fresh').waitFor();
    await page.getByRole('button', { name: 'Go live' }).click();
    await page.getByText(/^Live/).waitFor();

    await page
      .getByLabel('Trace file')
      .setInputFiles({ name: 'list.json', mimeType: 'application/json', buffer: Buffer.from('[1]') });
    await page.getByText('This file is not a Basechart trace').waitFor();
    await page.getByLabel('Trace file').setInputFiles({
      name: 'huge.json',
      mimeType: 'application/json',
      buffer: Buffer.alloc(traceLimits.bytes + 1, 'a'),
    });
    await page.getByText('huge.json is too large: a trace has at most 8 MB.').waitFor();
  },
);

journey('every chart is listed; a large one is folded, found in, unfolded and walked by keyboard', async ({ page }) => {
  await page.goto(href('flows'));
  const listed = page.getByRole('list', { name: 'All charts' }).getByRole('button');
  await listed.first().waitFor();
  expect((await listed.allTextContents()).toSorted()).toEqual((await allCharts()).map(({ id }) => id).toSorted());

  await page.getByRole('button', { name: 'lifecycle', exact: true }).click();
  await page.locator('[data-picture="lifecycle"]').waitFor();
  expect(await page.locator('[data-state]').count()).toBeLessThan(31);
  const search = page.getByLabel('Find a state or event');
  const count = page
    .getByRole('region', { name: 'Chart lifecycle' })
    .getByRole('status')
    .filter({ hasText: /match| of / });
  await search.fill('unrecorded');
  await expect.poll(() => count.textContent()).toMatch(/^\d+ matches$/);
  const total = Number((await count.textContent())!.split(' ')[0]);
  const folded = () => page.locator('[data-state]').count();
  const before = await folded();
  // From match to match by Enter: what is collapsed around one is expanded, and it stands in the middle, readable.
  const match = page.locator('[data-match]');
  const seen: string[] = [];
  for (const [key, text] of [
    ['Enter', `1 of ${total}`],
    ['Enter', `2 of ${total}`],
    ['Shift+Enter', `1 of ${total}`],
    ['Shift+Enter', `${total} of ${total}`],
  ] as const) {
    await search.press(key);
    await expect.poll(() => count.textContent()).toMatch(new RegExp(`^${text}: `));
    seen.push((await count.textContent())!);
    await expect
      .poll(async () => {
        const view = (await page.getByRole('group', { name: 'Chart of lifecycle' }).boundingBox())!;
        const box = await match.boundingBox();
        return box && box.x >= view.x && box.y >= view.y && box.y + box.height <= view.y + view.height;
      })
      .toBe(true);
    expect(Number(await page.locator('[data-picture]').getAttribute('data-scale'))).toBeGreaterThanOrEqual(0.6);
  }
  expect(await folded()).toBeGreaterThan(before);
  expect(seen[0]).toBe(seen[2]);
  expect(await search.evaluate((field) => field === document.activeElement)).toBe(true);
  await search.fill('no such thing');
  await expect.poll(() => count.textContent()).toBe('No matches');
  await search.fill('');
  await page.getByRole('button', { name: /^(?:Expand|Collapse) all$/ }).click();
  if (await page.getByRole('button', { name: 'Expand all' }).isVisible())
    await page.getByRole('button', { name: 'Expand all' }).click();
  await page.locator('[data-state="lifecycle.activeHealthy.idle"]').waitFor();
  await page.locator('[data-state="lifecycle.upgrading"]').focus();
  await page.keyboard.press('ArrowDown');
  expect(await page.evaluate(() => document.activeElement?.getAttribute('data-state'))).not.toBe('lifecycle.upgrading');
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name: /^State / }).waitFor();
});

journey('from the log to a state that a large chart has collapsed', async ({ page, platform }) => {
  const { account, ref } = await enrolWithProject(platform, 'Whitby', 'Tide tables');
  await enter(page, account, href('sql', { ref }));
  await runSql(page, 'select 1');
  await openPanel(page);
  await page.getByRole('button', { name: 'Events', exact: true }).click();
  await page.getByLabel('Filter events').fill('run.resting.');
  const row = page.getByRole('region', { name: 'Events' }).getByRole('button').last();
  // The docked log has room for where an event led.
  expect(
    await row.locator('[data-state-after]').evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth),
  ).toBe(true);
  await row.click();
  // The chart of an actor shows where it is, though a large one begins collapsed.
  await page.getByRole('treeitem', { name: /^run\b/ }).click();
  await page.locator('[data-picture=sqlRun]').waitFor();
  const active = page.locator('[data-picture=sqlRun] [data-active]');
  const depth = async () =>
    Math.max(...(await active.evaluateAll((all) => all.map((one) => one.dataset['state']!.split('.').length))));
  expect(await depth()).toBeGreaterThan(3);
  await page.getByRole('button', { name: 'Expand all' }).click();
  await page.getByRole('button', { name: 'Collapse all' }).click();
  await expect.poll(depth).toBe(2);
  await runSql(page, 'select 2');
  expect(await depth()).toBe(2);
  await page.getByRole('button', { name: 'Show in chart' }).press('Enter');
  const shown = page.locator('[data-picture=sqlRun] [data-revealed]');
  await shown.waitFor();
  expect((await shown.getAttribute('data-state'))!.split('.').length).toBeGreaterThan(3);
  expect(await shown.evaluate((element) => element === document.activeElement)).toBe(true);
  const chart = (await page.getByRole('group', { name: 'Chart of sqlRun' }).boundingBox())!;
  const box = (await shown.boundingBox())!;
  expect(box.x).toBeGreaterThanOrEqual(chart.x);
  expect(box.y).toBeGreaterThanOrEqual(chart.y);
  expect(box.x + box.width).toBeLessThanOrEqual(chart.x + chart.width);
  expect(box.y + box.height).toBeLessThanOrEqual(chart.y + chart.height);
  expect(await axeViolationsInThemes(page, '[data-part=inspector]')).toEqual([]);
});

journey(
  'Stately’s inspector is told of every actor, and of no secret and no name',
  async ({ page, platform, visitor, watch }) => {
    watch.allow(/stately/);
    await visitor.context.route('https://stately.ai/**', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: '<script>window.told = []; addEventListener("message", ({ data }) => told.push(data)); opener.postMessage({ type: "@statelyai.connected" }, "*");</script>',
      }),
    );
    const person = await enrol(platform);
    await makeOrganization(person, 'Cuxhaven Pilots');
    await page.goto(href('signIn'));
    await page.getByLabel('Email').waitFor();
    await openPanel(page);
    await page.getByRole('button', { name: 'Open in Stately Inspector' }).click();
    await page.getByText('Stream events to stately.ai?').waitFor();
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name: 'Stream events' }).click(),
    ]);
    await signInHere(page, person);
    const told = () =>
      popup.evaluate(
        () => (globalThis as unknown as { told: { type: string; name?: string; sessionId: string }[] }).told,
      );
    await expect.poll(async () => (await told()).some(({ name }) => name === 'profile')).toBe(true);
    await expect.poll(async () => JSON.stringify(await told())).toContain('"organization-');
    const all = await told();
    for (const name of ['app', 'session', 'signIn'])
      expect(
        all.some((one) => one.type === '@xstate.actor' && one.name === name),
        name,
      ).toBe(true);
    const text = JSON.stringify(all);
    for (const secret of [person.password, 'eyJ', person.email, 'Cuxhaven']) expect(text).not.toContain(secret);
  },
);

journey('the panel and the page are accessible in every theme, and fit small windows', async ({ page, platform }) => {
  await enter(page, await enrol(platform));
  await page.getByRole('heading', { name: 'Projects' }).waitFor();
  await openPanel(page);
  await watchActor(page, 'session');
  const looked = async (where: string, layer?: string) => {
    expect(await axeViolationsInThemes(page, layer), where).toEqual([]);
    expect(await smallTargets(page, layer), where).toEqual([]);
  };
  await looked('panel');
  await page.getByRole('button', { name: 'Move to the right' }).click();
  await looked('panel at the right', '[data-part=inspector]');
  await page.goto(href('flows'));
  await watchActor(page, 'session');
  await looked('page');
  for (const aspect of ['Context', 'Events']) {
    await page.getByRole('button', { name: aspect, exact: true }).click();
    await looked(aspect);
  }
  await page.getByRole('button', { name: 'Outline' }).click();
  await looked('outline');
  for (const width of [768, 360]) {
    await page.setViewportSize({ width, height: 740 });
    expect(await horizontalOverflow(page), `${width} px`).toBeNull();
  }
});
