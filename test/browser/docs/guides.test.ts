import { expect } from 'vitest';
import { enter, readerOf, signInHere } from '../../support/accounts.ts';
/** The guides for a reader: without a session, with and without scripts, in every theme. */
import { isAt } from '../../support/addresses.ts';
import { axeViolationsInThemes, wear } from '../../support/browser.ts';
import { journey } from '../../support/journey.ts';

journey('a reader without an account finds a guide, reads it and copies an example', async ({ page }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/guides');
  await page.getByRole('heading', { level: 1, name: 'Start' }).waitFor();
  expect(await axeViolationsInThemes(page)).toEqual([]);

  // The search opens over the page, with what was typed while its code was loading.
  const search = page.getByRole('dialog', { name: 'Search the docs' });
  const field = search.getByRole('combobox', { name: 'Search the docs' });
  await page.keyboard.press('/');
  await field.waitFor();
  expect(await axeViolationsInThemes(page)).toEqual([]);
  await page.keyboard.type('row level secur');
  const section = search.getByRole('option', { name: 'Turn on row level security' });
  await section.waitFor();
  await expect.poll(() => search.getByRole('listbox').getAttribute('aria-busy')).toBe('false');
  expect(await search.locator('mark').first().textContent()).toMatch(/^row$/i);
  expect(await axeViolationsInThemes(page)).toEqual([]);
  for (let step = 0; step < 40 && (await section.getAttribute('aria-selected')) !== 'true'; step += 1)
    await page.keyboard.press('ArrowDown');
  await search.getByText('Row level security › Turn on row level security').waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/guides/database/row-level-security#turn-on-row-level-security');
  await page.getByRole('heading', { level: 1, name: 'Row level security' }).waitFor();

  // A section of the same page closes the search too; what was searched is remembered.
  await page.getByRole('searchbox', { name: 'Search guides' }).click();
  await search.getByRole('group', { name: 'Recent searches' }).getByText('row level secur').click();
  await search.getByRole('option', { name: 'Turn on row level security' }).click();
  await search.waitFor({ state: 'hidden' });
  await page.keyboard.press('ControlOrMeta+k');
  await field.waitFor();
  await page.keyboard.press('Escape');
  await search.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Copy' }).first().click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('enable row level security');
  expect(await axeViolationsInThemes(page)).toEqual([]);

  // The contents mark what is read, also at the end of the page, where nothing scrolls up any more.
  const contents = page.getByRole('navigation', { name: 'On this page' });
  const read = contents.locator('[aria-current=location]');
  for (const name of ['Test a policy', 'When a policy refuses', 'List the policies']) {
    await contents.getByRole('link', { name }).click();
    await expect.poll(() => read.allTextContents()).toEqual([name]);
  }

  // Paper is white, whatever the theme of the screen.
  const theme = (event: string) =>
    page.evaluate((name) => {
      dispatchEvent(new Event(name));
      return document.documentElement.dataset['theme'];
    }, event);
  await wear(page, 'dark');
  expect([await theme('beforeprint'), await theme('afterprint')]).toEqual(['light', 'dark']);

  await page.getByRole('link', { name: /^Next/ }).click();
  await page.getByRole('heading', { level: 1, name: 'Import data' }).waitFor();
});

journey('guides are complete without scripts', async ({ visitors }) => {
  const { page } = await visitors.open({ javaScriptEnabled: false });
  await page.goto('/guides/database/extensions/vector');
  await page.getByRole('heading', { level: 1, name: 'vector' }).waitFor();
  await page.getByRole('searchbox', { name: 'Search guides' }).fill('backups');
  await page.keyboard.press('Enter');
  await page.getByRole('main').getByRole('link', { name: 'Backups', exact: true }).waitFor();
  expect(await page.getByRole('main').locator('mark').first().textContent()).toMatch(/^backups$/i);
});

journey('a guide fits a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of ['/guides/database/indexes', '/guides/reference/settings', '/guides/search?q=index']) {
    await page.goto(path);
    await page.getByRole('main').waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  }
  await page.getByText('All guides').click();
  await page.getByRole('navigation', { name: 'Guides' }).getByRole('link', { name: 'Getting started' }).waitFor();

  await page.goto('/guides/database/indexes');
  const contents = page.getByRole('navigation', { name: 'On this page' });
  await contents.getByText('On this page').click();
  expect(await axeViolationsInThemes(page)).toEqual([]);
  await contents.getByRole('link').last().click();
  await page.waitForURL('**/guides/database/indexes#*');
});

journey(
  'the command palette of a signed-in user leads to the guides, and the guides back',
  async ({ page, platform }) => {
    const { account } = await readerOf(platform);
    await enter(page, account);
    await page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor();
    await page.keyboard.press('ControlOrMeta+k');
    const field = page.getByRole('dialog', { name: 'Command palette' }).getByRole('combobox');
    await field.fill('documentation');
    await page.getByRole('option', { name: 'Guides', selected: true }).waitFor();
    await field.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Start' }).waitFor();
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor();
  },
);

journey('an example goes through sign-in to a new query of a project, and does not run', async ({ page, platform }) => {
  const { account } = await readerOf(platform);
  await page.goto('/guides/database/queries');
  const example = page.locator('figure.code').filter({ hasText: 'SQL' }).first();
  const text = (await example.locator('code').textContent()) ?? '';
  await example.getByRole('link', { name: 'Run in SQL editor' }).click();
  await signInHere(page, account);
  await page.getByRole('heading', { level: 1, name: 'Run an example' }).waitFor();
  expect(await axeViolationsInThemes(page)).toEqual([]);
  await page.getByRole('main').getByRole('list').getByRole('link').first().click();
  await page.waitForURL(isAt('sqlSnippet'));
  await page.locator('.cm-content').getByText(text.split('\n')[0]!.slice(0, 20)).first().waitFor();
  await page.getByText('Run a query to see results').waitFor();
});

journey('a visitor loads little for a guide, and the search only to use it', async ({ page }) => {
  const sizes = new Map<string, number>();
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script')
      sizes.set(
        new URL(response.url()).pathname,
        Number(response.headers()['content-length'] ?? Number.POSITIVE_INFINITY),
      );
  });
  await page.goto('/guides/database/indexes', { waitUntil: 'networkidle' });
  expect([...sizes.keys()]).toContain('/guides.js');
  expect([...sizes.values()].reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(10_000);
  // React and XState included: less than the shell of the app, which the guides do not load.
  await page.getByRole('searchbox', { name: 'Search guides' }).click();
  await page.getByRole('dialog', { name: 'Search the docs' }).waitFor();
  expect(sizes.get('/guides-search.js')).toBeLessThanOrEqual(85_000);
});
