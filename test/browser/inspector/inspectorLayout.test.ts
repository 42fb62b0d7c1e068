import type { Locator, Page } from 'playwright-core';
/** The flow inspector beside the page: what can be reached and read, in windows of every size. */
import { expect } from 'vitest';
import { href } from '../../../src/router/href.ts';
import { enrol, enrolWithProject, enter, signInHere } from '../../support/accounts.ts';
import { horizontalOverflow } from '../../support/browser.ts';
import { highlighted, openPanel, panelOf, watchActor } from '../../support/inspector.ts';
import { firstVisit, journeysOn } from '../../support/journey.ts';

const journey = journeysOn({ env: { BASECHART_INSPECTOR: 'true' } });

/** Whether all of it can be seen inside of another one. */
async function isWithin(inner: Locator, outer: Locator): Promise<boolean> {
  const [a, b] = [await inner.boundingBox(), await outer.boundingBox()];
  return (
    a !== null &&
    b !== null &&
    a.x >= b.x - 1 &&
    a.y >= b.y - 1 &&
    a.x + a.width <= b.x + b.width + 1 &&
    a.y + a.height <= b.y + b.height + 1
  );
}

const pictureOf = (page: Page, chart: string) => page.getByRole('group', { name: `Chart of ${chart}`, exact: true });

/** The part of the window that the panel leaves. */
const pageLeft = (page: Page) => page.locator('body');

