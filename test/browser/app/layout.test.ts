import type { Locator, Page } from 'playwright-core';
/** The frame around every screen: long names, small and wide windows, the sheet on a phone. */
import { describe, expect } from 'vitest';
import { href } from '../../../src/router/href.ts';
import { enrol, enter, makeOrganization, makeProject, readerOf } from '../../support/accounts.ts';
import { isAt } from '../../support/addresses.ts';
import { horizontalOverflow, type Platform } from '../../support/browser.ts';
import { journey, opens } from '../../support/journey.ts';

const longName = 'Donaudampfschifffahrtsgesellschaftskapitänswitwenrente GmbH';

async function inLongProject(page: Page, platform: Platform): Promise<{ ref: string }> {
  const account = await enrol(platform);
  const organization = await makeOrganization(account, longName);
  const { ref } = await makeProject(account, organization, `${longName} 2`);
  await enter(page, account, href('project', { ref }));
  await page.getByRole('heading', { name: `${longName} 2`, level: 1 }).waitFor();
  return { ref };
}

/** What of the page is drawn outside of the window, as sentences. */
const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    return [...document.querySelectorAll('header :is(a, button), [role=menu], [role=dialog]')]
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0 && (box.left < -1 || box.right > width + 1))
      .map(
        ({ element, box }) =>
          `${Math.round(box.left)}–${Math.round(box.right)} of ${width}: ${element.outerHTML.slice(0, 120)}`,
      );
  });

describe('with very long names', () => {
  journey('nothing hangs over the edge, at any width', async ({ page, platform }) => {
    await inLongProject(page, platform);
    for (const width of [360, 768, 1024, 1920]) {
      await page.setViewportSize({ width, height: 760 });
      const holds = async (what: string) => {
        expect(await horizontalOverflow(page), `${what} at ${width} px`).toBeNull();
        expect(await cutOff(page), `${what} at ${width} px`).toEqual([]);
      };
      await holds('the page');
      // On a phone the organization leaves its room to the project.
      for (const switcher of width < 640 ? [/^Project: /] : [/^Organization: /, /^Project: /]) {
        await page.getByRole('button', { name: switcher }).click();
        await opens(page.getByRole('menu'));
        await holds('a switcher');
        await page.keyboard.press('Escape');
        await page.getByRole('menu').waitFor({ state: 'hidden' });
      }
      await page.keyboard.press('ControlOrMeta+k');
      await opens(page.getByRole('dialog', { name: 'Command palette' }));
      await page.keyboard.type('donau');
      await holds('the palette');
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      await page.keyboard.press('?');
      await opens(page.getByRole('dialog', { name: 'Keyboard shortcuts' }));
      await holds('the list of shortcuts');
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
    }
  });
});

describe('the head of a page', () => {
  journey('has its actions beside the title, however long the description is', async ({ page, platform }) => {
    const account = await enrol(platform);
    const organization = await makeOrganization(account, 'Northwind Roasters');
    const { ref } = await makeProject(account, organization, 'Web shop');
    await enter(page, account);
    for (const [width, path, action] of [
      [390, href('users', { ref }), 'Create user'],
      [390, href('logs', { ref }), 'Refresh'],
      [390, href('advisors', { ref }), 'Check again'],
      [390, href('organization', { slug: organization.slug }), 'New project'],
      [1280, href('accountSessions'), 'Sign out other devices'],
    ] as const) {
      await page.setViewportSize({ width, height: 760 });
      await page.goto(path);
      const control = page.getByRole('main').getByRole(action.startsWith('New') ? 'link' : 'button', { name: action });
      await control.first().waitFor();
      const title = (await page.getByRole('heading', { level: 1 }).boundingBox())!;
      const { x, y, height } = (await control.first().boundingBox())!;
      expect(x, `${action} right of its title`).toBeGreaterThan(title.x + title.width);
      expect(Math.abs(y + height / 2 - (title.y + title.height / 2)), `${action} level with it`).toBeLessThan(20);
    }
  });
});

describe('the sections of a page on a phone', () => {
  journey('reach the edges of the window, where the last one fades', async ({ page, platform }) => {
    await page.setViewportSize({ width: 390, height: 760 });
    const { ref } = await inLongProject(page, platform);
    for (const [path, name] of [
      [href('authConfig', { ref }), 'Auth settings'],
      [href('accountProfile'), 'Account'],
    ] as const) {
      await page.goto(path);
      const row = page.getByRole('navigation', { name }).getByRole('list');
      await row.waitFor();
      const { x, width } = (await row.boundingBox())!;
      expect([x, width], name).toEqual([0, 390]);
      expect(await row.evaluate((element) => element.scrollWidth > element.clientWidth), name).toBe(true);
      expect(await row.evaluate((element) => getComputedStyle(element).maskImage), name).toContain('gradient');
    }
  });
});

journey('the menu of the account is shown whole on a phone', async ({ visitors, platform }) => {
  const { page } = await visitors.open({ viewport: { width: 390, height: 844 }, hasTouch: true });
  await enter(page, await enrol(platform));
  await page.getByRole('button', { name: 'Account' }).tap();
  const menu = page.getByRole('menu', { name: 'Account' });
  await opens(menu);
  expect(await menu.evaluate((element) => element.scrollHeight - element.clientHeight)).toBe(0);
});

