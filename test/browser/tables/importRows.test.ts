/** Files and pasted rows on their way into tables. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { enter } from '../../support/accounts.ts';
import { axeViolationsInThemes, horizontalOverflow, type Platform } from '../../support/browser.ts';
import { journey } from '../../support/journey.ts';
import { harborWith, sqlOf, type Place } from './tableSteps.ts';

const panel = (page: Page) => page.getByRole('dialog', { name: /^Import rows into/ });
const choose = (page: Page, name: string, text: string) =>
  panel(page)
    .getByLabel('File to import')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
const list = (page: Page) => page.getByRole('navigation', { name: 'Tables of the project' });

async function begin(page: Page, platform: Platform, tables: string): Promise<Place> {
  const place = await harborWith(platform, tables);
  await enter(page, place.account, `/project/${place.ref}/editor`);
  return place;
}

describe('an import', () => {
  journey('makes a table of 100,000 rows, of which three are bad, over a reload', async ({ page, platform }) => {
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
  });

  journey('takes a million pasted rows as a file, a table of a web page as cells', async ({ page, platform }) => {
    const { account, ref } = await begin(page, platform, 'create table marks (id int primary key, word text)');
    await list(page).getByRole('link', { name: 'marks' }).click();
    const grid = page.getByRole('grid', { name: 'Rows of marks' });
    await grid.waitFor();
    await sqlOf({ platform, account, ref }, "insert into marks values (1, 'one')");
    await page.getByRole('button', { name: 'Reload', exact: false }).first().click();
    await page.reload();
    await grid.getByText('one').click();
    /** Pastes as the browser does, and tells how long the page was busy with it. */
    const paste = (type: string, make: string) =>
      grid.evaluate(
        (element, [kind, code]) => {
          const data = new DataTransfer();
          // oxlint-disable-next-line no-eval -- a million rows are made in the page: sending them there takes longer
          data.setData(kind!, (0, eval)(code!) as string);
          const target = element.querySelector('[tabindex="0"]') ?? element;
          const start = performance.now();
          (document.activeElement ?? target).dispatchEvent(
            new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
          );
          return performance.now() - start;
        },
        [type, make] as const,
      );
    await paste('text/html', '"<table><tr><td>first<br>line</td></tr><tr><td>second</td></tr></table>"');
    await page.getByText('2 changes staged').waitFor();
    await page.keyboard.press('ControlOrMeta+z');
    await page.keyboard.press('ControlOrMeta+z');
    const took = await paste(
      'text/plain',
      'Array.from({ length: 1000000 }, (_, n) => (n + 2) + "\\tword " + n).join("\\n")',
    );
    expect(took).toBeLessThan(5_000);
    await panel(page).getByText('Pasted text').waitFor();
    await panel(page).getByLabel('The first row has the names of the columns').waitFor();
    const column = (place: number) => panel(page).getByRole('group', { name: new RegExp(`^Column ${place}:`) });
    await column(1).getByLabel('Column').selectOption('id');
    await column(2).getByLabel('Column').selectOption('word');
    await panel(page).getByRole('button', { name: 'Import rows' }).click();
    await panel(page)
      .getByText(/\d rows written/)
      .waitFor();
    await panel(page).getByRole('button', { name: 'Cancel import' }).click();
    await panel(page).getByRole('button', { name: 'Import rows' }).waitFor();
    expect(await sqlOf({ platform, account, ref }, 'select count(*) from marks')).toEqual([['1']]);
    await page.setViewportSize({ width: 390, height: 800 });
    expect(await horizontalOverflow(page)).toBeNull();
  });
});
