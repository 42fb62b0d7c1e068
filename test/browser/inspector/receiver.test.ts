import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { inspectorTiming } from '../../../src/contract/inspector/inspectorTiming.ts';
import { parseTrace } from '../../../src/inspector/trace/trace.ts';
/** The flow inspector in a window of its own: fed by the window that opened it, without a network, and by nobody else. */
import { href } from '../../../src/router/href.ts';
import { readerOf, enrol, enter, signInHere } from '../../support/accounts.ts';
import { axeViolationsInThemes, horizontalOverflow } from '../../support/browser.ts';
import { highlighted, openPanel, panelOf, watchActor } from '../../support/inspector.ts';
import { journey as plainJourney, journeysOn } from '../../support/journey.ts';
import { smallTargets } from '../../support/touchTargets.ts';

const journey = journeysOn({ env: { BASECHART_INSPECTOR: 'true' } });

const opening = 'Open in new window';

/** By the button of the panel, and there by the first word of the window that is looked at. */
async function openWindow(page: Page, button = opening): Promise<Page> {
  const [popup] = await Promise.all([page.waitForEvent('popup'), page.getByRole('button', { name: button }).click()]);
  await popup.getByRole('tree', { name: 'Actors' }).waitFor();
  // The panel is open there; a window that looks at another one has none of its own.
  await popup.keyboard.press('F9');
  expect(await panelOf(popup).count()).toBe(0);
  return popup;
}

journey(
  'a sign-in lights its way in another window, whose trace knows the contexts and no secret',
  async ({ page, platform }) => {
    const person = await enrol(platform);
    await page.goto(href('signIn'));
    await page.getByLabel('Email').waitFor();
    await openPanel(page);
    const popup = await openWindow(page);
    await popup.getByRole('heading', { name: 'Flows of another window', level: 1 }).waitFor();
    await watchActor(popup, 'session');
    await highlighted(popup, 'session.none').waitFor();

    await signInHere(page, person);
    await highlighted(popup, 'session.present.token.fresh').waitFor();
    expect(await highlighted(popup, 'session.none').count()).toBe(0);
    await popup.getByRole('region', { name: 'Timers' }).getByText('after tick').waitFor();
    await popup.getByText('Guards cannot be evaluated in a trace').waitFor();
    await popup.getByRole('button', { name: 'Context', exact: true }).click();
    const context = popup.getByRole('group', { name: 'Context' });
    await context.getByText('session {').click();
    await context.getByText('hidden').first().waitFor();

    const [download] = await Promise.all([
      popup.waitForEvent('download'),
      popup.getByRole('button', { name: 'Save trace' }).click(),
    ]);
    const text = await readFile(await download.path(), 'utf8');
    expect(parseTrace(text).events.some(({ changed }) => changed)).toBe(true);
    for (const secret of [person.password, 'eyJ']) {
      expect(text).not.toContain(secret);
      expect(await popup.content()).not.toContain(secret);
    }
  },
);

journey('each step of a trace has its context, and says what is not known of it', async ({ page, platform }) => {
  const person = await enrol(platform);
  await page.goto(href('signIn'));
  await page.getByLabel('Email').waitFor();
  await openPanel(page);
  await signInHere(page, person);
  await watchActor(page, 'session');
  await highlighted(page, 'session.present.token.fresh').waitFor();
  await page.getByRole('button', { name: 'Replay' }).click();
  await page.getByRole('button', { name: 'Context', exact: true }).click();
  const context = page.getByRole('region', { name: 'Context' });
  await context.getByText('Secrets are hidden').waitFor();
  expect(await context.textContent()).not.toContain(person.password);

  // An event that is looked at is gone to; the keyboard is never left without a place.
  const focused = () =>
    page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent);
  await page.getByRole('button', { name: 'Go to start' }).press('Enter');
  expect(await focused()).toBe('Go to start');
  await page.getByRole('button', { name: 'Events', exact: true }).click();
  await page.getByLabel('Filter events').fill('session.began');
  await page.getByRole('region', { name: 'Events' }).getByRole('button').first().click();
  await expect
    .poll(() => page.getByRole('region', { name: 'Trace' }).getByRole('status').textContent())
    .toContain('session.began');
  // From there backwards to where the session came to be.
  await page.getByRole('button', { name: 'Context', exact: true }).click();
  await expect
    .poll(async () => {
      await page.getByRole('button', { name: 'Step back' }).click();
      return await context.textContent();
    })
    .toMatch(/before this event.*session null/);
  expect(await context.textContent()).not.toContain(person.password);
  await page.getByRole('button', { name: 'Go live' }).press('Enter');
  await expect.poll(focused).toBe('Replay');
  await page.keyboard.press('Enter');
  await expect.poll(focused).toBe('Step');
});

journey(
  'whoever takes the place of the chosen actor is looked at when the page changes',
  async ({ page, platform }) => {
    const { account } = await readerOf(platform);
    await enter(page, account);
    await page.getByRole('link', { name: 'Orders', exact: true }).waitFor();
    await openPanel(page);
    const chosen = () => page.locator('[role=treeitem][aria-selected=true]').textContent();
    await page.getByRole('treeitem', { name: /^projectList\b/ }).click();
    await page.locator('[data-picture="projectList"]').waitFor();
    await page.getByRole('link', { name: 'New project' }).first().click();
    await page.getByRole('heading', { name: /new project/i }).waitFor();
    await page.locator('[data-picture="newProject"]').waitFor();
    expect(await chosen()).toMatch(/^newProject/);
  },
);

