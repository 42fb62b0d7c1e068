import type { Page } from 'playwright-core';
/** The palette, the shortcuts and the ways around, by keys alone. */
import { describe, expect } from 'vitest';
import { href } from '../../../src/router/href.ts';
import {
  enrol,
  enrolWithProject,
  enter,
  makeOrganization,
  makeProject,
  readerOf,
  type Account,
} from '../../support/accounts.ts';
import { isAt } from '../../support/addresses.ts';
import { type Platform, axeViolationsInThemes, clickBeside } from '../../support/browser.ts';
import { journey, opens } from '../../support/journey.ts';
import { harborWith } from '../tables/tableSteps.ts';

const palette = (page: Page) => page.getByRole('dialog', { name: 'Command palette' });
const field = (page: Page) => page.getByRole('dialog').getByRole('combobox');
const marked = (page: Page) => page.getByRole('dialog').getByRole('option', { selected: true });
const theme = (page: Page) => page.evaluate(() => document.documentElement.dataset['theme']);
const pathOf = (page: Page) => new URL(page.url()).pathname;
/** What has the focus, in a word. */
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.tagName);

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  await palette(page).waitFor();
  await expect.poll(() => focused(page)).toBe('Command palette');
}

/** Types, and takes what is marked once it is the one that is meant. */
async function take(page: Page, typed: string, meant: string): Promise<void> {
  await page.keyboard.type(typed);
  await expect.poll(() => marked(page).textContent()).toContain(meant);
  await page.keyboard.press('Enter');
}

/** On the home of a project, with the focus where no keys are typed. */
async function enterHome(page: Page, platform: Platform): Promise<{ account: Account; ref: string }> {
  const { account, ref } = await readerOf(platform);
  await enter(page, account, href('project', { ref }));
  await page.getByRole('heading', { name: 'Orders', level: 1 }).waitFor();
  return { account, ref };
}

/** On the list of projects. */
async function enterList(page: Page, account: Account): Promise<void> {
  await enter(page, account);
  await page.getByRole('heading', { name: 'Projects' }).waitFor();
}

journey('a day without a mouse', async ({ page, platform }) => {
  const { account, organization, ref } = await enrolWithProject(platform, 'Acme', 'Orders');
  const { slug } = organization;
  await makeOrganization(account, 'Globex');
  await makeProject(account, organization, 'Invoices');
  await enterList(page, account);

  // Through nested pages, and back; a chosen theme closes them all.
  await openPalette(page);
  await take(page, 'theme', 'Change theme…');
  await page.keyboard.press('Backspace');
  await palette(page).waitFor();
  expect(await field(page).inputValue()).toBe('theme');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(() => theme(page)).toBe('dark');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await openPalette(page);
  await take(page, 'theme: light', 'Theme: Light');
  await expect.poll(() => theme(page)).toBe('light');

  // To a project that is looked for on its page, and to another that is found at once.
  await openPalette(page);
  await take(page, 'go to pro', 'Go to project…');
  await page.getByRole('dialog', { name: 'Projects' }).waitFor();
  await take(page, 'ord', 'Orders');
  await page.getByRole('heading', { name: 'Orders', level: 1 }).waitFor();
  expect(pathOf(page)).toBe(href('project', { ref }));
  await palette(page).waitFor({ state: 'hidden' });
  await expect.poll(() => focused(page)).toBe('MAIN');

  // The SQL editor, a query, its result.
  await page.keyboard.press('g');
  await page.keyboard.press('s');
  const editor = page.getByRole('textbox', { name: 'SQL', exact: true });
  await editor.waitFor();
  await editor.focus();
  await page.keyboard.type('select 6 * 7 as answer');
  await openPalette(page);
  await take(page, 'run', 'Run query');
  await page.getByRole('gridcell', { name: '42' }).waitFor();
  await page.keyboard.press('ControlOrMeta+s');
  await page.getByText('Saved').first().waitFor();

  // What was chosen last is offered first.
  await openPalette(page);
  await expect.poll(() => page.getByRole('dialog').getByRole('option').first().textContent()).toContain('Run query');
  await page.keyboard.press('Escape');

  // A question that a command asks is answered by keys too, and asked where one is.
  await openPalette(page);
  await take(page, 'restart', 'Restart project…');
  await opens(page.getByRole('alertdialog', { name: 'Restart Orders?' }));
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').waitFor({ state: 'hidden' });
  expect(pathOf(page)).toContain(`${href('sql', { ref })}/`);
  await expect.poll(() => focused(page)).toBe('SQL');
  // What was asked on a page is not asked on the next.
  await openPalette(page);
  await take(page, 'restart', 'Restart project…');
  await page.getByRole('alertdialog', { name: 'Restart Orders?' }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: 'Orders', level: 1 }).waitFor();
  await page.getByRole('alertdialog').waitFor({ state: 'hidden' });

  await openPalette(page);
  await take(page, 'create pr', 'New project');
  await page.waitForURL(`**${href('newProject', { slug })}`);
  await page.getByLabel('Name', { exact: true }).waitFor();
  await page.keyboard.press('ControlOrMeta+k');
  await palette(page).waitFor();
  await take(page, 'sign out', 'Sign out');
  await page.waitForURL(isAt('signIn'));
});

