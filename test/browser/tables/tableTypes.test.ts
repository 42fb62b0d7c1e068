/** Values of many types in the table editor, where foreign keys lead, and what the editor keeps at hand. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { enter } from '../../support/accounts.ts';
import { axeViolationsInThemes } from '../../support/browser.ts';
import { journey } from '../../support/journey.ts';
import { cell, change, grid, harborWith, open, sqlOf, tabTo, type } from './tableSteps.ts';

const setup = `
  create type mood as enum ('calm', 'rough');
  create table ports (code text primary key, town text, depth numeric);
  insert into ports values ('HEL', 'Helsinki', 9.5), ('TLL', 'Tallinn', 11), ('STO', 'Stockholm', 8);
  create table trips (
    id int primary key, note text, port text references ports, legs int[], seats int4range, mood mood, away boolean,
    price numeric, left_at timestamptz, code uuid, data jsonb, picture bytea, total bigint, day date
  );
  insert into trips
    select n, 'Trip ' || n, 'HEL', array[n], int4range(1, n + 1), 'calm', false, n / 2.0,
      timestamptz '2024-07-01 12:00:00.123456+00', gen_random_uuid(), '{"deck": 1, "big": 9007199254740993}', '\\x00ff',
      9007199254740993, '2024-02-29'
    from generate_series(1, 30) n;
`;

const row = (page: Page, table: string, at: number) => grid(page, table).locator(`[aria-rowindex="${at + 1}"]`);

describe('values of many types', () => {
  journey('twenty cells are edited, three undone, and the rest is committed', async ({ page, platform }) => {
    const place = await harborWith(platform, setup);
    const { account, ref } = place;
    await enter(page, account, `/project/${ref}/editor`);
    await open(page, 'trips');
    await cell(page, 'trips', 1, 2).getByText('Trip 1').waitFor();
    await page.setViewportSize({ width: 2400, height: 900 });
    const edits: [row: number, column: number, text: string][] = [
      [1, 2, 'One'],
      [2, 2, ' two '],
      [3, 4, '{1,NULL,3}'],
      [4, 5, '[2,9)'],
      [5, 8, '123456789012345678901234567890.5'],
      [6, 9, '2025-01-01 00:00:00+02'],
      [7, 10, '00000000-0000-4000-8000-000000000000'],
      [8, 11, '{"a": 1}'],
      [9, 12, '\\x0102'],
      [10, 13, '9223372036854775807'],
      [11, 14, 'infinity'],
      [12, 3, 'TLL'],
      [13, 2, 'Thirteen'],
      [14, 2, 'Fourteen'],
      [15, 2, 'Fifteen'],
      [16, 2, 'Sixteen'],
    ];
    for (const [at, column, text] of edits) await type(page, 'trips', at, column, text);
    // An enumeration and a boolean offer their values; the rest is NULL.
    for (const [at, column, value] of [
      [17, 6, 'rough'],
      [18, 7, 'true'],
    ] as const) {
      await cell(page, 'trips', at, column).click();
      await page.keyboard.press('Enter');
      await page.locator('[role=grid] select').selectOption(value);
      await page.keyboard.press('Enter');
    }
    for (const at of [19, 20]) {
      await cell(page, 'trips', at, 14).click();
      await page.keyboard.press('Delete');
    }
    await change(page).getByText('20 changes staged').waitFor();
    for (let step = 0; step < 3; step++) await page.keyboard.press('ControlOrMeta+z');
    await change(page).getByText('17 changes staged').waitFor();
    await page.keyboard.press('ControlOrMeta+s');
    await page.getByText('17 changes committed').waitFor();
    const stored = async (column: string, ...ids: number[]) =>
      (await sqlOf(place, `select ${column}::text from trips where id in (${ids.join()}) order by id`)).flat();
    expect(await stored('note', 1, 2, 13, 14, 15, 16)).toEqual([
      'One',
      ' two ',
      'Thirteen',
      'Fourteen',
      'Fifteen',
      'Sixteen',
    ]);
    expect(await stored('legs', 3, 4)).toEqual(['{1,NULL,3}', '{4}']);
    expect(await stored('seats', 4, 5)).toEqual(['[2,9)', '[1,6)']);
    expect(await stored('price', 5)).toEqual(['123456789012345678901234567890.5']);
    expect(await stored('left_at', 6)).toEqual(['2024-12-31 22:00:00+00']);
    expect(await stored('code', 7)).toEqual(['00000000-0000-4000-8000-000000000000']);
    expect(await stored('data', 8)).toEqual(['{"a": 1}']);
    expect(await stored('picture', 9, 10)).toEqual(['\\x0102', '\\x00ff']);
    expect(await stored('total', 10, 11)).toEqual(['9223372036854775807', '9007199254740993']);
    expect(await stored('port', 11, 12)).toEqual(['HEL', 'TLL']);
    // The last three steps were taken back.
    expect(await stored('mood', 16, 17)).toEqual(['calm', 'rough']);
    expect(await stored('away', 18)).toEqual(['false']);
    expect(await stored('day', 11, 19, 20)).toEqual(['infinity', '2024-02-29', '2024-02-29']);
  });

  journey('JSON is edited as text and as a tree, bytes from a file, moments in a zone', async ({ page, platform }) => {
    const place = await harborWith(platform, setup);
    const { account, ref } = place;
    await enter(page, account, `/project/${ref}/editor`);
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

  journey('foreign keys are followed, chosen and created; tabs and favorites stay', async ({ page, platform }) => {
    const place = await harborWith(platform, setup);
    const { account, ref } = place;
    await enter(page, account, `/project/${ref}/editor`);
    await open(page, 'trips');
    await cell(page, 'trips', 1, 3).getByText('HEL').waitFor();
    await grid(page, 'trips').getByText('text → ports.code').waitFor();
    // The row is shown in place, and another one is found by a column that is no key.
    await cell(page, 'trips', 1, 3).click();
    await page.keyboard.press('Alt+Enter');
    const panel = page.getByRole('dialog', { name: 'port: row of ports' });
    await panel.getByRole('region', { name: 'Referenced row' }).getByText('Helsinki').waitFor();
    await panel.getByLabel('Search in any column').fill('tallinn');
    await panel.getByRole('button', { name: 'Choose HEL' }).waitFor({ state: 'detached' });
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

  journey('rows are edited by keyboard alone, beside a second browser', async ({ page, platform }) => {
    const place = await harborWith(platform, setup);
    const { account, ref } = place;
    const second = await page.context().browser()!.newContext({ baseURL: platform.origin() });
    const other = await second.newPage();
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    await enter(other, account, `/project/${ref}/editor`);
    await open(other, 'ports');
    // The table is found by its name, and its rows are reached by Tab.
    await enter(page, account, `/project/${ref}/editor`);
    await page.getByRole('link', { name: 'trips' }).waitFor();
    await tabTo(page, page.getByLabel('Search tables'));
    await page.keyboard.type('port');
    await page.getByRole('link', { name: 'trips' }).waitFor({ state: 'detached' });
    await tabTo(page, page.getByRole('link', { name: 'ports' }));
    await press('Enter');
    for (const one of [page, other]) await cell(one, 'ports', 1, 2).getByText('Helsinki').waitFor();
    await tabTo(page, grid(page, 'ports'));
    // A value is typed over, filled down, copied beside, deleted to NULL and brought back.
    await press('ArrowRight');
    await page.keyboard.type('Turku');
    await press('Enter', 'ArrowUp', 'Shift+ArrowDown', 'ControlOrMeta+d');
    await cell(page, 'ports', 2, 2).getByText('Turku').waitFor();
    await press('ArrowDown', 'Delete');
    await cell(page, 'ports', 3, 2).and(page.locator('[data-null]')).waitFor();
    await press('ControlOrMeta+z');
    await cell(page, 'ports', 3, 2).getByText('Tallinn').waitFor();
    await press('ControlOrMeta+Shift+z', 'ControlOrMeta+z');
    await press('ArrowRight', 'F2', 'ControlOrMeta+a');
    await page.keyboard.type('12.5');
    await press('Tab', 'Shift+F10');
    await page.getByRole('menu').waitFor();
    await press('Escape');
    await change(page).getByText('3 changes staged').waitFor();

    // Meanwhile, the same row is committed elsewhere.
    await type(other, 'ports', 1, 2, 'Theirs');
    await other.keyboard.press('ControlOrMeta+s');
    await other.getByText('1 change committed').waitFor();
    await press('ControlOrMeta+s');
    const conflict = page.getByRole('alertdialog', { name: 'Row HEL of ports was changed' });
    await conflict.getByText('Theirs', { exact: true }).last().waitFor();
    await tabTo(page, conflict.getByRole('button', { name: 'Overwrite with mine' }));
    await press('Enter');
    await page.getByText('3 changes committed').waitFor();
    expect(await sqlOf(place, 'select code, town, depth from ports order by code')).toEqual([
      ['HEL', 'Turku', '9.5'],
      ['STO', 'Turku', '8'],
      ['TLL', 'Tallinn', '12.5'],
    ]);
    await second.close();
  });
});
