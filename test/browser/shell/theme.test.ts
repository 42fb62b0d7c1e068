import type { Page } from 'playwright-core';
/** A theme is what was chosen, from the first paint on, in every tab and after a sign-out; without a choice it is the system's. */
import { expect } from 'vitest';
import { href } from '../../../src/router/href.ts';
import { signUp } from '../../support/accounts.ts';
import { isAt } from '../../support/addresses.ts';
import { journey } from '../../support/journey.ts';

const worn = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => document.documentElement.dataset['theme']);

async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitemradio', { name, exact: true }).click();
  await page.keyboard.press('Escape');
}

journey('the system’s theme is followed as it changes, until one is chosen', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await signUp(page);
  expect(await worn(page)).toBe('dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(() => worn(page)).toBe('light');
  await choose(page, 'Classic dark');
  await expect.poll(() => worn(page)).toBe('classic-dark');
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await worn(page)).toBe('classic-dark');
  await choose(page, 'System');
  await expect.poll(() => worn(page)).toBe('light');
});

journey(
  'a choice outlives the sign-out and the page, and reaches other tabs',
  async ({ page, visitor: { context } }) => {
    await page.emulateMedia({ colorScheme: 'light' });
    await signUp(page);
    const other = await context.newPage();
    await other.goto(href('projects'));
    await other.getByRole('button', { name: 'Account' }).waitFor();
    await choose(page, 'Dark');
    await expect.poll(() => worn(other)).toBe('dark');
    await other.close();

    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL(isAt('signIn'));
    expect(await worn(page)).toBe('dark');
    await page.reload();
    await page.getByLabel('Email').waitFor();
    expect(await worn(page)).toBe('dark');
  },
);

journey('no other theme is ever seen while the page loads', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.addInitScript(() => localStorage.setItem('basechart-theme', 'dark'));
  // Every frame from the first on says which theme it wore.
  await page.addInitScript(() => {
    const seen = new Set<string>();
    Object.assign(globalThis, { seenThemes: seen });
    const look = () => {
      if (document.body)
        seen.add(
          `${document.documentElement.dataset['theme']} ${getComputedStyle(document.documentElement).colorScheme}`,
        );
      requestAnimationFrame(look);
    };
    look();
  });
  await page.goto(href('signIn'));
  await page.getByLabel('Email').waitFor();
  await page.waitForLoadState('networkidle');
  expect(await page.evaluate(() => [...(globalThis as unknown as { seenThemes: Set<string> }).seenThemes])).toEqual([
    'dark dark',
  ]);
});
