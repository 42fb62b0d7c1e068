import type { Page } from 'playwright-core';
/** The docs search of a signed-in user, by keys, in every theme. */
import { describe, expect } from 'vitest';
import { href } from '../../../src/router/href.ts';
import { enter, readerOf } from '../../support/accounts.ts';
import { axeViolationsInThemes, horizontalOverflow, type Platform } from '../../support/browser.ts';
import { journey } from '../../support/journey.ts';

const fullText = '**/rest/v1/rpc/docs_search_fts';
const embeddings = '**/functions/v1/search-embeddings';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Search the docs' });
const field = (page: Page) => dialog(page).getByRole('combobox', { name: 'Search the docs' });
const marked = (page: Page) => dialog(page).getByRole('option', { selected: true });
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));

async function enterProjects(page: Page, platform: Platform): Promise<void> {
  const { account } = await readerOf(platform);
  await enter(page, account);
  await page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor();
}

async function openDocs(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  await palette.getByRole('combobox').fill('search the docs');
  await palette.getByRole('option', { name: 'Search the docs…', selected: true }).waitFor();
  await page.keyboard.press('Enter');
  await dialog(page).getByText('How do I turn on row level security?').waitFor();
  await expect.poll(() => focused(page)).toBe('Search the docs');
}

describe('the docs search', () => {
  journey('finds a section while the user types, by keys alone, and opens its guide', async ({ page, platform }) => {
    await enterProjects(page, platform);
    const loaded = () =>
      page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .map(({ name }) => name)
          .join(' '),
      );
    expect(await loaded()).not.toContain('/assets/docsSearch-');
    await openDocs(page);
    expect(await loaded()).toContain('/assets/docsSearch-');
    expect(await axeViolationsInThemes(page)).toEqual([]);

    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('docs_search_fts')) asked.push(request.postData() ?? '');
    });
    await page.keyboard.type('row level security', { delay: 5 });
    await expect.poll(() => asked.at(-1)).toBe('{"query":"row level security"}');
    const guide = dialog(page).getByRole('option', { name: /^Row level security\s*Database · Guide$/ });
    await guide.waitFor();
    await expect.poll(() => dialog(page).getByRole('listbox').getAttribute('aria-busy')).toBe('false');
    expect(await field(page).inputValue()).toBe('row level security');
    expect(await dialog(page).locator('mark').first().textContent()).toMatch(/^row$/i);
    expect(await axeViolationsInThemes(page)).toEqual([]);

    const section = dialog(page).getByRole('option', { name: 'Turn on row level security' });
    await section.waitFor();
    for (let step = 0; step < 40 && (await section.getAttribute('aria-selected')) !== 'true'; step += 1)
      await page.keyboard.press('ArrowDown');
    expect(await marked(page).textContent()).toBe('Turn on row level security');
    await dialog(page).getByText('Row level security › Turn on row level security').waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/guides/database/row-level-security#turn-on-row-level-security');
    await page.getByRole('heading', { level: 1, name: 'Row level security' }).waitFor();

    // The search is remembered on this computer. Backspace in the empty field leads back, Escape out.
    await page.goto(href('projects'));
    await page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor();
    await openDocs(page);
    await dialog(page).getByRole('group', { name: 'Recent searches' }).getByText('row level security').click();
    await guide.waitFor();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Backspace');
    await page.getByRole('dialog', { name: 'Command palette' }).waitFor();
    await expect.poll(() => focused(page)).toBe('Command palette');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  journey('says that nothing was found or that it failed, and tries again', async ({ page, platform, watch }) => {
    watch.allow(/answer 429 to POST .*\/docs_search_fts$/);
    await enterProjects(page, platform);
    await page.route(embeddings, (route) => route.fulfill({ json: [] }));
    await openDocs(page);
    await page.keyboard.type('zzzzqqqq');
    await dialog(page).getByText('No results.').waitFor();
    expect(await axeViolationsInThemes(page)).toEqual([]);
    await dialog(page).getByRole('button', { name: 'Clear search' }).click();
    await expect.poll(() => focused(page)).toBe('Search the docs');
    await dialog(page).getByText('How do I connect my app?').waitFor();

    await page.route(fullText, (route) => route.fulfill({ status: 429, json: { message: 'Too many requests' } }));
    await page.keyboard.type('policies');
    await dialog(page).getByRole('alert').getByText('Too many requests').waitFor();
    expect(await axeViolationsInThemes(page)).toEqual([]);
    await page.unroute(fullText);
    await dialog(page).getByRole('button', { name: 'Try again' }).click();
    await dialog(page).getByRole('option').first().waitFor();
  });

  journey('fits a phone, and links each type of result as it should', async ({ page, platform }) => {
    await enterProjects(page, platform);
    await page.setViewportSize({ width: 390, height: 844 });
    const result = (type: string, path: string) => ({
      id: type,
      path,
      type,
      title: `A ${type}`,
      headings: ['Part'],
      slugs: ['part'],
    });
    await page.route(embeddings, (route) => route.fulfill({ json: [] }));
    await page.route(fullText, (route) =>
      route.fulfill({
        json: [
          result('markdown', '/guides/auth'),
          result('reference', '/guides/reference/sqlstate'),
          result('partner-integration', '/vercel'),
          result('github-discussions', 'https://example.com/discussions/7'),
        ],
      }),
    );
    await openDocs(page);
    await page.keyboard.type('everything');
    await dialog(page).getByRole('option', { name: 'A markdown' }).waitFor();
    const links = await dialog(page)
      .getByRole('option')
      .evaluateAll((rows) => rows.map((row) => [row.getAttribute('href'), row.getAttribute('target')]));
    expect(links).toEqual([
      ['/guides/auth', null],
      ['/guides/auth#part', null],
      ['/guides/reference/sqlstate', null],
      ['/guides/reference/sqlstate/part', null],
      ['/integrations/vercel', null],
      ['/integrations/vercel', null],
      ['https://example.com/discussions/7', '_blank'],
      ['https://example.com/discussions/7#part', '_blank'],
    ]);
    expect(await horizontalOverflow(page)).toBeNull();
    await dialog(page).getByRole('button', { name: 'Close' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });
});
