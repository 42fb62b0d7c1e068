/** The forms over the list of tables, whose code loads when one is first asked for. */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { axeViolationsInThemes } from '../../support/browser.ts';
import { journey } from '../../support/journey.ts';
import { begin, list, panel } from './sharedJourneys.ts';

const code = /\/assets\/tableForms-[^/]+\.js$/;

/** Drops a file on the rows of the open table. */
const drop = (page: Page, name: string, text: string): Promise<void> =>
  page.locator('[data-rows]').evaluate(
    (place, [fileName, content]) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([content!], fileName!, { type: 'text/csv' }));
      for (const type of ['dragover', 'drop'])
        place.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
    },
    [name, text] as const,
  );

journey(
  'a form that is late or does not come says so, and opens with the dropped file',
  async ({ page, platform, watch }) => {
    await begin(page, platform, 'create table boats (id int primary key, name text)');
    await list(page).getByRole('link', { name: 'boats' }).click();
    await page.getByRole('grid', { name: 'Rows of boats' }).waitFor();
    let held = Promise.withResolvers<'arrives' | 'is lost'>();
    await page.route(code, async (route) => {
      if ((await held.promise) === 'arrives') await route.continue();
      else await route.abort();
    });

    const button = list(page).getByRole('button', { name: 'New table' });
    await button.focus();
    await page.keyboard.press('Enter');
    const note = page.getByRole('status').filter({ hasText: 'Loading the dialog…' });
    await note.waitFor();
    await note.getByRole('button', { name: 'Cancel' }).click();
    await note.waitFor({ state: 'hidden' });
    await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);

    watch.allow(/failed request/, /console error/);
    await drop(page, 'boats.csv', 'id,name\n1,Gull\n');
    held.resolve('is lost');
    const failure = page.getByRole('alert').filter({ hasText: 'Could not load the dialog' });
    await failure.waitFor();
    expect(await axeViolationsInThemes(page, '#main')).toEqual([]);
    held = Promise.withResolvers();
    held.resolve('arrives');
    await failure.getByRole('button', { name: 'Try again' }).click();
    await panel(page).getByText('boats.csv').waitFor();
    await panel(page).getByRole('button', { name: 'Import rows' }).waitFor();
    await failure.waitFor({ state: 'hidden' });
    await page.keyboard.press('Escape');
    await panel(page).waitFor({ state: 'hidden' });
    await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
  },
);

journey('a form begins where the user types, however it was opened', async ({ page, platform }) => {
  await begin(page, platform, 'create table boats (id int generated always as identity primary key, name text)');
  const focused = () =>
    page.evaluate(() => {
      const { activeElement } = document;
      const label = activeElement instanceof HTMLInputElement ? activeElement.labels?.[0] : activeElement;
      return label?.textContent;
    });
  const newTable = page.getByRole('dialog', { name: 'New table in public' });
  const opened = async (dialog: Locator, first: string) => {
    await dialog.waitFor();
    await expect.poll(focused).toBe(first);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
  };

  await list(page).getByRole('button', { name: 'New table' }).click();
  await opened(newTable, 'Name');
  await page.keyboard.press('ControlOrMeta+K');
  await page.getByRole('combobox', { name: 'Command palette' }).fill('new table');
  await page.keyboard.press('Enter');
  await opened(newTable, 'Name');

  await list(page).getByRole('button', { name: 'Import' }).click();
  await opened(panel(page), 'Choose file');

  await list(page).getByRole('button', { name: 'Actions for boats' }).click();
  await page.getByRole('menuitem', { name: 'Duplicate table…' }).click();
  await opened(page.getByRole('dialog', { name: 'Duplicate boats' }), 'Name');
});