describe('the command palette', () => {
  journey('is toggled by its key, closes on route change, and gives the focus back', async ({ page, platform }) => {
    const { account, ref } = await readerOf(platform);
    await enterList(page, account);
    await page.goto(href('project', { ref }));
    await page.getByRole('link', { name: 'Open SQL editor' }).focus();
    await openPalette(page);
    await page.keyboard.press('ControlOrMeta+k');
    await palette(page).waitFor({ state: 'hidden' });
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Open SQL editor');
    await openPalette(page);
    await page.goBack();
    await page.waitForURL(isAt('projects'));
    await palette(page).waitFor({ state: 'hidden' });
  });

  journey(
    'closes by a click outside and by Escape wherever the focus is, and on a phone by its button',
    async ({ page, platform }) => {
      const { ref } = await enterHome(page, platform);
      const search = page.getByRole('button', { name: 'Search or run a command…' });
      await search.press('Enter');
      await expect.poll(() => focused(page)).toBe('Command palette');
      await clickBeside(page, 20, 400);
      await palette(page).waitFor({ state: 'hidden' });
      expect(pathOf(page)).toBe(href('project', { ref }));
      await openPalette(page);
      await page.evaluate(() => (document.activeElement as HTMLElement).blur());
      await page.keyboard.press('Escape');
      await palette(page).waitFor({ state: 'hidden' });
      await page.setViewportSize({ width: 390, height: 800 });
      await search.click();
      await palette(page).getByRole('button', { name: 'Close' }).click();
      await palette(page).waitFor({ state: 'hidden' });
    },
  );

  journey(
    'hands the focus on to what it opens, which gives it back to where it was before',
    async ({ page, platform }) => {
      await enterHome(page, platform);
      for (const [typed, command, opened] of [
        ['privacy', 'Privacy settings', 'Privacy settings'],
        ['restart', 'Restart project…', 'Restart Orders?'],
        ['keyboard', 'Keyboard shortcuts', 'Keyboard shortcuts'],
      ] as const) {
        await page.getByRole('button', { name: 'Delete project' }).focus();
        await openPalette(page);
        await take(page, typed, command);
        await opens(page.getByRole(command.startsWith('Restart') ? 'alertdialog' : 'dialog', { name: opened }));
        await palette(page).waitFor({ state: 'hidden' });
        await page.keyboard.press('Escape');
        await expect
          .poll(() => page.evaluate(() => document.activeElement?.textContent), { message: command })
          .toBe('Delete project');
      }
      // And from a menu, by mouse.
      await page.getByRole('button', { name: 'Account' }).click();
      await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click();
      await page.getByRole('button', { name: 'Done' }).click();
      await expect.poll(() => focused(page)).toBe('Account');
    },
  );

  journey(
    'copies what a project is reached by, and asks before its service key',
    async ({ page, platform, visitor }) => {
      await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write']);
      const { ref, account } = await enterHome(page, platform);
      const keys = await account.request<{ url: string; service_role: string }>(
        'GET',
        `/platform/projects/${ref}/api-keys`,
      );
      const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
      await openPalette(page);
      await take(page, 'copy', 'Copy API URL');
      await take(page, '', 'API URL');
      await expect.poll(() => marked(page).textContent()).toContain('Copied');
      expect(await clipboard()).toBe(keys.url);
      await take(page, 'service', 'Service key…');
      await page.getByRole('heading', { name: 'Copy the service key of Orders?' }).waitFor();
      expect(await page.getByText(keys.service_role).count()).toBe(0);
      expect(await focused(page)).toBe('BUTTON');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Copied' }).waitFor();
      expect(await clipboard()).toBe(keys.service_role);
    },
  );

  journey('opens a table from a page that shows none', async ({ page, platform }) => {
    const { account, ref } = await harborWith(
      platform,
      'create table boats (id int primary key); create view red_boats as select * from boats',
    );
    await enter(page, account, href('logs', { ref }));
    await page.getByRole('heading', { name: 'Logs', level: 1 }).waitFor();
    await openPalette(page);
    await page.keyboard.type('boats');
    await page.getByRole('option', { name: 'red_boats View in public' }).waitFor();
    await take(page, '', 'boatsTable in public');
    await page.getByRole('grid', { name: 'Rows of boats' }).waitFor();

    // A table of the table editor is found at once.
    await page.getByRole('button', { name: 'New table' }).first().click();
    const panel = page.getByRole('dialog', { name: 'New table in public' });
    await panel.getByLabel('Name', { exact: true }).fill('anchors');
    await panel.getByRole('button', { name: 'Create table' }).click();
    await page.getByRole('grid', { name: 'Rows of anchors' }).waitFor();
    await page.goBack();
    await page.getByRole('grid', { name: 'Rows of boats' }).waitFor();
    await openPalette(page);
    await take(page, 'anch', 'anchorsTable in public');
    await page.getByRole('grid', { name: 'Rows of anchors' }).waitFor();
  });

  journey('has the key that the user gives it, or none', async ({ page, platform }) => {
    await enterList(page, await enrol(platform));
    await page.keyboard.press('?');
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await sheet.getByLabel('Command palette shortcut').selectOption('j');
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'hidden' });
    await page.keyboard.press('ControlOrMeta+j');
    await opens(palette(page));
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await sheet.getByRole('switch', { name: 'Command palette' }).press(' ');
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'hidden' });
    await page.reload();
    await page.getByRole('heading', { name: 'Projects' }).waitFor();
    await page.keyboard.press('ControlOrMeta+j');
    await page.keyboard.press('?');
    await sheet.waitFor();
    expect(await palette(page).count()).toBe(0);
  });
});

