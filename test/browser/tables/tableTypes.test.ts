import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
/** Values of many types in the table editor, where foreign keys lead, and what the editor keeps at hand. */
import { href } from '../../../src/router/href.ts';
import { enter } from '../../support/accounts.ts';
import { axeViolationsInThemes } from '../../support/browser.ts';
import { journey } from '../../support/journey.ts';
import { editByKeyboard, editTwentyCells, manyTypes } from './sharedJourneys.ts';
import { cell, change, grid, harborWith, open, sqlOf, type } from './tableSteps.ts';

const row = (page: Page, table: string, at: number) => grid(page, table).locator(`[aria-rowindex="${at + 1}"]`);

describe('values of many types', () => {
  journey('twenty cells are edited, three undone, and the rest is committed', editTwentyCells);

  journey('JSON is edited as text and as a tree, bytes from a file, moments in a zone', async ({ page, platform }) => {
    const place = await harborWith(platform, manyTypes);
    const { account, ref } = place;
    await enter(page, account, href('tables', { ref }));
    await open(page, 'trips');
    await page.setViewportSize({ width: 2400, height: 900 });
    await cell(page, 'trips', 1, 11).click();
    await page.keyboard.press('ControlOrMeta+Enter');
    const json = page.getByRole('dialog', { name: 'data' });
    const text = json.getByRole('textbox', { name: 'Value' });
    await json.locator('.cm-content').waitFor();
    expect(await axeViolationsInThemes(page, '[role=dialog]')).toEqual([]);
    await text.press('ControlOrMeta+End');
    await text.press('Backspace');
    await json.getByRole('alert').first().waitFor();
    expect(await json.getByRole('button', { name: 'Stage value' }).isDisabled()).toBe(true);
    await text.press('}');
    await json.getByText('Tree').click();
    await json.getByLabel('Value of "deck"').fill('[2, 3]');
    await json.getByText('[2 values]').waitFor();
    expect(await axeViolationsInThemes(page, '[role=dialog]')).toEqual([]);
    await json.getByRole('button', { name: 'Stage value' }).click();

    await cell(page, 'trips', 1, 12).click();
    await page.keyboard.press('ControlOrMeta+Enter');
    const bytes = page.getByRole('dialog', { name: 'picture' });
    const download = page.waitForEvent('download');
    await bytes.getByRole('button', { name: 'Save as file' }).click();
    expect([...(await readFile(await (await download).path()))]).toEqual([0, 255]);
    await bytes
      .getByLabel('File for picture')
      .setInputFiles({ name: 'a.bin', mimeType: 'application/octet-stream', buffer: Buffer.from([1, 2, 254]) });
    await expect.poll(() => bytes.getByLabel('Value').inputValue()).toBe('\\x0102fe');
    await bytes.getByRole('button', { name: 'Stage value' }).click();

    await page.getByLabel('Time zone').selectOption('Asia/Tokyo');
    await cell(page, 'trips', 1, 9).getByText('2024-07-01 21:00:00.123456+09').waitFor();
    await grid(page, 'trips').getByText('timestamp with time zone in Asia/Tokyo').waitFor();
    await type(page, 'trips', 2, 9, '2024-07-02 09:00');
    await page.reload();
    await cell(page, 'trips', 3, 9).getByText('2024-07-01 21:00:00.123456+09').waitFor();
    await change(page).getByRole('button', { name: 'Commit' }).click();
    await page.getByText('2 changes committed').waitFor();
    await cell(page, 'trips', 2, 9).getByText('2024-07-02 09:00:00+09').waitFor();
    expect(
      await sqlOf(place, 'select data::text, picture::text, left_at::text from trips where id < 3 order by id'),
    ).toEqual([
      ['{"big": 9007199254740993, "deck": [2, 3]}', '\\x0102fe', '2024-07-01 12:00:00.123456+00'],
      ['{"big": 9007199254740993, "deck": 1}', '\\x00ff', '2024-07-02 00:00:00+00'],
    ]);
  });

  journey('a foreign key with a computed column points only to rows that agree in it', async ({ page, platform }) => {
    const place = await harborWith(
      platform,
      `create table docks (coast int, name text, town text, primary key (coast, name));
       insert into docks values (1, 'East', 'Helsinki'), (1, 'West', 'Turku'), (2, 'North', 'Tallinn');
       create table stays (id int primary key, side int, coast int generated always as (side + 0) stored, dock text,
         foreign key (coast, dock) references docks);
       insert into stays values (1, 1, default, 'East');`,
    );
    const { account, ref } = place;
    await enter(page, account, href('tables', { ref }));
    await open(page, 'stays');
    await cell(page, 'stays', 1, 4).getByText('East').waitFor();
    await cell(page, 'stays', 1, 4).click();
    await page.keyboard.press('Alt+Enter');
    const panel = page.getByRole('dialog', { name: 'dock: row of docks' });
    await panel.getByText('Postgres computes coast. Only rows with coast = 1 can be chosen.').waitFor();
    expect(await panel.getByRole('button', { name: /^Choose .*North/ }).isDisabled()).toBe(true);
    expect(await axeViolationsInThemes(page, '[role=dialog]')).toEqual([]);
    await panel.getByRole('button', { name: /^Choose .*West/ }).click();
    await change(page).getByRole('button', { name: 'Commit' }).click();
    await page.getByText('1 change committed').waitFor();
    expect(await sqlOf(place, 'select coast::text, dock from stays')).toEqual([['1', 'West']]);
  });

  journey('foreign keys are followed, chosen and created; tabs and favorites stay', async ({ page, platform }) => {
    const place = await harborWith(platform, manyTypes);
    const { account, ref } = place;
    await enter(page, account, href('tables', { ref }));
    await open(page, 'trips');
    await cell(page, 'trips', 1, 3).getByText('HEL').waitFor();
    await grid(page, 'trips').getByText('text → ports.code').waitFor();
    // The row is shown in place, and another one is found by a column that is no key.
    await cell(page, 'trips', 1, 3).click();
    await page.keyboard.press('Alt+Enter');
    const panel = page.getByRole('dialog', { name: 'port: row of ports' });
    await panel.getByRole('region', { name: 'Referenced row' }).getByText('Helsinki').waitFor();
    await panel.getByLabel('Search in any column').fill('tallinn');
    await panel.getByRole('button', { name: 'Chosen HEL' }).waitFor({ state: 'detached' });
    expect(await axeViolationsInThemes(page, '[role=dialog]')).toEqual([]);
    await panel.getByRole('button', { name: 'Choose TLL' }).click();
    await change(page).getByText('1 change staged').waitFor();
    await cell(page, 'trips', 1, 3).getByText('TLL').waitFor();
    await change(page).getByRole('button', { name: 'Commit' }).click();
    await page.getByText('1 change committed').waitFor();
    await cell(page, 'trips', 1, 3).getByText('TLL').waitFor();
    await cell(page, 'trips', 1, 3).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Open in ports' }).click();
    await cell(page, 'ports', 1, 2).getByText('Tallinn').waitFor();

    // Both tables have a tab, also after a reload; the keyboard closes one.
    const tabs = page.getByRole('navigation', { name: 'Open tables' });
    await page.reload();
    await expect.poll(() => tabs.getByRole('link').allTextContents()).toEqual(['trips', 'ports']);
    await cell(page, 'ports', 1, 2).getByText('Tallinn').waitFor();
    expect(await axeViolationsInThemes(page)).toEqual([]);
    await tabs.getByRole('link', { name: 'ports' }).focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await grid(page, 'trips').waitFor();
    await tabs.getByRole('link', { name: 'trips' }).focus();
    await page.keyboard.press('Delete');
    await grid(page, 'ports').waitFor();
    await expect.poll(() => tabs.getByRole('link').allTextContents()).toEqual(['ports']);

    const tables = page.getByRole('navigation', { name: 'Tables of the project' });
    await tables.getByRole('button', { name: 'Actions for trips' }).click();
    await page.getByRole('menuitem', { name: 'Add to favorites' }).click();
    await tables.getByRole('list', { name: 'Favorites' }).getByRole('link', { name: 'trips' }).waitFor();
    await tables.getByRole('button', { name: 'Show sizes and rows' }).click();
    await tables.getByText(/KB/).first().waitFor();
    await page.reload();
    await tables.getByRole('list', { name: 'Favorites' }).getByRole('link', { name: 'trips' }).click();
    await grid(page, 'trips').waitFor();

    // Columns: one is frozen and stays in view, another is dragged to its place.
    await cell(page, 'trips', 1, 2).click();
    await page.keyboard.press('Alt+ArrowDown');
    await page.getByRole('menuitem', { name: 'Freeze column' }).click();
    const head = (column: number) => grid(page, 'trips').locator(`[role=columnheader][aria-colindex="${column}"]`);
    await head(1).getByText('note').waitFor();
    await cell(page, 'trips', 1, 1).click();
    await page.keyboard.press('End');
    await row(page, 'trips', 1).locator('[data-frozen]').getByText('Trip 1').waitFor();
    expect(
      await row(page, 'trips', 1)
        .locator('[data-frozen]')
        .evaluate((element) => {
          const { left, right, top, bottom } = element.getBoundingClientRect();
          return document.elementFromPoint((left + right) / 2, (top + bottom) / 2) === element;
        }),
    ).toBe(true);
    expect(await axeViolationsInThemes(page)).toEqual([]);
    // A frozen cell is in view wherever the others are; the next one scrolls back.
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    const from = (await head(3).boundingBox())!;
    const to = (await head(2).boundingBox())!;
    await page.mouse.move(from.x + 20, from.y + 10);
    await page.mouse.down();
    await page.mouse.move(to.x + 4, to.y + 10, { steps: 5 });
    await page.mouse.up();
    await head(2).getByText('port', { exact: true }).waitFor();
    await page.reload();
    await head(2).getByText('port', { exact: true }).waitFor();
    await head(1).getByText('note').waitFor();
  });

  journey('rows are edited by keyboard alone, beside a second browser', editByKeyboard);
});
