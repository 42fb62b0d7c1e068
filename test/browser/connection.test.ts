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

journey('being offline is said, and unsaid', async ({ page, platform, visitor }) => {
  await signIn(page, await enrol(platform));
  await page.getByRole('heading', { name: 'Projects', level: 1 }).waitFor();
  await visitor.context.setOffline(true);
  await page.getByText('Offline').waitFor();
  await visitor.context.setOffline(false);
  await page.getByText('Offline').waitFor({ state: 'detached' });
});
