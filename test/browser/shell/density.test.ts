import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
/** The density is chosen like the theme; the rows of lists and grids follow it at once, and stay tall for a finger. */
import { href } from '../../../src/router/href.ts';
import { enrolWithProject, enter, runSql } from '../../support/accounts.ts';
import { isAt } from '../../support/addresses.ts';
import { journey } from '../../support/journey.ts';

const shown = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => document.documentElement.dataset['density']);

async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitemradio', { name, exact: true }).click();
  await page.keyboard.press('Escape');
}

const heightOf = async (element: Locator): Promise<number> => Math.round((await element.boundingBox())!.height);

/** What is in the grid's first visible row. */
const firstRow = (grid: Locator): Promise<string | null> =>
  grid.evaluate((element) => {
    const { left, top } = element.getBoundingClientRect();
    const [cell] = document
      .elementsFromPoint(left + 100, top + 40)
      .filter((found) => found.getAttribute('role') === 'gridcell');
    return cell?.textContent ?? null;
  });

journey('rows follow the density at once, and what was scrolled to and selected stays', async ({ page, platform }) => {
  const { account, ref } = await enrolWithProject(platform, 'Surveyors', 'Maps');
  await enter(page, account, href('sql', { ref }));
  await page.getByRole('button', { name: /^Query settings/ }).click();
  await page.getByRole('menuitemradio', { name: 'No limit' }).click();
  await runSql(page, "select n, 'row ' || n as name from generate_series(1, 900) as n;");
  await page.getByText(/^900 rows in/).waitFor();
  const grid = page.getByRole('grid', { name: /^Result/ });
  await grid.evaluate((element) => void (element.scrollTop = 400 * 28));
  await expect.poll(() => firstRow(grid)).toBe('401');
  await grid.getByRole('gridcell', { name: 'row 404', exact: true }).click();
  const query = page.getByRole('navigation', { name: 'Queries' }).getByRole('listitem').first();
  const tall = await heightOf(query);

  await choose(page, 'Compact');
  expect(await heightOf(grid.getByRole('gridcell').first())).toBeLessThan(28);
  expect(await firstRow(grid)).toBe('401');
  const active = await grid.getAttribute('aria-activedescendant');
  expect(await grid.locator(`[id="${active}"]`).textContent()).toBe('row 404');
  expect(await heightOf(query)).toBeLessThan(tall);

  await choose(page, 'Comfortable');
  expect(await firstRow(grid)).toBe('401');
  expect(await heightOf(query)).toBe(tall);
});

journey(
  'a density outlives the sign-out and the page, reaches other tabs, and is found in the palette',
  async ({ page, platform, visitor: { context } }) => {
    const { account } = await enrolWithProject(platform, 'Surveyors', 'Maps');
    await enter(page, account, href('projects'));
    const project = page.getByRole('row', { name: /Maps/ });
    const tall = await heightOf(project);
    const other = await context.newPage();
    await other.goto(href('projects'));
    await other.getByRole('button', { name: 'Account' }).waitFor();

    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('combobox').fill('compact');
    await page.getByRole('option', { name: 'Density: Compact' }).click();
    await expect.poll(() => shown(other)).toBe('compact');
    expect(await heightOf(project)).toBeLessThan(tall);
    await other.close();

    await page.reload();
    await project.waitFor();
    expect(await shown(page)).toBe('compact');
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL(isAt('signIn'));
    expect(await shown(page)).toBe('compact');
  },
);

journey('a phone has no compact rows and does not offer them', async ({ platform, visitors }) => {
  const { account, ref } = await enrolWithProject(platform, 'Surveyors', 'Maps');
  const { page } = await visitors.open({ viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true });
  await page.addInitScript(() => localStorage.setItem('basechart-density', 'compact'));
  await enter(page, account, href('sql', { ref }));
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitemradio', { name: 'Classic dark' }).waitFor();
  expect(await page.getByRole('menuitemradio', { name: 'Compact' }).count()).toBe(0);
  await page.goto(href('projects'));
  const actions = page.getByRole('button', { name: 'Actions for Maps' });
  await actions.waitFor();
  expect(await heightOf(actions)).toBeGreaterThanOrEqual(40);
  // A finger hits tabs and checkboxes as surely, at the box and at its words.
  await page.goto(href('authConfig', { ref }, { section: 'sign-in' }));
  const choice = page.getByLabel('Allow new users to sign up', { exact: true });
  await choice.waitFor();
  expect(await heightOf(page.getByText('Allow new users to sign up', { exact: true }))).toBeGreaterThanOrEqual(40);
  const tabs = page.getByRole('navigation', { name: 'Auth settings' });
  expect(await heightOf(tabs.getByRole('link', { name: 'MFA' }))).toBeGreaterThanOrEqual(40);
  const { x, y, width, height } = (await choice.boundingBox())!;
  await page.touchscreen.tap(x + width / 2, y + height + 10);
  await expect.poll(() => choice.isChecked()).toBe(false);
});