journey(
  'without a network the button opens the window that needs none; it follows a reload and survives the end of the other',
  async ({ page, platform, visitor }) => {
    const person = await enrol(platform);
    await page.goto(href('signIn'));
    await page.getByLabel('Email').waitFor();
    await openPanel(page);
    // As the browser itself would say it; the server is on this computer.
    await page.evaluate(() => Object.defineProperty(navigator, 'onLine', { get: () => false }));
    await page.getByRole('button', { name: 'Open in Stately Inspector' }).click();
    const popup = await openWindow(page, 'Stream events');
    expect(new URL(popup.url()).pathname).toBe(href('flowsReceiver'));
    await watchActor(popup, 'session');

    await page.reload();
    await page.getByLabel('Email').waitFor();
    await highlighted(popup, 'session.none').waitFor();
    await signInHere(page, person);
    await highlighted(popup, 'session.present.token.fresh').waitFor();

    // The window itself may be loaded anew as well.
    await popup.reload();
    await watchActor(popup, 'session');
    await highlighted(popup, 'session.present.token.fresh').waitFor();

    // Another page keeps the browser alive.
    await visitor.context.newPage();
    await page.close();
    await popup.getByText('The other window was closed').waitFor();
    await highlighted(popup, 'session.present.token.fresh').waitFor();
  },
);

journey(
  'Stately’s page that does not come is said to, and the own window is one press away',
  async ({ page, visitor, watch }) => {
    watch.allow(/stately/);
    await visitor.context.route('https://stately.ai/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: 'Not today.' }),
    );
    await page.clock.install();
    await page.goto(href('signIn'));
    await page.getByLabel('Email').waitFor();
    await openPanel(page);
    await page.getByRole('button', { name: 'Open in Stately Inspector' }).click();
    await Promise.all([page.waitForEvent('popup'), page.getByRole('button', { name: 'Stream events' }).click()]);
    await page.clock.fastForward(inspectorTiming.inspectorWindowTimeoutMs);
    await page.getByText('Stately Inspector is not responding').waitFor();
    const popup = await openWindow(page, 'Open here');
    await watchActor(popup, 'session');
  },
);

journey('only the window that opened it is listened to, and nonsense changes nothing', async ({ page }) => {
  await page.goto(href('signIn'));
  await page.getByLabel('Email').waitFor();
  await openPanel(page);
  const popup = await openWindow(page);
  await watchActor(popup, 'session');
  const hostile = {
    type: '@xstate.snapshot',
    _version: '1',
    sessionId: 'evil',
    snapshot: {
      basechart: { begins: 'evil', actor: { session: 'evil', id: 'evil', parent: null, machine: 'evil', start: null } },
    },
  };
  // From itself, from a third window of the same origin, and from the opener: what is no message of ours.
  await popup.evaluate((data) => postMessage(data, '*'), hostile);
  const [third] = await Promise.all([
    popup.waitForEvent('popup'),
    popup.evaluate((address) => void window.open(address), href('signIn')),
  ]);
  await third.getByLabel('Email').waitFor();
  await third.evaluate((data) => (window.opener as Window).postMessage(data, location.origin), hostile);
  await third.close();
  const opener = await page.evaluateHandle(() => window.open('', 'basechart-flows'));
  await opener.evaluate((target, data) => {
    for (const nonsense of [
      null,
      7,
      [],
      'x',
      { ...data, snapshot: { basechart: 7 } },
      { ...data, snapshot: { basechart: { event: { seq: 'x' } } } },
      new Map([[1, 2]]),
    ])
      target?.postMessage(nonsense, location.origin);
  }, hostile);
  await page.getByLabel('Email').fill('somebody@example.com');
  // It goes on with what the opener tells in earnest.
  await popup.getByRole('button', { name: 'Events', exact: true }).click();
  await popup.getByLabel('Filter events').fill('field.changed');
  await popup.getByRole('region', { name: 'Events' }).getByText('field.changed').first().waitFor();
  expect(await popup.getByRole('treeitem', { name: /evil/ }).count()).toBe(0);
  await highlighted(popup, 'session.none').waitFor();
});

journey('opened by hand it says what it is for, in every theme and on small windows', async ({ page }) => {
  const looked = async (on: Page, where: string) => {
    expect(await axeViolationsInThemes(on), where).toEqual([]);
    expect(await smallTargets(on), where).toEqual([]);
  };
  await page.goto(href('flowsReceiver'));
  await page.getByText('No window to inspect').waitFor();
  await looked(page, 'alone');
  await page.goto(href('signIn'));
  await page.getByLabel('Email').waitFor();
  await openPanel(page);
  const popup = await openWindow(page);
  await watchActor(popup, 'session');
  await looked(popup, 'told');
  expect(await panelOf(popup).count()).toBe(0);
  for (const width of [768, 360]) {
    await popup.setViewportSize({ width, height: 740 });
    expect(await horizontalOverflow(popup), `${width} px`).toBeNull();
  }
});

plainJourney(
  'where the deployment offers no inspector, there is none: not by its key, not by its addresses, not as code',
  async ({ page, watch }) => {
    await page.goto(href('signIn'));
    await page.getByLabel('Email').waitFor();
    await page.waitForLoadState('networkidle');
    await page.keyboard.press('F9');
    expect(await panelOf(page).count()).toBe(0);
    expect(watch.requests().filter((request) => /inspector|receiver|flows/i.test(request.url()))).toEqual([]);
    for (const address of [href('flows'), href('flowsReceiver')]) {
      await page.goto(address);
      await page.getByText('Flow inspector disabled').waitFor();
      expect(await page.getByRole('tree').count()).toBe(0);
    }
  },
);