describe('the navigation on a phone', () => {
  journey('is a sheet that closes when a place is tapped, the current one too', async ({ page, platform }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    const { ref } = await inLongProject(page, platform);
    const sheet = page.getByRole('dialog', { name: 'Basechart' });
    const open = async () => {
      await page.getByRole('button', { name: 'Navigation' }).click();
      await opens(sheet);
    };
    await open();
    expect(await sheet.getByRole('link', { name: 'Project home' }).getAttribute('aria-current')).toBe('page');
    await sheet.getByRole('link', { name: 'Project home' }).click();
    await sheet.waitFor({ state: 'hidden' });
    expect(new URL(page.url()).pathname).toBe(href('project', { ref }));

    await open();
    await sheet.getByRole('link', { name: 'SQL editor' }).click();
    await sheet.waitFor({ state: 'hidden' });
    await page.getByRole('textbox', { name: 'SQL', exact: true }).waitFor();

    await open();
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'hidden' });
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Navigation');
  });
});

journey(
  'the rail stays open where a link opens another tab, and closes where it leads on',
  async ({ page, platform }) => {
    await inLongProject(page, platform);
    const rail = page.getByRole('navigation', { name: 'Main' });
    const isOpen = async () => (await rail.getAttribute('data-expanded')) !== null;
    const link = rail.getByRole('link', { name: 'Projects' });
    await link.hover();
    await expect.poll(isOpen).toBe(true);
    for (const how of [{ modifiers: ['ControlOrMeta'] }, { button: 'middle' }] as const) {
      const opened = page.context().waitForEvent('page');
      await link.click({ ...how, modifiers: 'modifiers' in how ? [...how.modifiers] : [] });
      await (await opened).close();
      expect(await isOpen()).toBe(true);
    }
    await link.click();
    await page.waitForURL(isAt('projects'));
    await expect.poll(isOpen).toBe(false);
  },
);

journey('a switcher of many is searched in the palette, and hands the focus on', async ({ page, platform }) => {
  const account = await enrol(platform);
  for (let number = 1; number <= 9; number += 1) await makeOrganization(account, `Organization ${number}`);
  const { slug } = (await account.request<{ slug: string; name: string }[]>('GET', '/platform/organizations')).find(
    ({ name }) => name === 'Organization 1',
  )!;
  await enter(page, account, href('projects', {}, { organization: slug }));
  await page.getByRole('button', { name: 'Organization: Organization 1' }).click();
  await page.getByRole('menuitem', { name: 'Search organizations…' }).click();
  await opens(page.getByRole('dialog', { name: 'Organizations' }));
  await page.keyboard.type('7');
  await expect.poll(() => page.getByRole('option', { selected: true }).textContent()).toBe('Organization 7');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Organization: Organization 7' }).waitFor();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
});

journey(
  'a project is named in the bar of a phone, and in the title of each of its tabs',
  async ({ page, platform }) => {
    const account = await enrol(platform);
    const organization = await makeOrganization(account, 'Northwind Roasters International');
    const { ref } = await makeProject(account, organization, 'Roastery sensors');
    await enter(page, account, href('project', { ref }));
    await page.setViewportSize({ width: 390, height: 844 });
    const trail = page.getByRole('navigation', { name: 'Breadcrumb' });
    const name = trail.getByText('Roastery sensors', { exact: true });
    await name.waitFor();
    expect(await name.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)).toBe(true);
    expect(await trail.getByText('Northwind Roasters International', { exact: true }).isVisible()).toBe(false);
    for (const [shown, title] of [
      ['project', 'Roastery sensors · Basechart'],
      ['sql', 'Untitled query · Roastery sensors · Basechart'],
      ['logs', 'Logs · Roastery sensors · Basechart'],
    ] as const) {
      await page.goto(href(shown, { ref }));
      await expect.poll(() => page.title()).toBe(title);
    }
  },
);

journey('pages have one scale of type and one left edge', async ({ page, platform }) => {
  const { account, organization, ref } = await readerOf(platform);
  await page.setViewportSize({ width: 1440, height: 900 });
  await enter(page, account);
  const fontOf = (element: Locator) =>
    element.evaluate((node) => {
      const { fontSize, fontWeight } = getComputedStyle(node);
      return `${fontSize} ${fontWeight}`;
    });
  const edges = new Map<string, number>();
  for (const path of [
    href('projects'),
    href('newProject', { slug: organization.slug }),
    href('organization', { slug: organization.slug }),
    href('organizationBilling', { slug: organization.slug }),
    href('support'),
    href('project', { ref }),
    href('users', { ref }),
    href('logs', { ref }),
  ]) {
    await page.goto(path);
    const title = page.getByRole('main').getByRole('heading', { level: 1 });
    await title.and(page.locator(':not([aria-busy] *)')).first().waitFor();
    expect(await fontOf(title.first()), path).toBe('24px 600');
    edges.set(
      path.replace(ref, '{ref}').replace(organization.slug, '{slug}'),
      Math.round((await title.boundingBox())!.x),
    );
  }
  expect(new Set(edges.values()).size, JSON.stringify([...edges])).toBe(1);
  await page.goto(href('project', { ref }));
  const section = page.getByRole('heading', { level: 2, name: 'Details' });
  await section.waitFor();
  expect(await fontOf(section)).toBe('16px 600');
  expect(await fontOf(page.getByRole('main'))).toBe('14px 400');
  expect(await fontOf(page.getByText(ref, { exact: true }))).toMatch(/^1[23]px 400$/);
});
