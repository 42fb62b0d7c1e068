import type { Page, Response } from 'playwright-core';
/** The design system's parts on their own page: in every theme, open and closed, and what only a real browser does. */
import { expect } from 'vitest';
import { shellTiming } from '../../../src/contract/shell/shellTiming.ts';
import { href } from '../../../src/router/href.ts';
import { axeViolationsInThemes, horizontalOverflow } from '../../support/browser.ts';
import { journeysOn, opens } from '../../support/journey.ts';
import { smallTargets } from '../../support/touchTargets.ts';

const journey = journeysOn({ env: { BASECHART_ENVIRONMENT: 'development' } });

async function open(page: Page): Promise<void> {
  // Colours on their way from one theme to the other are nobody's colours.
  await page.goto(href('gallery'));
  await page.getByRole('heading', { name: 'Design system' }).waitFor();
  await page.getByText('Open the SQL editor').waitFor();
}

async function inspect(page: Page, what: string, layer?: string): Promise<void> {
  expect(await axeViolationsInThemes(page, layer), what).toEqual([]);
  expect(await smallTargets(page, layer), what).toEqual([]);
}

journey('nothing is held against the parts in any theme, nor against what they open', async ({ page }) => {
  await open(page);
  await inspect(page, 'the page');
  const opened: readonly [what: string, layer: string | undefined, act: () => Promise<void>][] = [
    ['a dialog', undefined, () => page.getByRole('button', { name: 'Dialog medium' }).click()],
    ['a confirmation', '[role=alertdialog]', () => page.getByRole('button', { name: 'Confirm danger' }).click()],
    ['a side panel', '[role=dialog]', () => page.getByRole('button', { name: 'Side panel large' }).click()],
    ['a menu', '[role=menu]', () => page.getByRole('button', { name: 'More', exact: true }).click()],
    ['a popover', '[role=dialog]', () => page.getByRole('button', { name: 'Popover', exact: true }).click()],
    [
      'a light popover',
      '[data-scope=popover][data-state=open]',
      () => page.getByRole('button', { name: 'Light popover' }).click(),
    ],
    ['a combobox', '[role=listbox]', () => page.getByRole('button', { name: 'Show all: Region, by typing' }).click()],
    [
      'a calendar',
      '[data-scope=date-picker][data-part=content]',
      () => page.getByRole('button', { name: 'Choose period in a calendar' }).click(),
    ],
  ];
  for (const [what, layer, act] of opened) {
    await act();
    await inspect(page, what, layer);
    await page.keyboard.press('Escape');
  }
  for (const tab of ['Loading', 'Empty', 'Error']) {
    await page.getByRole('tab', { name: tab }).click();
    await inspect(page, `the tab ${tab}`, '[role=tablist], [role=tabpanel]');
  }
});

journey('the parts hold on every width', async ({ page }) => {
  await open(page);
  for (const width of [1920, 1024, 768, 360]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await horizontalOverflow(page), `${width} px`).toBeNull();
    // With a name as long as names may be.
    await page.getByRole('button', { name: 'Confirm danger' }).click();
    await opens(page.getByRole('alertdialog'));
    expect(await horizontalOverflow(page), `a confirmation at ${width} px`).toBeNull();
    await page.keyboard.press('Escape');
    await page.getByRole('alertdialog').waitFor({ state: 'hidden' });
  }
});

journey('buttons have ten looks, dialogs seven sizes and side panels four, each another', async ({ page }) => {
  await open(page);
  const looks = await page
    .getByText('Buttons', { exact: true })
    .locator('xpath=ancestor::section')
    .locator('button:enabled')
    .evaluateAll((buttons) =>
      Object.fromEntries(
        buttons.slice(0, 10).map((button) => {
          const { backgroundColor, borderColor, borderStyle, color, fontWeight } = getComputedStyle(button);
          return [button.textContent, [backgroundColor, borderColor, borderStyle, color, fontWeight].join(' ')];
        }),
      ),
    );
  expect(Object.keys(looks)).toEqual([
    'primary',
    'default',
    'secondary',
    'alternative',
    'outline',
    'dashed',
    'link',
    'text',
    'danger',
    'warning',
  ]);
  expect(new Set(Object.values(looks)).size).toBe(10);

  await page.setViewportSize({ width: 1600, height: 900 });
  const widthOf = async (button: string) => {
    await page.getByRole('button', { name: button, exact: true }).click();
    const { width } = (await page.getByRole('dialog').boundingBox())!;
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    return Math.round(width);
  };
  const widths: number[] = [];
  for (const size of ['tiny', 'small', 'medium', 'large', 'xlarge', 'xxlarge', 'xxxlarge'])
    widths.push(await widthOf(`Dialog ${size}`));
  expect(widths).toEqual([320, 400, 512, 640, 768, 1024, 1280]);
  const panels: number[] = [];
  for (const size of ['small', 'medium', 'large', 'xlarge']) panels.push(await widthOf(`Side panel ${size}`));
  expect(panels).toEqual([320, 512, 768, 1024]);
  // As wide as the window allows on a phone.
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await widthOf('Dialog xxxlarge')).toBe(328);
});

