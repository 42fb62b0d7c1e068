import type { Page } from 'playwright-core';
import { expect } from 'vitest';
/** What was typed can be undone after the user has been elsewhere, but not what another tab has saved. */
import { href } from '../../../src/router/href.ts';
import { enrolWithProject, enter, typeSql } from '../../support/accounts.ts';
import { journey } from '../../support/journey.ts';

const sqlField = (page: Page) => page.getByRole('textbox', { name: 'SQL', exact: true });
const queriesOf = (page: Page) => page.getByRole('navigation', { name: 'Queries' });
const hasText = async (page: Page, text: string): Promise<void> => {
  await expect.poll(() => sqlField(page).textContent()).toBe(text);
};
const saved = (page: Page) => page.getByText('Saved', { exact: true }).waitFor();
const scroller = (page: Page) => page.locator('.cm-scroller');

async function append(page: Page, text: string): Promise<void> {
  await sqlField(page).press('ControlOrMeta+End');
  await page.keyboard.type(text);
}

journey(
  'what was typed is undone after another query and another page were open, where the user left off',
  async ({ page, platform }) => {
    const { account, ref } = await enrolWithProject(platform, 'Observatory', 'Comets');
    await enter(page, account, href('sql', { ref }));
    await typeSql(page, Array.from({ length: 100 }, (_, line) => `-- ${line}`).join('\n'));
    // What is typed after a pause is undone alone.
    await saved(page);
    const address = new URL(page.url()).pathname;
    await append(page, '\nselect 1 as halley');
    await page.keyboard.press('Shift+Home');
    await saved(page);
    // The user has scrolled away from the cursor.
    await scroller(page).evaluate((element) => element.scrollTo(0, 600));

    await queriesOf(page).getByRole('button', { name: 'New query' }).click();
    await expect.poll(() => new URL(page.url()).pathname).not.toBe(address);
    await typeSql(page, 'select 2 as encke');
    await saved(page);
    await queriesOf(page)
      .getByRole('link', { name: /halley/ })
      .click();
    await expect.poll(() => new URL(page.url()).pathname).toBe(address);
    await page.getByRole('button', { name: 'Run selection' }).waitFor();
    await expect.poll(() => scroller(page).evaluate((element) => Math.round(element.scrollTop / 20))).toBe(30);
    await sqlField(page).press('ControlOrMeta+z');
    await expect.poll(() => sqlField(page).textContent()).toMatch(/-- 99$/);
    await sqlField(page).press('ControlOrMeta+Shift+Z');
    await expect.poll(() => sqlField(page).textContent()).toContain('halley');

    await queriesOf(page).getByRole('link', { name: /encke/ }).click();
    await hasText(page, 'select 2 as encke');
    await page.getByRole('link', { name: 'Table editor' }).first().click();
    await page.getByRole('link', { name: 'SQL editor' }).first().click();
    await hasText(page, 'select 2 as encke');
    await sqlField(page).press('ControlOrMeta+z');
    await hasText(page, 'select …');
  },
);

journey('a text that another tab has saved is not undone', async ({ page, platform, visitor }) => {
  const { account, ref } = await enrolWithProject(platform, 'Observatory', 'Comets');
  await enter(page, account, href('sql', { ref }));
  await typeSql(page, 'select 1 as halley');
  await append(page, ', 2');
  await saved(page);
  const address = new URL(page.url()).pathname;

  const other = await visitor.context.newPage();
  await other.goto(page.url());
  await hasText(other, 'select 1 as halley, 2');
  await append(other, ', 3');
  await saved(other);
  // While the query is open here, and while it is not.
  await hasText(page, 'select 1 as halley, 2, 3');
  await sqlField(page).press('ControlOrMeta+z');
  await hasText(page, 'select 1 as halley, 2, 3');
  await append(page, ', 4');
  await saved(page);
  await hasText(other, 'select 1 as halley, 2, 3, 4');

  await queriesOf(page).getByRole('button', { name: 'New query' }).click();
  await expect.poll(() => new URL(page.url()).pathname).not.toBe(address);
  await append(other, ', 5');
  await saved(other);
  await queriesOf(page)
    .getByRole('link', { name: /halley/ })
    .click();
  await hasText(page, 'select 1 as halley, 2, 3, 4, 5');
  await sqlField(page).press('ControlOrMeta+z');
  await append(page, ', 6');
  await saved(page);
  await hasText(other, 'select 1 as halley, 2, 3, 4, 5, 6');
});
