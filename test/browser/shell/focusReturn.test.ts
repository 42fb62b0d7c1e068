import type { Locator, Page } from 'playwright-core';
/** Whatever opens over a page gives the focus back to where it was: however it was opened, and however it is closed. */
import { expect } from 'vitest';
import { href } from '../../../src/router/href.ts';
import { enrolWithProject, enter, readerOf } from '../../support/accounts.ts';
import { clickBeside } from '../../support/browser.ts';
import { journey, opens } from '../../support/journey.ts';

interface Overlay {
  name: string;
  role: 'dialog' | 'alertdialog';
  typed: string;
  command: string;
}

const overlays: readonly Overlay[] = [
  { name: 'Keyboard shortcuts', role: 'dialog', typed: 'keyboard', command: 'Keyboard shortcuts' },
  { name: 'Privacy settings', role: 'dialog', typed: 'privacy', command: 'Privacy settings' },
  { name: 'Restart Orders?', role: 'alertdialog', typed: 'restart', command: 'Restart project…' },
  { name: 'Delete Orders?', role: 'alertdialog', typed: 'delete project', command: 'Delete project…' },
];

const dialogOf = (page: Page, { role, name }: Pick<Overlay, 'role' | 'name'>) => page.getByRole(role, { name });

const ways: readonly { closed: string; close: (page: Page, overlay: Overlay) => Promise<void> }[] = [
  { closed: 'by Escape', close: (page) => page.keyboard.press('Escape') },
  {
    closed: 'by its button',
    close: (page, overlay) => dialogOf(page, overlay).getByRole('button', { name: 'Close' }).click(),
  },
  // A question waits for its answer.
  {
    closed: 'beside it',
    close: async (page, overlay) => {
      if (overlay.role === 'alertdialog')
        return dialogOf(page, overlay).getByRole('button', { name: 'Cancel' }).click();
      return clickBeside(page, 8, 400);
    },
  },
];

/** Each way in its turn, where not every one is tried. */
const wayOf = (index: number) => ways[index % ways.length]!;

async function takeFromPalette(page: Page, { typed, command }: Overlay): Promise<void> {
  await page.getByRole('dialog', { name: 'Command palette' }).getByRole('combobox').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('combobox');
  await page.keyboard.type(typed);
  await expect.poll(() => page.getByRole('option', { selected: true }).textContent()).toContain(command);
  await page.keyboard.press('Enter');
}

/** Opens and closes the overlay, and looks for the focus. */
async function seesBack(
  page: Page,
  origin: Locator,
  overlay: Overlay,
  how: string,
  open: () => Promise<void>,
  close: (page: Page, overlay: Overlay) => Promise<void>,
): Promise<void> {
  await open();
  const dialog = dialogOf(page, overlay);
  await opens(dialog);
  await close(page, overlay);
  await dialog.waitFor({ state: 'hidden' });
  await expect
    .poll(() => origin.evaluate((element) => element === document.activeElement), {
      message: `${overlay.name}, ${how}`,
    })
    .toBe(true);
}

journey(
  'what was opened from the palette, a menu or by a shortcut gives the focus back',
  async ({ page, platform }) => {
    const { account, ref } = await readerOf(platform);
    await enter(page, account, href('project', { ref }));
    const pressed = page.getByRole('button', { name: 'Delete project' });
    await pressed.waitFor();
    const search = page.getByRole('button', { name: 'Search or run a command…' });
    const menu = page.getByRole('button', { name: 'Account' });

    for (const [index, overlay] of overlays.entries()) {
      for (const { closed, close } of ways) {
        await pressed.focus();
        await seesBack(
          page,
          pressed,
          overlay,
          `from the palette by key, closed ${closed}`,
          async () => {
            await page.keyboard.press('ControlOrMeta+k');
            await takeFromPalette(page, overlay);
          },
          close,
        );
      }
      const { closed, close } = wayOf(index);
      await seesBack(
        page,
        search,
        overlay,
        `from the palette by mouse, closed ${closed}`,
        async () => {
          await search.click();
          await takeFromPalette(page, overlay);
        },
        close,
      );
      if (overlay.role === 'alertdialog') continue;
      await seesBack(
        page,
        menu,
        overlay,
        `from a menu by mouse, closed ${closed}`,
        async () => {
          await menu.click();
          await page.getByRole('menuitem', { name: overlay.name }).click();
        },
        close,
      );
      const other = wayOf(index + 1);
      await seesBack(
        page,
        menu,
        overlay,
        `from a menu by key, closed ${other.closed}`,
        async () => {
          await menu.press('Enter');
          await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('menu');
          await page.keyboard.press(overlay.name.charAt(0).toLowerCase());
          await expect
            .poll(() => page.getByRole('menuitem', { name: overlay.name }).getAttribute('data-highlighted'))
            .not.toBeNull();
          await page.keyboard.press('Enter');
        },
        other.close,
      );
    }
    for (const { closed, close } of ways) {
      await pressed.focus();
      await seesBack(
        page,
        pressed,
        overlays[0]!,
        `by its key, closed ${closed}`,
        () => page.keyboard.press('?'),
        close,
      );
    }
  },
);

journey('the SQL editor has its cursor again where it was', async ({ page, platform }) => {
  const { account, ref } = await enrolWithProject(platform, 'Acme', 'Orders');
  await enter(page, account, href('sql', { ref }));
  const editor = page.getByRole('textbox', { name: 'SQL', exact: true });
  await editor.click();
  await page.keyboard.type('select 1');
  for (const [index, overlay] of overlays.entries()) {
    const { closed, close } = wayOf(index);
    await seesBack(
      page,
      editor,
      overlay,
      `from the editor, closed ${closed}`,
      async () => {
        await page.keyboard.press('ControlOrMeta+k');
        await takeFromPalette(page, overlay);
      },
      close,
    );
  }
  await page.keyboard.type('2');
  await expect.poll(async () => (await editor.textContent())?.trim()).toBe('select 12');
  // On a slow computer too, where nobody hears for a while that the browser has put it at the beginning.
  await editor.evaluate((element: HTMLElement) => {
    element.blur();
    getSelection()?.removeAllRanges();
    element.focus({ preventScroll: true });
    const until = performance.now() + 500;
    while (performance.now() < until);
  });
  await page.keyboard.type('3');
  await expect.poll(async () => (await editor.textContent())?.trim()).toBe('select 123');
});
