import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
/** Journeys of the table editor that both engines are held to. */
import { href } from '../../../src/router/href.ts';
import { enter } from '../../support/accounts.ts';
import { axeViolationsInThemes, type Platform } from '../../support/browser.ts';
import { cell, change, grid, harborWith, open, sqlOf, tabTo, type, type Place } from './tableSteps.ts';

/** What a journey gets of its test. */
interface Journey {
  page: Page;
  platform: Platform;
}

/** Values of many types. */
export const manyTypes = `
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

export async function editTwentyCells({ page, platform }: Journey): Promise<void> {
  const place = await harborWith(platform, manyTypes);
  const { account, ref } = place;
  await enter(page, account, href('tables', { ref }));
  await open(page, 'trips');
  await cell(page, 'trips', 1, 2).getByText('Trip 1').waitFor();
  // Room for all columns: a cell that is scrolled to may be drawn for another column by the time it is clicked.
  await page.setViewportSize({ width: 3000, height: 900 });
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
}

export async function editByKeyboard({ page, platform }: Journey): Promise<void> {
  const place = await harborWith(platform, manyTypes);
  const { account, ref } = place;
  const second = await page.context().browser()!.newContext({ baseURL: platform.origin() });
  const other = await second.newPage();
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await enter(other, account, href('tables', { ref }));
  await open(other, 'ports');
  // The table is found by its name, and its rows are reached by Tab.
  await enter(page, account, href('tables', { ref }));
  await page.getByRole('link', { name: 'trips' }).waitFor();
  await tabTo(page, page.getByLabel('Search tables'));
  await page.keyboard.type('port');
  await page.getByRole('link', { name: 'trips' }).waitFor({ state: 'detached' });
  await tabTo(page, page.getByRole('link', { name: 'ports' }));
  await press('Enter');
  for (const one of [page, other]) await cell(one, 'ports', 1, 2).getByText('Helsinki').waitFor();
  await tabTo(page, grid(page, 'ports'));
  // Tab goes from cell to cell, and the footer says how it leaves them.
  await page.getByText('leaves the rows').last().waitFor();
  await press('Tab', 'Tab', 'Shift+Tab');
  // A value is typed over, filled down, copied beside, deleted to NULL and brought back.
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
}

export const panel = (page: Page) => page.getByRole('dialog', { name: /^Import rows into/ });
const choose = (page: Page, name: string, text: string) =>
  panel(page)
    .getByLabel('File to import')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
export const list = (page: Page) => page.getByRole('navigation', { name: 'Tables of the project' });

export async function begin(page: Page, platform: Platform, tables: string): Promise<Place> {
  const place = await harborWith(platform, tables);
  await enter(page, place.account, href('tables', { ref: place.ref }));
  return place;
}

export async function importManyRows({ page, platform }: Journey): Promise<void> {
  const { account, ref } = await begin(page, platform, 'select 1');
  await list(page).getByRole('button', { name: 'Import' }).click();
  await panel(page).getByText('Drop a CSV').waitFor();
  expect(await axeViolationsInThemes(page, '[role=dialog]')).toEqual([]);
  const bad = new Map([
    [7, 'x'],
    [50_000, ''],
    [99_999, '9'],
  ]);
  const lines = Array.from(
    { length: 100_000 },
    (_, index) => `${bad.get(index + 1) ?? index + 1};"Boat ""${index + 1}""";${index / 4}`,
  );
  const text = `Id;Boat Name;Price\n${lines.join('\n')}\n`;
  await choose(page, 'My boats.csv', text);
  await panel(page).getByRole('region', { name: 'First rows of the file' }).getByText('Boat "1"').waitFor();
  expect(await panel(page).getByLabel('Delimiter').inputValue()).toBe(';');
  expect(await panel(page).getByLabel('Name', { exact: true }).inputValue()).toBe('my_boats');
  const column = (name: string) => panel(page).getByRole('group', { name: new RegExp(`: ${name}$`) });
  expect(await column('Price').getByLabel('Type').inputValue()).toBe('numeric');
  // The value that is no number makes it a text, until the user corrects that.
  await column('Id').getByLabel('Type').fill('integer');
  await column('Price').getByLabel('Column').fill('cost');
  await panel(page).getByText('create table public.my_boats').waitFor();
  await panel(page).getByText('enable row level security').waitFor();
  // The draft is stored after a pause.
  await expect.poll(() => page.evaluate(() => JSON.stringify({ ...localStorage }).includes('cost'))).toBe(true);
  await page.reload();
  await list(page).getByRole('button', { name: 'Import' }).click();
  await panel(page).getByText('Choose My boats.csv again').waitFor();
  await choose(page, 'My boats.csv', text);
  await expect.poll(() => column('Price').getByLabel('Column').inputValue()).toBe('cost');

  await panel(page).getByRole('button', { name: 'Create table and import' }).click();
  await panel(page).getByText('Nothing was imported: 3 bad rows').waitFor();
  const listed = panel(page).getByRole('region', { name: 'Bad rows' });
  await listed.getByText('invalid input syntax for type integer: "x"').waitFor();
  expect(await listed.getByRole('row').allInnerTexts()).toHaveLength(4);
  expect(await sqlOf({ platform, account, ref }, "select to_regclass('my_boats')")).toEqual([[null]]);
  const downloading = page.waitForEvent('download');
  await panel(page).getByRole('button', { name: 'Save bad rows as CSV' }).click();
  const file = await readFile(await (await downloading).path(), 'utf8');
  expect(file.split('\r\n')[0]).toBe('Id,Boat Name,Price,import_line,import_reason');
  expect(file).toContain('x,"Boat ""7""",1.5,8,');

  await panel(page).getByRole('button', { name: 'Import the good rows' }).click();
  await panel(page).getByText('99,997 rows imported').waitFor();
  expect(await axeViolationsInThemes(page, '[role=dialog]')).toEqual([]);
  await panel(page).getByRole('button', { name: 'Open table' }).click();
  await page.getByRole('grid', { name: 'Rows of my_boats' }).getByText('Boat "1"', { exact: true }).waitFor();
  expect(await sqlOf({ platform, account, ref }, 'select count(*), max(cost) from my_boats')).toEqual([
    ['99997', '24999.75'],
  ]);
  await list(page).getByRole('link', { name: 'my_boats' }).waitFor();
}
