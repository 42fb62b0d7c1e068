import type { Route } from 'playwright-core';
import { expect } from 'vitest';
import { href } from '../../../src/router/href.ts';
import { enrolWithProject, enrol, readerOf, signIn, typeSql } from '../../support/accounts.ts';
/** The server goes away and comes back, or the network does: nobody is signed out, and everything goes on. */
import { isAt } from '../../support/addresses.ts';
import { lostConnection } from '../../support/browser.ts';
import { journey, journeysApart, type Visitor } from '../../support/journey.ts';

/** With a server that may be stopped. */
const outage = journeysApart();

outage(
  'a server that stops costs nobody their session or their text, by a clock a day ahead: the refresh backs off, and goes on',
  async ({ page, platform, watch }) => {
    watch.allow(lostConnection);
    const { account } = await enrolWithProject(platform, 'Lighthouse', 'Lamp');
    // For a clock that is a day ahead, a token would have expired long before it arrives.
    await page.clock.install({ time: Date.now() + 86_400_000 });
    await signIn(page, account);
    await page.getByRole('link', { name: 'Lamp' }).click();
    await page.getByRole('link', { name: 'Open SQL editor' }).click();
    await typeSql(page, "select 'typed before' as kept");
    const refreshes: number[] = [];
    let last = '';
    page.on('request', (request) => {
      if (request.url().includes('grant_type=refresh_token')) refreshes.push(performance.now());
    });
    page.on('response', (response) => {
      if (response.url().includes('grant_type=refresh_token')) last = `${response.status()}`;
    });

    await platform.server.stop();
    expect(refreshes).toEqual([]);
    // Less than a minute of the token's hour is left at the next tick.
    await page.clock.fastForward(3_550_000);
    await expect.poll(() => refreshes.length).toBeGreaterThanOrEqual(6);
    // Nothing was clicked, and the page is still there: that it may be old is said all the same.
    await page.getByText('Server unreachable').waitFor();
    // 200 ms, doubled each time: five pauses later it is 6.4 s, where it began at 200 ms.
    const pauses = refreshes.slice(1).map((at, index) => at - refreshes[index]!);
    expect(pauses.at(-1)!).toBeGreaterThan(10 * 200);
    expect(new URL(page.url()).pathname).toMatch(/\/sql/);
    await page.locator('.cm-content').press('Control+End');
    await page.keyboard.type(", 'typed meanwhile' as kept_too;");

    await platform.restart();
    await expect.poll(() => last).toBe('200');
    await page.getByText('Server unreachable').waitFor({ state: 'detached' });
    const soFar = refreshes.length;
    await page.keyboard.press('Control+Enter');
    await page.getByRole('gridcell', { name: 'typed meanwhile' }).waitFor();
    // A start by this clock finds a token that is good for its hour.
    await page.reload();
    await page.locator('.cm-content').getByText('typed meanwhile').waitFor();
    expect(await page.locator('.cm-content').innerText()).toContain("select 'typed before' as kept, 'typed meanwhile'");
    expect(refreshes).toHaveLength(soFar);
  },
);

const unsent = (route: Route) => route.abort('internetdisconnected');

/** The network is gone before the browser reports it: at once, a request could still get through in between. */
async function loseNetwork({ context }: Visitor): Promise<void> {
  await context.route('**', unsent);
  await context.setOffline(true);
}

async function regainNetwork({ context }: Visitor): Promise<void> {
  await context.unroute('**', unsent);
  await context.setOffline(false);
}

journey(
  'being offline is said, what would change something is refused, and its form stays',
  async ({ page, platform, visitor, watch }) => {
    watch.allow(/ERR_INTERNET_DISCONNECTED/);
    const account = await enrol(platform);
    await signIn(page, account);
    await page.goto(href('newOrganization'));
    await page.getByLabel('Name', { exact: true }).fill('Far away');
    await loseNetwork(visitor);
    await page.getByText('Offline, reconnecting').waitFor();

    await page.getByRole('button', { name: 'Create organization' }).click();
    await page.getByText('Nothing was sent.').waitFor();
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Far away');

    await regainNetwork(visitor);
    await page.getByText('Offline').waitFor({ state: 'detached' });
    expect(await account.request<readonly unknown[]>('GET', '/platform/organizations')).toEqual([]);
    await page.getByRole('button', { name: 'Create organization' }).click();
    await page.waitForURL(isAt('newProject'));
    expect(await account.request('GET', '/platform/organizations')).toMatchObject([{ name: 'Far away' }]);
  },
);

outage(
  'a page waits for its data, and where it was never opened for its code, until the server can be reached again',
  async ({ page, platform, visitor, watch }) => {
    watch.allow(/ERR_INTERNET_DISCONNECTED/, lostConnection);
    const { account } = await enrolWithProject(platform, 'Lighthouse', 'Beacon');
    await signIn(page, account);
    await page.getByRole('link', { name: 'Beacon' }).waitFor();

    // The browser has no network.
    await loseNetwork(visitor);
    await page.getByText('Offline, reconnecting').waitFor();
    // Its code came when its link could be seen.
    await page.getByRole('link', { name: 'Beacon' }).click();
    await page.getByText(/Offline, \d requests? waiting/).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    await regainNetwork(visitor);
    await page.getByRole('link', { name: 'Open SQL editor' }).waitFor();
    await page.getByText('Offline').waitFor({ state: 'detached' });

    // The browser has a network, and the server is down.
    await platform.server.stop();
    await page.evaluate((to) => history.pushState(null, '', to), href('support'));
    await page.getByText('Reconnecting…').waitFor();
    await page.getByText('Server unreachable').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    await platform.restart();
    await page.getByLabel('Subject').waitFor();
    await page.getByText('Server unreachable').waitFor({ state: 'detached' });
  },
);

journey(
  'a page whose code is gone from a server that answers says so, and can be tried again',
  async ({ page, platform, watch }) => {
    watch.allow(/answer 404 to GET .*home-/);
    const { account } = await readerOf(platform);
    await signIn(page, account);
    await page.route(/home-[^/]*\.js/, (route) => route.fulfill({ status: 404, body: '' }));
    await page.getByRole('link', { name: 'Orders' }).click();
    await page.getByText('Could not load this page').waitFor();
    expect(await page.getByText('unreachable').count()).toBe(0);
    await page.unroute(/home-[^/]*\.js/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('link', { name: 'Open SQL editor' }).waitFor();
  },
);
