/** What is cut or not seen is told by the product's own tooltip, to the pointer and to the keyboard. */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { href } from '../../../src/router/href.ts';
import { enter } from '../../support/accounts.ts';
import { axeViolations } from '../../support/browser.ts';
import { journey } from '../../support/journey.ts';
import { harborWith } from '../tables/tableSteps.ts';

const tip = (page: Page) => page.locator('[popover]').getByRole('tooltip', { includeHidden: true });

/** A timer that begins after that of a tip and is as long ends after it. */
const untilItWouldShow = (page: Page) =>
  page.evaluate(async () => new Promise((resolve) => void setTimeout(resolve, 400)));

const isWithinWindow = async (page: Page, element: Locator) => {
  const [box, size] = [(await element.boundingBox())!, page.viewportSize()!];
  return box.x >= 0 && box.y >= 0 && box.x + box.width <= size.width && box.y + box.height <= size.height;
};

journey('a name that a list cuts is in full where the user rests on it', async ({ page, platform }) => {
  const long = 'departures_of_all_ferries_between_the_islands_and_the_mainland';
  const { account, ref } = await harborWith(
    platform,
    `create table ${long} (id int); create table boats (id int); create schema if not exists billing;
     create table if not exists billing.invoices (id int)`,
  );
  await enter(page, account, href('tables', { ref }));
  const list = page.getByLabel('Tables of the project');
  await list.getByText(long).hover();
  await tip(page).waitFor();
  expect(await tip(page).innerText()).toBe(long);
  expect(await isWithinWindow(page, tip(page))).toBe(true);
  expect(await axeViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await tip(page).waitFor({ state: 'detached' });
  await list.getByText('boats').hover();
  await untilItWouldShow(page);
  expect(await tip(page).count()).toBe(0);

  // By key: the names above it are short.
  await page.getByLabel('Search tables').focus();
  const link = list.getByRole('link', { name: new RegExp(long) });
  for (let presses = 0; presses < 12 && !(await link.evaluate((one) => one === document.activeElement)); presses++)
    await page.keyboard.press('Tab');
  await tip(page).waitFor();
  expect(await tip(page).innerText()).toBe(long);
  await page.keyboard.press('Tab');
  await tip(page).waitFor({ state: 'detached' });
});

journey('a query’s name is in full, with when it was saved', async ({ page, platform }) => {
  const { account, ref } = await harborWith(platform, '');
  const name = 'Departures of all ferries between the islands and the mainland by month';
  const saved = await fetch(`${platform.origin()}/api/platform/projects/${ref}/snippets/${crypto.randomUUID()}`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${account.token}` },
    body: JSON.stringify({ name, sql: 'select 1', base_version: 0 }),
  });
  expect(saved.ok, await saved.text()).toBe(true);
  await enter(page, account, href('sql', { ref }));
  const link = page.getByRole('link', { name });
  await link.hover();
  await tip(page).waitFor();
  expect(await tip(page).innerText()).toMatch(new RegExp(`^${name}\\nSaved .+, \\d{4}, \\d{2}:\\d{2}:\\d{2}$`));
  expect(await link.getAttribute('aria-description')).toMatch(/^Saved /);
  // What is pressed is used: the tip makes room.
  await page.mouse.down();
  await tip(page).waitFor({ state: 'detached' });
  await page.mouse.up();
});
