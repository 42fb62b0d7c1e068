import { createHash } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
/** The grid's edges are readable wherever it is scrolled: what moves goes under them. */
import { href } from '../../../src/router/href.ts';
import { enrolWithProject, enter, runSql } from '../../support/accounts.ts';
import type { Platform } from '../../support/browser.ts';
import { journey } from '../../support/journey.ts';

const rowHeight = 28;

async function openWideResult(page: Page, platform: Platform): Promise<Locator> {
  const { account, ref } = await enrolWithProject(platform, 'Surveyors', 'Maps');
  await enter(page, account, href('sql', { ref }));
  const columns = Array.from({ length: 12 }, (_, index) => `repeat('wide', 8) as column_${index}`);
  await runSql(page, `select ${columns.join(', ')} from generate_series(1, 60);`);
  const grid = page.getByRole('grid', { name: /^Result/ });
  await grid.getByRole('gridcell').first().waitFor();
  await page.getByText(/^60 rows in/).waitFor();
  return grid;
}

/** What is painted at an edge of the grid. */
async function painted(page: Page, grid: Locator, edge: 'numbers' | 'header'): Promise<string> {
  const { x, y, width } = (await grid.boundingBox())!;
  const clip =
    edge === 'numbers'
      ? { x, y, width: 36, height: 4 * rowHeight }
      : { x, y, width: width - 20, height: rowHeight - 1 };
  const pixels = await page.screenshot({ clip, animations: 'disabled' });
  return createHash('sha256').update(pixels).digest('hex');
}

const scrollTo = (grid: Locator, place: { left?: number; top?: number }) =>
  grid.evaluate((element, { left, top }) => {
    if (left !== undefined) element.scrollLeft = left;
    if (top !== undefined) element.scrollTop = top;
  }, place);

