import type { Page } from 'playwright-core';
import { expect } from 'vitest';
/** One query in several tabs: each says what has become of the text and of its runs in the other. */
import { href } from '../../../src/router/href.ts';
import { enrolWithProject, enter, runSql, typeSql, untilCanceled } from '../../support/accounts.ts';
import { axeViolationsInThemes } from '../../support/browser.ts';
import { journey } from '../../support/journey.ts';

const sqlField = (page: Page) => page.getByRole('textbox', { name: 'SQL', exact: true });
const mark = (page: Page) => page.getByRole('status').filter({ hasText: 'Query changed since this run' });

journey(
  'the result of an earlier text is marked here, after a reload and in another tab',
  async ({ page, platform, visitor }) => {
    const { account, ref } = await enrolWithProject(platform, 'Observatory', 'Comets');
    await enter(page, account, href('sql', { ref }));
    await runSql(page, "select 'Halley' as comet");
    await page.getByRole('gridcell', { name: 'Halley' }).waitFor();
    await expect(mark(page).count()).resolves.toBe(0);
    await page.keyboard.type(';');
    await mark(page).waitFor();
    await page.keyboard.press('Backspace');
    await mark(page).waitFor({ state: 'detached' });
    await page.getByText('Saved', { exact: true }).waitFor();

    const other = await visitor.context.newPage();
    await other.goto(page.url());
    await other.getByRole('gridcell', { name: 'Halley' }).waitFor();
    await expect(mark(other).count()).resolves.toBe(0);
    await sqlField(other).click();
    await other.keyboard.press('ControlOrMeta+End');
    await other.keyboard.type(' limit 1');
    await mark(other).waitFor();
    await other.getByText('Saved', { exact: true }).waitFor();
    // This tab follows the text of the other one, and knows that its result does not.
    await mark(page).waitFor();
    await page.reload();
    await page.getByRole('gridcell', { name: 'Halley' }).waitFor();
    await mark(page).waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    await mark(page).getByText('Query changed since this run').waitFor();
    expect(await axeViolationsInThemes(page)).toEqual([]);
    await sqlField(page).press('ControlOrMeta+Enter');
    await mark(page).waitFor({ state: 'detached' });
  },
);

journey('a query that runs in one tab is marked in the other until it ends', async ({ page, platform, visitor }) => {
  const { account, ref } = await enrolWithProject(platform, 'Observatory', 'Comets');
  await enter(page, account, href('sql', { ref }));
  await typeSql(page, 'select pg_sleep(60) as comet');
  await page.getByText('Saved', { exact: true }).waitFor();

  const other = await visitor.context.newPage();
  await other.goto(page.url());
  const queries = other.getByRole('navigation', { name: 'Queries' });
  await queries.getByRole('button', { name: 'New query' }).click();
  await expect.poll(() => other.url()).not.toBe(page.url());
  const running = queries.getByRole('link').filter({ hasText: 'Running' });
  await expect(running.count()).resolves.toBe(0);
  await sqlField(page).press('ControlOrMeta+Enter');
  await running.waitFor();
  await expect(running.getAttribute('href')).resolves.toBe(new URL(page.url()).pathname);
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await untilCanceled(page);
  await running.waitFor({ state: 'detached' });
});

journey(
  'the text of the other tab is run as a whole, whatever was selected before',
  async ({ page, platform, visitor }) => {
    const { account, ref } = await enrolWithProject(platform, 'Observatory', 'Comets');
    await enter(page, account, href('sql', { ref }));
    await typeSql(page, "select 'Halley' as comet");
    await page.getByText('Saved', { exact: true }).waitFor();
    const other = await visitor.context.newPage();
    await other.goto(page.url());
    await sqlField(other).getByText('Halley').waitFor();
    // Neither tab can save before both have edited.
    const bothEdited = Promise.withResolvers<void>();
    await visitor.context.route('**/snippets/*', async (route) => {
      if (route.request().method() === 'PUT') await bothEdited.promise;
      await route.continue();
    });
    for (const [tab, comet] of [
      [other, 'Encke'],
      [page, 'Biela'],
    ] as const) {
      await typeSql(tab, `select '${comet}' as comet`);
      await tab.keyboard.press('Shift+Home');
      await tab.getByRole('button', { name: 'Run selection' }).waitFor();
    }
    bothEdited.resolve();
    const useSaved = (tab: Page) => tab.getByRole('button', { name: 'Use saved version' });
    await expect.poll(async () => (await useSaved(page).count()) + (await useSaved(other).count())).toBe(1);
    const asked = (await useSaved(page).count()) === 1 ? page : other;
    await useSaved(asked).click();
    await asked.getByRole('button', { name: 'Run', exact: true }).click();
    await asked.getByRole('gridcell', { name: asked === page ? 'Encke' : 'Biela' }).waitFor();
  },
);
