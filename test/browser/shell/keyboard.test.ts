import type { Page } from 'playwright-core';
/** From a sign-up to a query's result without a mouse, always seeing where one is. */
import { expect } from 'vitest';
import { href } from '../../../src/router/href.ts';
import { enter, newPerson, readerOf } from '../../support/accounts.ts';
import { isAt } from '../../support/addresses.ts';
import { journey, opens } from '../../support/journey.ts';

interface Focused {
  name: string;
  role: string;
  isMarked: boolean;
}

/** What has the focus, and whether it can be seen to. */
const focused = (page: Page): Promise<Focused> =>
  page.evaluate(() => {
    const element = document.activeElement ?? document.body;
    const labels =
      element instanceof HTMLInputElement ||
      element instanceof HTMLTextAreaElement ||
      element instanceof HTMLSelectElement
        ? [...(element.labels ?? [])]
        : [];
    const labelledBy = (element.getAttribute('aria-labelledby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' ');
    const name =
      element.getAttribute('aria-label') ??
      (labelledBy.trim() || labels.map((label) => label.textContent).join(' ') || element.textContent || '');
    // A control that hides itself, as a checkbox under its drawing, is marked by what is drawn in its place.
    const marks = [element, element.parentElement, element.nextElementSibling, ...element.querySelectorAll('*')].filter(
      (one) => one !== null,
    );
    // A link that covers its row is marked by what covers it.
    const looks = () =>
      JSON.stringify(
        marks
          .flatMap((one) => [getComputedStyle(one), getComputedStyle(one, '::after')])
          .map(({ outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor, borderWidth }) => [
            outlineStyle === 'none' ? '' : `${outlineWidth} ${outlineColor}`,
            boxShadow,
            borderColor,
            borderWidth,
          ]),
      );
    // It is marked if it looks different without the focus. Giving it back is no user's act, so nothing may hear of it.
    const quietly = (event: Event) => event.stopImmediatePropagation();
    const events = ['focus', 'blur', 'focusin', 'focusout'];
    const withFocus = looks();
    for (const event of events) addEventListener(event, quietly, true);
    if (element instanceof HTMLElement) element.blur();
    // Text that is edited in place has its caret.
    const isMarked = element.getAttribute('role') === 'textbox' || looks() !== withFocus;
    if (element instanceof HTMLElement) element.focus({ preventScroll: true });
    for (const event of events) removeEventListener(event, quietly, true);
    return {
      name: name.replaceAll(/\s+/g, ' ').trim(),
      role: element.getAttribute('role') ?? element.tagName.toLowerCase(),
      isMarked,
    };
  });

/** Presses Tab until what has the name is reached; every stop on the way must be seen. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const passed: string[] = [];
  for (let step = 0; step < 60; step += 1) {
    await page.keyboard.press('Tab');
    const here = await focused(page);
    if (here.role !== 'body')
      expect(here.isMarked, `${here.role} “${here.name}” does not show that it has the focus`).toBe(true);
    if (typeof name === 'string' ? here.name === name : name.test(here.name)) return;
    passed.push(`${here.role} “${here.name}”`);
  }
  throw new Error(`Tab does not lead to ${name}. It led to:\n${passed.join('\n')}`);
}

journey('a newcomer gets to a query’s result by keyboard alone', async ({ page }) => {
  const { email, password } = newPerson();
  await page.goto(href('signUp'));
  await page.getByLabel('Email').waitFor();
  await tabTo(page, 'Email');
  await page.keyboard.type(email);
  await tabTo(page, 'Password');
  await page.keyboard.type(password);
  await page.getByText('This password is strong.').first().waitFor();
  await page.keyboard.press('Enter');

  await page.waitForURL(isAt('newProject'));
  await page.getByLabel('Name', { exact: true }).waitFor();

  await tabTo(page, 'Name');
  await page.keyboard.type('Typewriter');
  await tabTo(page, /^Advanced/);
  await page.keyboard.press('Enter');
  await tabTo(page, 'Data API');
  const dataApi = page.getByRole('checkbox', { name: 'Data API' });
  for (const isOn of [!(await dataApi.isChecked()), await dataApi.isChecked()]) {
    await page.keyboard.press('Space');
    expect(await dataApi.isChecked()).toBe(isOn);
  }
  await tabTo(page, 'Create project');
  await page.keyboard.press('Enter');
  // Once it is known that no query was run.
  await page.getByRole('link', { name: 'Run a query' }).first().waitFor();

  await tabTo(page, 'Open SQL editor');
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'SQL', exact: true }).waitFor();
  if ((await focused(page)).name !== 'SQL') await tabTo(page, 'SQL');
  // What is typed over the example replaces it, without the inline style that Chromium would give it.
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('select 40 + 2 as answer');
  await page.keyboard.press('ControlOrMeta+Enter');
  await page.getByRole('gridcell', { name: '42' }).waitFor();

  // Escape lets go of the editor, where Tab is a key like others; then the grid is one stop, and arrows move in it.
  await page.keyboard.press('Escape');
  await tabTo(page, 'Result 1');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await opens(page.getByRole('dialog').filter({ hasText: '42' }));
  await page.keyboard.press('Escape');
  await expect.poll(async () => (await focused(page)).name).toBe('Result 1');

  await page.keyboard.press('Shift+Tab');
  await page.goto(href('projects'));
  // The list too: whoever signs out while it is read is refused it.
  await page.getByRole('link', { name: 'Typewriter' }).waitFor();
  await tabTo(page, 'Typewriter');
  await page.reload();
  await page.getByRole('link', { name: 'Typewriter' }).waitFor();
  await tabTo(page, 'Account');
  // An icon alone says to who sees it what it is.
  await page.getByRole('tooltip').getByText('Account').waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
  await page.keyboard.press('End');
  await page.evaluate(() => {
    Object.assign(globalThis, { isSamePage: true });
  });
  await page.keyboard.press('Enter');
  await page.waitForURL(isAt('signIn'));
  // A link in a menu is followed inside the application, as by mouse.
  expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(true);
});

journey('the first stop of a page skips to its content', async ({ page }) => {
  await page.goto(href('signUp'));
  const { email, password } = newPerson();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByText('This password is strong.').first().waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(isAt('newProject'));
  await page.goto(href('projects'));
  await page.getByText('Create your first project').waitFor();
  await page.keyboard.press('Tab');
  expect((await focused(page)).name).toBe('Skip to content');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  expect((await focused(page)).name).toBe('Create project');
});

journey(
  'a button that was pressed has the focus again when what it did has failed',
  async ({ page, platform, watch }) => {
    watch.allow(/answer 400 to/);
    const { account, ref } = await readerOf(platform);
    // In a dialog.
    await enter(page, account, href('project', { ref }));
    await page.getByRole('button', { name: 'Restart' }).waitFor();
    const refused = Promise.withResolvers<void>();
    await page.route('**/restart', async (route) => {
      await refused.promise;
      await route.fulfill({ status: 400, json: { code: 'busy', message: 'It is busy.', request_id: '1' } });
    });
    await page.getByRole('button', { name: 'Restart' }).press('Enter');
    await page.getByRole('alertdialog').waitFor();
    await page.getByRole('button', { name: 'Restart project' }).press('Enter');
    await expect.poll(() => page.getByRole('button', { name: 'Restart project' }).isDisabled()).toBe(true);
    refused.resolve();
    await page.getByText('It is busy.').waitFor();
    await expect.poll(async () => (await focused(page)).name).toBe('Restart project');

    // On a page whose list could not be read: the error stays while it is tried again.
    await page.route('**/platform/projects', (route) =>
      route.fulfill({ status: 400, json: { code: 'no', message: 'Not today.', request_id: '1' } }),
    );
    await page.goto(href('projects'));
    const again = page.getByRole('button', { name: 'Try again' });
    await again.waitFor();
    const asked = page.waitForResponse('**/platform/projects');
    await again.press('Enter');
    await asked;
    await expect.poll(() => again.isEnabled()).toBe(true);
    expect((await focused(page)).name).toBe('Try again');
  },
);