journey(
  'the page stays usable beside the panel: it scrolls, and what is fixed to the window stands beside the panel',
  async ({ visitors, platform }) => {
    const person = await enrol(platform);
    const { page } = await visitors.open({ storageState: firstVisit, viewport: { width: 1440, height: 900 } });
    await page.goto(href('signUp'));
    await page.getByLabel('Email').waitFor();
    await openPanel(page);
    // The list of rules makes the page higher than what is left of the window.
    await page.getByLabel('Password', { exact: true }).fill('Abc');
    const signInLink = page.getByRole('link', { name: 'Sign in' });
    await signInLink.scrollIntoViewIfNeeded();
    expect(await isWithin(signInLink, pageLeft(page))).toBe(true);
    await page.getByRole('button', { name: 'Opt out' }).click();
    await signInLink.click();
    await signInHere(page, person);
    await page.getByRole('heading', { name: 'Projects' }).waitFor();

    // As large as it gets, it leaves the page its menus.
    await page.getByRole('separator', { name: 'Resize flow inspector' }).press('End');
    await expect.poll(async () => (await pageLeft(page).boundingBox())!.height).toBeCloseTo(240, 0);
    await page.getByRole('button', { name: 'Account', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByLabel('Email').waitFor();
  },
);

journey(
  'the question about telemetry takes the same room beside the panel as without it',
  async ({ visitors, platform }) => {
    const person = await enrol(platform);
    const { page } = await visitors.open({ storageState: firstVisit, viewport: { width: 1440, height: 900 } });
    await page.goto(href('signIn'));
    await signInHere(page, person);
    await page.getByRole('heading', { name: 'Projects' }).waitFor();
    const question = page.getByRole('region', { name: 'Telemetry' });
    await question.waitFor();
    /** How far the content ends above the page's end. */
    const room = () =>
      page.evaluate(
        () =>
          document.querySelector('#root')!.getBoundingClientRect().bottom -
          document.querySelector('main')!.getBoundingClientRect().bottom,
      );
    const { height } = (await question.boundingBox())!;
    await expect.poll(room).toBeCloseTo(height + 32, 0);
    await openPanel(page);
    await expect.poll(room).toBeCloseTo(height + 32, 0);
    const [main, asked] = [await page.getByRole('main').boundingBox(), await question.boundingBox()];
    expect(main!.height).toBeGreaterThan(150);
    expect(main!.y + main!.height).toBeLessThanOrEqual(asked!.y);
    await page.getByRole('button', { name: 'Close the inspector' }).click();
    await expect.poll(room).toBeCloseTo(height + 32, 0);
    await page.setViewportSize({ width: 390, height: 844 });
    const bar = async () => (await question.boundingBox())!.height;
    await expect.poll(async () => (await room()) - (await bar())).toBeCloseTo(0, 0);
  },
);

journey('an open panel is open again after a reload, and leaves the keyboard to the page', async ({ page }) => {
  await page.goto(href('signIn'));
  await page.getByLabel('Email').waitFor();
  await openPanel(page);
  await page.reload();
  await panelOf(page).waitFor();
  expect(
    await page.evaluate(() => document.querySelector('[data-part=inspector]')?.contains(document.activeElement)),
  ).toBe(false);
  await page.getByRole('button', { name: 'Close the inspector' }).click();
  await page.reload();
  await page.getByLabel('Email').waitFor();
  expect(await panelOf(page).count()).toBe(0);
});

/** Whether the panel has the keyboard: an element of it, or nothing in the page while the browser's own bar has it. */
const hasKeyboard = (page: Page): Promise<boolean> =>
  page.evaluate(
    () => document.activeElement === document.body || document.activeElement?.closest('[data-part=inspector]') !== null,
  );

const isInPanel = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.activeElement?.closest('[data-part=inspector]') !== null);

journey('the panel covers the page without leaving it, and gives it back with Escape', async ({ page, platform }) => {
  const person = await enrol(platform);
  await page.goto(href('signIn'));
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await openPanel(page);
  const panel = panelOf(page);
  await panel.getByRole('button', { name: 'Maximize panel' }).click();
  const whole = page.viewportSize()!;
  await expect.poll(() => panel.boundingBox()).toMatchObject({ x: 0, y: 0, ...whole });
  // The flow of the page goes on, and nothing that is covered takes the focus.
  await page.getByRole('treeitem', { name: /^signIn\b/ }).click();
  await page.locator('[data-picture="signIn"]').waitFor();
  const size = await pictureOf(page, 'signIn').boundingBox();
  expect(size!.height).toBeGreaterThan(whole.height / 2);
  const staysInPanel = async () => {
    for (let presses = 0; presses < 40; presses += 1) {
      await page.keyboard.press('Tab');
      expect(await hasKeyboard(page)).toBe(true);
    }
    await panel.getByRole('button', { name: 'Restore panel' }).waitFor();
  };
  await staysInPanel();
  await page.getByRole('treeitem', { name: /^signIn\b/ }).focus();
  await page.keyboard.press('Escape');
  await panel.getByRole('separator', { name: 'Resize flow inspector' }).waitFor();
  expect(new URL(page.url()).pathname).toBe(href('signIn'));
  expect(await page.getByLabel('Email').inputValue()).toBe(person.email);

  // The page that comes meanwhile is covered, too.
  await page.route('**/token?*', async (route) => {
    await panel.getByRole('button', { name: 'Maximize panel' }).click();
    await route.continue();
  });
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.locator('[data-picture="projectList"]').waitFor();
  expect(await isInPanel(page)).toBe(true);
  await staysInPanel();
  await panel.getByRole('button', { name: 'Restore panel' }).click();
  await page.getByRole('link', { name: 'Create project' }).first().focus();
  expect(await isInPanel(page)).toBe(false);
});

journey(
  'a maximized panel gives way to the command palette, and has the focus again after it',
  async ({ page, platform }) => {
    await enter(page, await enrol(platform));
    await page.getByRole('heading', { name: 'Projects' }).waitFor();
    await openPanel(page);
    const panel = panelOf(page);
    await panel.getByRole('button', { name: 'Maximize panel' }).click();
    await panel.getByRole('button', { name: 'Restore panel' }).waitFor();
    await page.keyboard.press('ControlOrMeta+k');
    const field = page.getByRole('dialog').getByRole('combobox');
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
    await panel.getByRole('separator', { name: 'Resize flow inspector' }).waitFor();
    expect(
      await field.evaluate((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return document.elementFromPoint(x + width / 2, y + height / 2) === element;
      }),
    ).toBe(true);
    await page.keyboard.press('Escape');
    await expect.poll(() => isInPanel(page)).toBe(true);

    // One that is already open stays in sight.
    await page.keyboard.press('ControlOrMeta+k');
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
    await panel.getByRole('button', { name: 'Maximize panel' }).click();
    await panel.getByRole('separator', { name: 'Resize flow inspector' }).waitFor();
  },
);

journey('the chart goes along with what happens, unless a hand has moved it', async ({ page, platform }) => {
  const person = await enrol(platform);
  await page.goto(href('signIn'));
  await page.getByLabel('Email').waitFor();
  await openPanel(page);
  await watchActor(page, 'session');
  await page.getByRole('button', { name: 'Readable size' }).click();
  await signInHere(page, person);
  const fresh = highlighted(page, 'session.present.token.fresh');
  await fresh.waitFor();
  await expect.poll(() => isWithin(fresh, pictureOf(page, 'session'))).toBe(true);

  await pictureOf(page, 'session').hover();
  await page.mouse.wheel(-4_000, -4_000);
  const follow = page.getByRole('button', { name: 'Follow active state' });
  await expect.poll(() => follow.getAttribute('aria-pressed')).toBe('false');
  await expect.poll(() => isWithin(fresh, pictureOf(page, 'session'))).toBe(false);
  await follow.click();
  await expect.poll(() => isWithin(fresh, pictureOf(page, 'session'))).toBe(true);
});

journey('the largest chart begins as a whole, with names that can be read', async ({ page }) => {
  await page.goto(href('flows'));
  await page.getByRole('button', { name: 'lifecycle', exact: true }).click();
  await page.locator('[data-picture="lifecycle"]').waitFor();
  const picture = pictureOf(page, 'lifecycle');
  await expect
    .poll(async () => {
      const states = await page.locator('[data-state]').all();
      return (await Promise.all(states.map((state) => isWithin(state, picture)))).every(Boolean);
    })
    .toBe(true);
  const names = page.locator('[data-name]');
  expect(await names.count()).toBeGreaterThan(5);
  const scale = Number(await page.locator('[data-picture]').getAttribute('data-scale'));
  expect(scale * Number(await names.first().getAttribute('font-size'))).toBeCloseTo(11);
  await page.getByRole('button', { name: 'Readable size' }).click();

  // What does not fit is reached by the small picture of the whole, which goes when all of it is in view.
  const map = page.locator('[data-minimap] svg');
  const { width, height } = (await map.boundingBox())!;
  const offset = () => picture.evaluate(({ scrollLeft, scrollTop }) => scrollLeft + scrollTop);
  const room = (await picture.boundingBox())!;
  // It stands beside the states.
  expect((await map.boundingBox())!.x).toBeGreaterThanOrEqual(room.x + room.width);
  expect(Math.max(width, height)).toBeLessThanOrEqual(Math.max(72, Math.min(room.width, room.height) / 3) + 1);
  await map.click({ position: { x: 1, y: 1 } });
  await expect.poll(offset).toBe(0);
  await map.click({ position: { x: width - 2, y: height - 2 } });
  await expect.poll(offset).toBeGreaterThan(100);
  await page.getByRole('button', { name: 'Zoom to fit' }).click();
  await expect.poll(() => map.count()).toBe(0);
});

/** How far the middle of an element is from the middle of another one, in pixels. */
async function offCenter(inner: Locator, outer: Locator): Promise<number> {
  const [a, b] = [(await inner.boundingBox())!, (await outer.boundingBox())!];
  return Math.hypot(a.x + a.width / 2 - b.x - b.width / 2, a.y + a.height / 2 - b.y - b.height / 2);
}

journey('a chart opens as a whole, and a zoom keeps what has been found, or the middle', async ({ page }) => {
  await page.goto(href('flows'));
  const charts = page.getByRole('list', { name: 'All charts' });
  const open = async (chart: string) => {
    await charts.getByRole('button', { name: chart, exact: true }).click();
    await page.locator(`[data-picture="${chart}"]`).waitFor();
  };
  const larger = page.getByRole('button', { name: 'Zoom in' });
  const isEnd = () => larger.getAttribute('aria-disabled');
  const states = () => page.locator('[data-state]').all();
  const solid = async (chart: string) => {
    const [view, all] = [(await pictureOf(page, chart).boundingBox())!, await states()];
    const ids = await Promise.all(all.map((state) => state.getAttribute('data-state')));
    const leaves = all.filter((_, index) => !ids.some((id) => id!.startsWith(`${ids[index]}.`)));
    const boxes = await Promise.all(leaves.map((state) => state.boundingBox()));
    return boxes.filter(
      (box) =>
        box!.x < view.x + view.width &&
        view.x < box!.x + box!.width &&
        box!.y < view.y + view.height &&
        view.y < box!.y + box!.height,
    ).length;
  };

  await open('sqlRun');
  const field = page.getByLabel('Find a state or event');
  await field.fill('cancelling');
  await field.press('Enter');
  const mark = page.locator('[data-match]');
  await mark.waitFor();
  // The name of the found state, which is still there once the frame around it has gone with the search.
  const name = await mark.evaluate((ring) => {
    const { x, y, width, height } = ring.getBoundingClientRect();
    const at = document.elementFromPoint(x + width / 2, y + height / 2);
    return at?.closest('[data-state]')?.getAttribute('data-state') ?? null;
  });
  expect(name).not.toBeNull();
  await field.fill('');
  const found = page.locator(`[data-state="${name}"] [data-box]`).first();
  for (let presses = 0; presses < 4; presses += 1) {
    await larger.click();
    expect(await isWithin(found, pictureOf(page, 'sqlRun')), `after ${presses + 1} steps`).toBe(true);
  }
  while ((await isEnd()) !== 'true') await larger.click();
  expect(await page.locator('[data-picture]').getAttribute('data-scale')).toBe('2');

  for (const chart of ['sqlScreen', 'appearance']) {
    await open(chart);
    await expect.poll(() => isWithin(page.locator('[data-picture]'), pictureOf(page, chart))).toBe(true);
    expect(await isEnd()).toBe('false');
  }

  // Without a search, the middle stays, or the states nearest to it.
  await open('sqlRun');
  while ((await isEnd()) !== 'true') {
    await larger.click();
    expect(await solid('sqlRun')).toBeGreaterThan(0);
  }
  const svg = page.locator('[data-picture]');
  const before = await offCenter(svg, pictureOf(page, 'sqlRun'));
  await page.getByRole('button', { name: 'Zoom out' }).click();
  await expect.poll(() => svg.getAttribute('data-scale')).toBe('1.6');
  expect(await offCenter(svg, pictureOf(page, 'sqlRun'))).toBeCloseTo(before * 0.8, -1);
});

journey(
  'in a low panel no name covers a box or an arrow, and active states keep theirs',
  async ({ page, platform }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await enter(page, await enrol(platform));
    await page.getByRole('heading', { name: 'Projects' }).waitFor();
    await openPanel(page);
    const edge = panelOf(page).getByRole('separator', { name: 'Resize flow inspector' });
    await edge.focus();
    await edge.press('Home');
    expect((await panelOf(page).boundingBox())!.height).toBeLessThan(260);
    for (const chart of ['session', 'access']) {
      await watchActor(page, chart);
      const covered = await page.evaluate(() => {
        const overlap = (a: DOMRect, b: DOMRect) =>
          a.left + 1 < b.right && b.left + 1 < a.right && a.top + 1 < b.bottom && b.top + 1 < a.bottom;
        const boxes = [...document.querySelectorAll<SVGElement>('[data-state]')].map((state) => ({
          id: state.dataset['state']!,
          box: state.querySelector('[data-box]')!.getBoundingClientRect(),
        }));
        const isGroup = (id: string) => boxes.some((other) => other.id.startsWith(`${id}.`));
        // Every pixel or so of each arrow, in the window's coordinates.
        const arrows = [...document.querySelectorAll<SVGPathElement>('[data-picture] path[marker-end]')].map(
          (arrow) => {
            const matrix = arrow.getScreenCTM()!;
            const length = arrow.getTotalLength();
            const step = 1 / matrix.a;
            return Array.from({ length: Math.ceil(length / step) + 1 }, (_, index) =>
              arrow.getPointAtLength(Math.min(length, index * step)).matrixTransform(matrix),
            );
          },
        );
        if (arrows.length === 0) return ['no arrows'];
        return [...document.querySelectorAll<SVGElement>('[data-name]')].flatMap((name) => {
          const area = name.getBoundingClientRect();
          const isOn = ({ x, y }: DOMPoint) =>
            area.left + 1 < x && x < area.right - 1 && area.top + 1 < y && y < area.bottom - 1;
          return [
            ...boxes
              .filter(({ id, box }) => !isGroup(id) && id !== name.dataset['name'] && overlap(area, box))
              .map(({ id }) => `${name.textContent} on ${id}`),
            ...arrows
              .filter((points) => points.some(isOn))
              .map(([from]) => `${name.textContent} on the arrow from ${from!.x}, ${from!.y}`),
          ];
        });
      });
      expect(covered).toEqual([]);
      const named = await page.locator('[data-name]').evaluateAll((all) => all.map(({ dataset }) => dataset['name']));
      const active = await page
        .locator('[data-active]')
        .evaluateAll((all) => all.map(({ dataset }) => dataset['state']!));
      const leaves = active.filter((id) => !active.some((other) => other.startsWith(`${id}.`)));
      expect(leaves.filter((id) => !named.includes(id))).toEqual([]);
    }
  },
);

journey('in a wide window the app’s chart opens as a whole, and no actor’s name is cut', async ({ page, platform }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await enter(page, await enrol(platform));
  await page.goto(href('flows'));
  const names = page.getByRole('treeitem').locator('[data-cut]:has(+ [data-cut])');
  await page.getByRole('treeitem', { name: 'deferredServices' }).waitFor();
  expect(await names.evaluateAll((all) => all.filter((name) => name.scrollWidth > name.clientWidth).length)).toBe(0);
  const charts = page.getByRole('list', { name: 'All charts' });
  await charts.getByRole('button', { name: 'app', exact: true }).click();
  await page.locator('[data-picture="app"]').waitFor();
  const [drawn, room] = [page.locator('[data-picture="app"]'), pictureOf(page, 'app')];
  await expect.poll(() => isWithin(drawn, room)).toBe(true);

  // Also in the smaller panel beside a page.
  await page.goto(href('projects'));
  await openPanel(page);
  await watchActor(page, 'app');
  for (const move of [null, 'Move to the right']) {
    if (move !== null) await page.getByRole('button', { name: move }).click();
    await expect.poll(() => isWithin(drawn, room)).toBe(true);
    expect(await page.locator('[data-name]').allTextContents()).toContain('working');
  }
});

journey('in a small window the parts take turns, and nothing is squeezed or overflows', async ({ page, platform }) => {
  await enter(page, await enrol(platform));
  await page.getByRole('heading', { name: 'Projects' }).waitFor();
  await openPanel(page);
  await page.getByRole('button', { name: 'Move to the right' }).click();
  const panel = panelOf(page);
  const turnTo = (name: string) => panel.getByRole('group', { name: 'Panel' }).getByRole('button', { name }).click();
  // At the right of a usual window the chart stands above, the rest in turn below it.
  await turnTo('Actors');
  expect((await panel.getByRole('tree', { name: 'Actors' }).locator('..').boundingBox())!.height).toBeGreaterThan(150);

  for (const [width, height] of [
    [390, 844],
    [720, 450],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const [name, part] of [
      ['Actors', panel.getByRole('tree', { name: 'Actors' }).locator('..')],
      ['Chart', panel.getByRole('group', { name: /^Chart of/ })],
      ['Now', panel.getByRole('region', { name: 'Now' })],
      ['Context', panel.getByRole('region', { name: 'Context' })],
      ['Events', panel.getByRole('region', { name: 'Events' })],
    ] as const) {
      await turnTo(name);
      await part.waitFor();
      const box = (await part.boundingBox())!;
      expect(box.height, `${name} at ${width} px`).toBeGreaterThan(40);
      expect(box.x + box.width, `${name} at ${width} px`).toBeLessThanOrEqual(width);
      expect(await horizontalOverflow(page), `${name} at ${width} px`).toBeNull();
    }
    expect(await panel.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    expect((await pageLeft(page).boundingBox())!.height).toBeGreaterThanOrEqual(240);
  }
});

journey('on a phone the bar is one line, and its menu has the actions on traces', async ({ page, platform }) => {
  await enter(page, await enrol(platform));
  await page.getByRole('heading', { name: 'Projects' }).waitFor();
  await openPanel(page);
  const panel = panelOf(page);
  await panel.getByRole('button', { name: 'Save trace' }).waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  const more = panel.getByRole('button', { name: 'Trace actions' });
  await more.waitFor();
  const [title, close] = await Promise.all(
    [panel.getByRole('heading', { name: 'Flows' }), panel.getByRole('button', { name: 'Close the inspector' })].map(
      (part) => part.boundingBox(),
    ),
  );
  const middle = ({ y, height }: { y: number; height: number }) => y + height / 2;
  expect(Math.abs(middle(title!) - middle(close!))).toBeLessThan(4);

  // The chart's own bar leaves its words out.
  await panel.getByRole('group', { name: 'Panel' }).getByRole('button', { name: 'Chart' }).click();
  const folds = panel.getByRole('button', { name: /^(Collapse|Expand) all$/ });
  await expect.poll(async () => (await folds.boundingBox())?.width).toBeLessThan(50);

  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
  await more.focus();
  await page.keyboard.press('Enter');
  const menu = panel.getByRole('menu', { name: 'Trace actions' });
  await menu.getByRole('menuitem', { name: 'Open in new window' }).waitFor();
  const names = menu.getByRole('menuitemcheckbox', { name: 'Keep names' });
  await names.click();
  await expect.poll(() => names.getAttribute('aria-checked')).toBe('true');
  await page.keyboard.press('Escape');
  await expect.poll(focused).toBe('Trace actions');

  const saved = page.waitForEvent('download');
  await more.click();
  await menu.getByRole('menuitem', { name: 'Save trace' }).click();
  expect((await saved).suggestedFilename()).toMatch(/\.json$/);
  await more.click();
  await menu.getByRole('menuitem', { name: 'Replay' }).click();
  await panel.getByRole('button', { name: 'Go live' }).press('Enter');
  await expect.poll(focused).toBe('Trace actions');
});

journey('beside a panel at the right, the top bar gives its room to the names', async ({ page, platform }) => {
  const { account, ref } = await enrolWithProject(platform, 'Archive', 'Ledgers of the harbor');
  await page.setViewportSize({ width: 1024, height: 768 });
  await enter(page, account, href('project', { ref }));
  const name = page.getByRole('navigation', { name: 'Breadcrumb' }).getByText('Ledgers of the harbor', { exact: true });
  await name.waitFor();
  await openPanel(page);
  await page.getByRole('button', { name: 'Move to the right' }).click();
  await expect.poll(async () => (await pageLeft(page).boundingBox())!.width).toBeLessThan(768);
  const shown = name.locator('..');
  expect((await shown.boundingBox())!.width).toBeGreaterThan(96);
  const search = page.getByRole('banner').getByRole('button', { name: 'Search or run a command…' });
  expect((await search.boundingBox())!.width).toBeLessThan(48);
  const menu = page.getByRole('button', { name: 'Account', exact: true });
  expect(await isWithin(menu, page.getByRole('banner'))).toBe(true);
});