journey('a confirmation looks as what it confirms', async ({ page }) => {
  await open(page);
  const grounds: string[] = [];
  for (const [variant, label] of [
    ['success', 'Confirm'],
    ['warning', 'Confirm'],
    ['danger', 'Delete project'],
  ] as const) {
    await page.getByRole('button', { name: `Confirm ${variant}` }).click();
    const dialog = page.getByRole('alertdialog');
    grounds.push(
      await dialog
        .getByRole('button', { name: label, exact: true })
        .evaluate((button) => getComputedStyle(button).backgroundColor),
    );
    // A click beside it answers nothing.
    await page.mouse.click(5, 5);
    expect(await dialog.isVisible()).toBe(true);
    await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
  }
  const solid = await page.evaluate(() =>
    ['accentSolid', 'warningSolid', 'dangerSolid'].map((name) => {
      const probe = document.body.appendChild(document.createElement('i'));
      probe.style.backgroundColor = `var(--colors-${name.replace('S', '-s')})`;
      const { backgroundColor } = getComputedStyle(probe);
      probe.remove();
      return backgroundColor;
    }),
  );
  expect(grounds).toEqual(solid);
});

journey('where the system chooses all colours, what is chosen and what floats is drawn by lines', async ({ page }) => {
  await open(page);
  await page.emulateMedia({ forcedColors: 'active' });
  const line = (element: Element) => {
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element);
    return outlineStyle === 'solid' && outlineWidth !== '0px' && outlineColor !== 'rgba(0, 0, 0, 0)';
  };
  await page.getByRole('button', { name: 'More', exact: true }).click();
  const menu = page.getByRole('menu');
  await opens(menu);
  await page.keyboard.press('ArrowDown');
  expect(await menu.evaluate(line)).toBe(true);
  expect(await menu.locator('[data-highlighted]').evaluate(line)).toBe(true);
  expect(await menu.getByRole('menuitem', { name: 'Delete project' }).evaluate(line)).toBe(false);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Dialog small' }).click();
  expect(await page.getByRole('dialog').evaluate(line)).toBe(true);
  await page.keyboard.press('Escape');
  const under = (name: string) =>
    page.getByRole('tab', { name }).evaluate((tab) => getComputedStyle(tab).borderBottomColor);
  const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect([(await under('Table')) === ground, (await under('Empty')) === ground]).toEqual([false, true]);
});

journey('a combobox is filled in by keyboard', async ({ page }) => {
  await open(page);
  const field = page.getByRole('combobox', { name: 'Region, by typing' });
  await field.fill('');
  await field.pressSequentially('west');
  await page.keyboard.press('Enter');
  expect(await field.inputValue()).toBe('West US (North California)');
});

journey('what the browser refuses to copy is said', async ({ page, visitor: { context } }) => {
  await open(page);
  const client = await context.newCDPSession(page);
  await client.send('Browser.setPermission', {
    permission: { name: 'clipboard-write', allowWithoutSanitization: false },
    setting: 'denied',
    origin: new URL(page.url()).origin,
  });
  await page.getByRole('button', { name: 'Copy connection string' }).click();
  await page.getByRole('alert').getByText('Unable to copy to clipboard').waitFor();
});

journey('the first page brings none of the parts that only other pages use', async ({ page }) => {
  const scripts: Response[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response);
  });
  await page.goto(href('signIn'));
  await page.getByLabel('Email').waitFor();
  // Of those so far: what is fetched when the page is idle is another matter, and may still be on its way when the page closes.
  const code = (await Promise.all(scripts.map((response) => response.text()))).join('\n');
  // Each names itself in the document, so its code has the name.
  for (const part of ['accordion', 'date-picker', 'scroll-area', 'blockquote', 'No results'])
    expect(code.includes(part), part).toBe(false);
});

