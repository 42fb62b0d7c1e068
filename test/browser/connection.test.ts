/** The server goes away and comes back, or the network does: nobody is signed out, and everything goes on. */
import { expect } from 'vitest';
import { journey } from '../support/journey.ts';
import { enrol, makeOrganization, makeProject, signIn } from '../support/people.ts';

journey('a server that stops costs nobody their session: its refresh backs off, and goes on when the server is back', async ({ page, platform, watch }) => {
  watch.allow(/ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE/);
  const account = await enrol(platform);
  await makeProject(account, await makeOrganization(account, 'Lighthouse'), 'Lamp');
  await page.clock.install();
  await signIn(page, account);
  // The screen's own code is fetched while there is somebody to fetch it from.
  await page.getByRole('link', { name: 'Lamp' }).click();
  await page.getByRole('link', { name: 'Open the SQL editor' }).waitFor();
  await page.getByRole('link', { name: 'Basechart, all projects' }).click();
  await page.getByRole('link', { name: 'Lamp' }).waitFor();

  await platform.server.stop();
  const refreshes: number[] = [];
  let last = '';
  page.on('request', (request) => {
    if (request.url().includes('grant_type=refresh_token')) refreshes.push(performance.now());
  });
  page.on('response', (response) => {
    if (response.url().includes('grant_type=refresh_token')) last = `${response.status()}`;
  });
  // Less than a minute of the token's hour is left at the next tick.
  await page.clock.fastForward(3_550_000);
  await expect.poll(() => refreshes.length, { timeout: 40_000 }).toBeGreaterThanOrEqual(6);
  // 200 ms, doubled each time: five pauses later it is 6.4 s, where it began at 200 ms.
  const pauses = refreshes.slice(1).map((at, index) => at - refreshes[index]!);
  expect(pauses.at(-1)!).toBeGreaterThan(10 * 200);
  expect(new URL(page.url()).pathname).toBe('/projects');
  await page.getByRole('link', { name: 'Lamp' }).waitFor();

  await platform.restart();
  await expect.poll(() => last, { timeout: 40_000 }).toBe('200');
  await page.getByRole('link', { name: 'Lamp' }).click();
  await page.getByRole('link', { name: 'Open the SQL editor' }).waitFor();
});

journey('being offline is said, requests wait, and go on when the network is back', async ({ page, platform, visitor, watch }) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED/);
  const account = await enrol(platform);
  await signIn(page, account);
  await page.getByRole('link', { name: 'Create organization' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Far away');
  await visitor.context.setOffline(true);
  await page.getByText('Offline, requests wait').waitFor();

  // What is asked for now waits, and the form keeps what is in it.
  await page.getByRole('button', { name: 'Create organization' }).click();
  await page.getByText('Offline, 1 request waits').waitFor();
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Far away');
  expect((await account.request<readonly unknown[]>('GET', '/platform/organizations')).length).toBe(0);

  await visitor.context.setOffline(false);
  await page.waitForURL(/\/new\/[^/]+$/);
  await page.getByText('Offline').waitFor({ state: 'detached' });
  expect(await account.request('GET', '/platform/organizations')).toMatchObject([{ name: 'Far away' }]);
});