describe('shortcuts', () => {
  journey('never fire while typing in the SQL editor, or anywhere else', async ({ page, platform }) => {
    const { account, ref } = await enrolWithProject(platform, 'Acme', 'Orders');
    await enter(page, account, href('sql', { ref }));
    const editor = page.getByRole('textbox', { name: 'SQL', exact: true });
    await editor.click();
    const typed = 'gh gs g, ? select 1';
    await page.keyboard.type(typed);
    await expect.poll(async () => (await editor.textContent())?.trim()).toBe(typed);
    // In the editor, this turns the line into a comment.
    await page.keyboard.press('ControlOrMeta+/');
    await expect.poll(async () => (await editor.textContent())?.trim()).toBe(`-- ${typed}`);
    const name = page.getByLabel('Query name');
    await name.fill('');
    await name.pressSequentially('gh? g,');
    await expect.poll(() => name.inputValue()).toBe('gh? g,');
    expect(pathOf(page)).toContain('/sql/');
    expect(await page.getByRole('dialog').count()).toBe(0);
    // Out of the field, the same keys are shortcuts.
    await page.getByRole('main').focus();
    await page.keyboard.type('gh');
    await page.getByRole('heading', { name: 'Orders', level: 1 }).waitFor();
  });

  journey('lead to the parts of a project, and are listed where they work', async ({ page, platform }) => {
    const { account, ref } = await readerOf(platform);
    await enterList(page, account);
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await page.keyboard.press('?');
    await sheet.waitFor();
    await expect.poll(() => sheet.getByRole('switch').count()).toBe(3);
    await page.keyboard.press('?');
    await sheet.waitFor({ state: 'hidden' });

    await page.goto(href('project', { ref }));
    await page.getByRole('heading', { name: 'Orders', level: 1 }).waitFor();
    await page.keyboard.press('ControlOrMeta+/');
    await sheet.getByText('SQL editor').waitFor();
    // A place that the application does not have is not promised.
    await expect
      .poll(() => sheet.getByRole('heading', { name: 'Go to' }).locator('..').getByRole('switch').count())
      .toBe(8);
    await page.keyboard.press('ControlOrMeta+/');
    await sheet.waitFor({ state: 'hidden' });
    await page.keyboard.press('g');
    await page.getByRole('status', { name: 'Chord' }).getByText('SQL editor').waitFor();
    await page.keyboard.press('s');
    await page.waitForURL(isAt('sqlSnippet'));
  });

  journey('do nothing once they are switched off, at the next visit too', async ({ page, platform }) => {
    const { ref } = await enterHome(page, platform);
    await page.keyboard.press('?');
    const own = page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByRole('switch', { name: 'SQL editor' });
    await own.press(' ');
    await expect.poll(() => own.isChecked()).toBe(false);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    for (const visit of ['this one', 'the next']) {
      if (visit === 'the next') {
        await page.reload();
        await page.getByRole('heading', { name: 'Orders', level: 1 }).waitFor();
      }
      await page.keyboard.type('gs');
      await page.keyboard.press('g');
      await page.getByRole('status', { name: 'Chord' }).getByText('Project home').waitFor();
      expect(await page.getByRole('status', { name: 'Chord' }).getByText('SQL editor').count()).toBe(0);
      await page.keyboard.press('Escape');
      expect(pathOf(page)).toBe(href('project', { ref }));
    }
  });
});

