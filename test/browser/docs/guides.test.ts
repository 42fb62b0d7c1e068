/** The guides for a reader: without a session, with and without scripts, in every theme. */
import { expect } from 'vitest';
import { enter, readerOf, signInHere } from '../../support/accounts.ts';
import { axeViolationsInThemes } from '../../support/browser.ts';
import { journey } from '../../support/journey.ts';

journey('a reader without an account finds a guide, reads it and copies an example', async ({ page }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/guides');
  await page.getByRole('heading', { level: 1, name: 'Start' }).waitFor();
  expect(await axeViolationsInThemes(page)).toEqual([]);

  await page.keyboard.press('/');
  await page.keyboard.type('row level secur');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Search' }).waitFor();
  expect(await axeViolationsInThemes(page)).toEqual([]);

  await page.getByRole('main').getByRole('link', { name: 'Turn on row level security' }).first().click();
  await page.waitForURL('**/guides/database/row-level-security#turn-on-row-level-security');
  await page.getByRole('button', { name: 'Copy' }).first().click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('enable row level security');
  expect(await axeViolationsInThemes(page)).toEqual([]);

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
  await page.waitForURL(/\/project\/[a-z]+\/sql\/[0-9a-f-]{36}/);
  await page.locator('.cm-content').getByText(text.split('\n')[0]!.slice(0, 20)).first().waitFor();
  await page.getByText('Run a query to see results').waitFor();
});

journey('a visitor loads little for a guide', async ({ page }) => {
  const sizes: number[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script')
      sizes.push(Number(response.headers()['content-length'] ?? Number.POSITIVE_INFINITY));
  });
  await page.goto('/guides/database/indexes', { waitUntil: 'networkidle' });
  expect(sizes.length).toBeGreaterThan(0);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(60 * 1024);
});
