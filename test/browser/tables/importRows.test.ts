/** Files and pasted rows on their way into tables. */
import { describe, expect } from 'vitest';
import { horizontalOverflow } from '../../support/browser.ts';
import { journey } from '../../support/journey.ts';
import { begin, importManyRows, list, panel } from './sharedJourneys.ts';
import { sqlOf } from './tableSteps.ts';

describe('an import', () => {
  journey('makes a table of 100,000 rows, of which three are bad, over a reload', importManyRows);

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
    await panel(page).getByLabel('First row contains column names').waitFor();
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