journey('a page that is gone to has the focus, and its name is read out', async ({ page, platform }) => {
  const { account } = await readerOf(platform);
  await enterList(page, account);
  await page.getByRole('link', { name: 'Orders' }).press('Enter');
  await page.getByRole('heading', { name: 'Orders', level: 1 }).waitFor();
  await expect.poll(() => focused(page)).toBe('MAIN');
  await expect.poll(() => page.locator('[aria-live=polite]').first().textContent()).toBe('Orders');
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Projects', exact: true })
    .press('Enter');
  await page.waitForURL(isAt('projects'));
  await expect.poll(() => focused(page)).toBe('MAIN');
  await expect.poll(() => page.locator('[aria-live=polite]').first().textContent()).toBe('Projects');
  // One stop further is the page's own.
  await page.keyboard.press('Tab');
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
});

journey('what opens over a page is in order for axe in every theme', async ({ page, platform }) => {
  await enterHome(page, platform);
  const inEveryTheme = async (what: string, layer?: string) => {
    expect(await axeViolationsInThemes(page, layer), what).toEqual([]);
  };
  await openPalette(page);
  await inEveryTheme('the palette');
  await page.keyboard.type('no such thing');
  await page.getByRole('option', { name: /^Search the docs/ }).waitFor();
  await inEveryTheme('the palette without a match but the docs', '[role=dialog]');
  await field(page).fill('');
  await take(page, 'copy', 'Copy API URL');
  await take(page, 'service', 'Service key…');
  await page.getByRole('heading', { name: /service key of Orders/ }).waitFor();
  await inEveryTheme('a question in the palette', '[role=dialog]');
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await inEveryTheme('the list of shortcuts', '[role=dialog]');
});

journey('a page with one form begins in its first field, but not on a touch screen', async ({ visitors, platform }) => {
  const { account, organization } = await readerOf(platform);
  const { page } = await visitors.open();
  await enterList(page, account);
  const name = page.getByLabel('Name', { exact: true });
  const isInName = () => name.evaluate((input) => input === document.activeElement);
  await page.getByRole('link', { name: 'New project' }).first().click();
  await expect.poll(isInName).toBe(true);
  await expect.poll(() => page.locator('[aria-live=polite]').first().textContent()).toBe('New project');
  await page.keyboard.type('Harbor');
  expect(await name.inputValue()).toBe('Harbor');
  // By its address as well.
  await page.goto(href('newOrganization'));
  await expect.poll(isInName).toBe(true);

  const { page: phone } = await visitors.open({ viewport: { width: 390, height: 844 }, hasTouch: true });
  await enterList(phone, account);
  await phone.getByRole('link', { name: 'New project' }).first().tap();
  await phone.waitForURL(`**${href('newProject', { slug: organization.slug })}`);
  await phone.getByLabel('Name', { exact: true }).waitFor();
  await expect.poll(() => phone.locator('[aria-live=polite]').first().textContent()).toBe('New project');
  expect(await focused(phone)).toBe('MAIN');
});
