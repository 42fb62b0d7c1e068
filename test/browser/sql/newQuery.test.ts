/** What is typed as soon as a new query was asked for is in the new one: no key is lost, or goes to the query before. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { href } from '../../../src/router/href.ts';
import { enrolWithProject, enter, typeSql } from '../../support/accounts.ts';
import { journey } from '../../support/journey.ts';

const sqlField = (page: Page) => page.getByRole('textbox', { name: 'SQL', exact: true });
const button = (page: Page) =>
  page.getByRole('navigation', { name: 'Queries' }).getByRole('button', { name: 'New query' });

const before = '-- the query before';

/** Each way to ask for a new query; nothing is awaited after its last key or click. */
const ways: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'a click': (page) => button(page).click({ noWaitAfter: true }),
  'Enter on the button': (page) => button(page).press('Enter', { noWaitAfter: true }),
  'Space on the button': (page) => button(page).press('Space', { noWaitAfter: true }),
  'the command': async (page) => {
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('dialog', { name: 'Command palette' }).waitFor();
    await page.keyboard.type('new query');
    await page.getByRole('option', { name: 'New query' }).first().waitFor();
    await page.keyboard.press('Enter');
  },
};

journey('is the text of the new query from its first key', async ({ page, platform }) => {
  const { account, ref } = await enrolWithProject(platform, 'Observatory', 'Comets');
  await enter(page, account, href('sql', { ref }));
  for (const [way, ask] of Object.entries(ways)) {
    await typeSql(page, before);
    await page.getByText('Saved', { exact: true }).waitFor();
    const address = page.url();
    await ask(page);
    await page.keyboard.type('go to (1)');
    await page.keyboard.press('Enter');
    await page.keyboard.type('xy');
    await page.keyboard.press('Backspace');
    await expect.poll(() => page.url(), { message: way }).not.toBe(address);
    await expect.poll(() => page.locator('.cm-line').allTextContents(), { message: way }).toEqual(['go to (1)', 'x']);
    // The focus is in the editor, so that the user goes on.
    await page.keyboard.type('z');
    await expect.poll(() => page.locator('.cm-line').allTextContents(), { message: way }).toEqual(['go to (1)', 'xz']);
    await page.goto(address);
    await expect.poll(() => sqlField(page).textContent(), { message: way }).toBe(before);
  }
});