journey('bars are seen while something scrolls, and hide 600 ms after', async ({ page }) => {
  await open(page);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const area = page.getByRole('region', { name: 'Tables' });
  const bar = page.locator('[data-scope=scroll-area][data-part=scrollbar][data-orientation=vertical]');
  const opacity = () => bar.evaluate((element) => Number(getComputedStyle(element).opacity));
  await area.scrollIntoViewIfNeeded();
  expect(await opacity()).toBe(0);
  // The list is not wider than its place.
  expect(
    await page.locator('[data-scope=scroll-area][data-part=scrollbar][data-orientation=horizontal]').isVisible(),
  ).toBe(false);
  await area.focus();
  await page.keyboard.press('End');
  await expect.poll(opacity).toBe(1);
  // Measured in the page, from the last movement to the first moment at which nothing is seen.
  const hidden = await bar.evaluate(
    (element) =>
      new Promise<number>((settle) => {
        const viewport = document.querySelector('[data-scope=scroll-area][data-part=viewport]')!;
        viewport.addEventListener(
          'scroll',
          () => {
            const since = performance.now();
            const look = () =>
              getComputedStyle(element).opacity === '0'
                ? settle(performance.now() - since)
                : requestAnimationFrame(look);
            requestAnimationFrame(look);
          },
          { once: true },
        );
        viewport.scrollTop = 0;
      }),
  );
  expect(hidden).toBeGreaterThanOrEqual(shellTiming.scrollbarHideMs);
});

journey('a finger pushes a side panel away', async ({ visitors }) => {
  const { page, context } = await visitors.open({ viewport: { width: 390, height: 800 }, hasTouch: true });
  await open(page);
  const client = await context.newCDPSession(page);
  const swipe = async (from: number, to: number) => {
    const point = (x: number) => [{ x, y: 400 }];
    await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: point(from) });
    for (const x of [from + (to - from) / 3, from + (2 * (to - from)) / 3, to])
      await client.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: point(x) });
    await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  };
  await page.getByRole('button', { name: 'Side panel small' }).tap();
  const panel = page.getByRole('dialog', { name: 'Edit column' });
  await panel.waitFor();
  await swipe(200, 280);
  await expect.poll(() => panel.evaluate((element) => getComputedStyle(element).translate)).toBe('none');
  expect(await panel.isVisible()).toBe(true);
  await swipe(200, 340);
  await panel.waitFor({ state: 'hidden' });
});

journey('a finger hits a control beside it, up to its label', async ({ visitors }) => {
  const { page } = await visitors.open({ viewport: { width: 390, height: 800 }, hasTouch: true });
  await open(page);
  for (const control of [
    page.getByRole('checkbox', { name: 'Expose the public schema' }),
    page.getByRole('switch', { name: 'Spend cap' }),
  ]) {
    const wasOn = await control.isChecked();
    await control.scrollIntoViewIfNeeded();
    const { x, y, width, height } = (await control.boundingBox())!;
    await page.touchscreen.tap(x + width + 5, y + height / 2);
    await expect.poll(() => control.isChecked()).toBe(!wasOn);
    await page.touchscreen.tap(x + width / 2, y + height / 2 - 18);
    await expect.poll(() => control.isChecked()).toBe(wasOn);
  }
});

journey('a dialog taller than the window scrolls, and its buttons stay in sight', async ({ page }) => {
  await open(page);
  await page.setViewportSize({ width: 390, height: 200 });
  await page.getByRole('button', { name: 'Dialog medium', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await opens(dialog);
  const { height } = (await dialog.boundingBox())!;
  expect(height, 'the dialog is taller than the window').toBeGreaterThan(200);
  for (const button of await dialog.getByRole('button').filter({ hasText: /./ }).all())
    await expect.poll(() => button.evaluate((one) => one.getBoundingClientRect().bottom)).toBeLessThanOrEqual(200);
});

journey('the buttons of a dialog do not cover the focus ring of the control above them', async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: 'Confirm danger' }).click();
  const question = page.getByRole('alertdialog');
  await opens(question);
  const isBare = await question.getByRole('textbox').evaluate((field) => {
    // The widest ring: 2 px, 2 px away from its control.
    const ring = 4;
    const { left, bottom } = field.getBoundingClientRect();
    return document.elementFromPoint(left + 40, bottom + ring - 1)?.querySelector('input') === field;
  });
  expect(isBare).toBe(true);
});
