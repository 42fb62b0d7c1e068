import type { Page } from 'playwright-core';
/** The keys that toggle what opens over a page, pressed faster than it is fetched or drawn. */
import { expect } from 'vitest';
import { enrol, enter, makeOrganization } from '../../support/accounts.ts';
import { journey } from '../../support/journey.ts';

const palette = (page: Page) => page.getByRole('dialog', { name: 'Command palette' });
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' });

/** Holds back a chunk until it is let go. */
async function withhold(page: Page, chunk: string): Promise<() => Promise<void>> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(`**/assets/${chunk}-*.js`, async (route) => {
    await promise;
    await route.continue();
  });
  return async () => {
    const fetched = page.waitForResponse(`**/assets/${chunk}-*.js`);
    resolve();
    await (await fetched).finished();
  };
}

async function press(page: Page, key: string, times: number): Promise<void> {
  for (let count = 0; count < times; count += 1) await page.keyboard.press(key);
}

journey('each press counts before there is something to see', async ({ page, platform }) => {
  const account = await enrol(platform);
  await makeOrganization(account, 'Acme');
  const letPaletteGo = await withhold(page, 'palette');
  await enter(page, account);
  await page.getByRole('heading', { name: 'Projects' }).waitFor();

  // Twice is as if never: the third press opens it, and does not close what came meanwhile.
  await press(page, 'ControlOrMeta+k', 2);
  await letPaletteGo();
  await press(page, 'ControlOrMeta+k', 1);
  await palette(page).waitFor();
  await press(page, 'ControlOrMeta+k', 1);
  await palette(page).waitFor({ state: 'hidden' });

  // Its code came with the palette's.
  await press(page, '?', 3);
  await sheet(page).waitFor();
  await press(page, '?', 1);
  await sheet(page).waitFor({ state: 'hidden' });
});

journey('an odd number of presses leaves the palette open, an even one as it was', async ({ page, platform }) => {
  await enter(page, await enrol(platform));
  await page.reload();
  await page.getByRole('heading', { name: 'Projects' }).waitFor();
  for (const [presses, isOpen] of [
    [9, true],
    [9, false],
    [8, false],
    [7, true],
  ] as const) {
    await press(page, 'ControlOrMeta+k', presses);
    await expect.poll(() => palette(page).count()).toBe(isOpen ? 1 : 0);
  }
  // And it takes what is typed.
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('combobox');
  await page.keyboard.type('theme');
  expect(await palette(page).getByRole('combobox').inputValue()).toBe('theme');
});

journey('Escape closes it before its first frame, and the focus goes back', async ({ page, platform }) => {
  await enter(page, await enrol(platform));
  const origin = page.getByRole('button', { name: 'Search or run a command…' });
  await origin.focus();
  // A computer so busy that no frame comes between two keys.
  await page.evaluate(() => {
    const frame = requestAnimationFrame;
    globalThis.requestAnimationFrame = (run) => Number(setTimeout(() => frame(run), 500));
  });
  await page.keyboard.press('ControlOrMeta+k');
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('combobox');
  await page.keyboard.press('Escape');
  await expect.poll(() => origin.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await palette(page).count()).toBe(0);
});