describe('the result grid', () => {
  journey('shows its row numbers whole however far it is scrolled, selected or not', async ({ page, platform }) => {
    const grid = await openWideResult(page, platform);
    await grid.focus();
    const numbers = await painted(page, grid, 'numbers');
    for (const left of [30, 90, 200]) {
      await scrollTo(grid, { left });
      expect(await painted(page, grid, 'numbers'), `${left} px to the right`).toBe(numbers);
    }
    await page.keyboard.press('ControlOrMeta+a');
    await scrollTo(grid, { left: 150, top: 0 });
    expect(await painted(page, grid, 'numbers'), 'with everything selected').toBe(numbers);
  });

  journey('shows its header whole however far it is scrolled', async ({ page, platform }) => {
    const grid = await openWideResult(page, platform);
    const header = await painted(page, grid, 'header');
    for (const top of [5, 14, 200]) {
      await scrollTo(grid, { top });
      expect(await painted(page, grid, 'header'), `${top} px down`).toBe(header);
    }
  });

  journey('is sorted by its header, and copied as a table too', async ({ page, platform }) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const { account, ref } = await enrolWithProject(platform, 'Surveyors', 'Maps');
    await enter(page, account, href('sql', { ref }));
    await runSql(page, "select n, '<b>' || n as mark from generate_series(1, 12) n;");
    const grid = page.getByRole('grid', { name: /^Result/ });
    await page.getByText(/^12 rows in/).waitFor();
    await grid.getByRole('gridcell').first().click();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await expect.poll(() => grid.getByRole('columnheader').first().getAttribute('aria-sort')).toBe('descending');
    await grid.getByRole('gridcell').nth(1).getByText('<b>12').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('ControlOrMeta+c');
    const copied = (type: string) =>
      page.evaluate(async (kind) => {
        const [item] = await navigator.clipboard.read();
        return item!.types.includes(kind) ? await (await item!.getType(kind)).text() : '';
      }, type);
    await expect.poll(() => copied('text/plain')).toBe('12\t<b>12');
    expect(await copied('text/html')).toContain('<td>12</td><td>&lt;b&gt;12</td>');
  });

  journey('is sorted by a click on a name, and keeps dragged widths behind another tab', async ({ page, platform }) => {
    const { account, ref } = await enrolWithProject(platform, 'Surveyors', 'Maps');
    await enter(page, account, href('sql', { ref }));
    await runSql(page, "select n, n % 2 = 0 as even, '' as nothing from generate_series(1, 12) n;");
    await page.getByText(/^12 rows in/).waitFor();
    const head = page.getByRole('columnheader', { name: /^even/ });
    const sorted = () => head.getAttribute('aria-sort');
    await head.hover();
    // What is shown on the header while the pointer is there covers none of its words.
    expect(
      await head.evaluate((cell) => {
        const [name, type] = [cell.firstElementChild!, cell.querySelector('[data-sort] + span')!];
        const signs = [...cell.querySelectorAll('[data-sort], [data-menu]')].map((sign) =>
          sign.getBoundingClientRect(),
        );
        return [name, type].every((word) => {
          const { right } = word.getBoundingClientRect();
          return word.scrollWidth <= word.clientWidth && signs.every(({ left }) => right <= left);
        });
      }),
    ).toBe(true);
    await head.getByText('even').click();
    await expect.poll(sorted).toBe('ascending');
    await head.getByText('boolean').click();
    await expect.poll(sorted).toBe('descending');

    const width = async () => (await head.boundingBox())!.width;
    const [before, { x, y }] = [await width(), (await head.boundingBox())!];
    await page.mouse.move(x + before - 2, y + 8);
    await page.mouse.down();
    await page.mouse.move(x + before + 78, y + 8, { steps: 4 });
    await page.mouse.up();
    await expect.poll(width).toBe(before + 80);
    expect(await sorted()).toBe('descending');
    // The edge can be pressed beyond itself too.
    await page.mouse.move(x + before + 82, y + 8);
    await page.mouse.down();
    await page.mouse.move(x + before + 52, y + 8, { steps: 4 });
    await page.mouse.up();
    await expect.poll(width).toBe(before + 50);
    await page.getByRole('tab', { name: 'Messages' }).click();
    await page.getByRole('tab', { name: 'Result' }).click();
    await expect.poll(width).toBe(before + 50);
  });

  journey('frames its very last cell on all sides', async ({ page, platform }) => {
    const { account, ref } = await enrolWithProject(platform, 'Surveyors', 'Maps');
    await enter(page, account, href('sql', { ref }));
    await page.getByRole('button', { name: /^(?:Query settings: )?Limit 100 rows/ }).click();
    await page.getByRole('menuitemradio', { name: 'No limit' }).click();
    await page.keyboard.press('Escape');
    await runSql(page, 'select n from generate_series(1, 100000) as n;');
    await page.getByText(/^100,000 rows in/).waitFor();
    const grid = page.getByRole('grid', { name: /^Result/ });
    await grid.focus();
    await page.keyboard.press('ControlOrMeta+End');
    const last = grid.getByRole('gridcell', { name: '100000', exact: true });
    await last.waitFor();
    const inside = await last.evaluate((cell) => {
      const frame = cell.closest('[role=grid]')!.getBoundingClientRect();
      const { top, bottom, left, right } = cell.getBoundingClientRect();
      return top >= frame.top && bottom <= frame.bottom && left >= frame.left && right <= frame.right;
    });
    expect(inside).toBe(true);
    // The same frame as around a cell with others below it.
    const frameOf = async (cell: Locator) => {
      const { x, y, height } = (await cell.boundingBox())!;
      const edges = [
        { x, y, width: 12, height: 2 },
        { x, y: y + height - 2, width: 12, height: 2 },
      ];
      return Promise.all(
        edges.map(async (clip) => {
          const pixels = await page.screenshot({ clip, animations: 'disabled' });
          return createHash('sha256').update(pixels).digest('hex');
        }),
      );
    };
    const [top, bottom] = await frameOf(last);
    await page.keyboard.press('ArrowUp');
    const [topAbove, bottomAbove] = await frameOf(grid.getByRole('gridcell', { name: '99999', exact: true }));
    expect([top, bottom]).toEqual([topAbove, bottomAbove]);
  });
});
