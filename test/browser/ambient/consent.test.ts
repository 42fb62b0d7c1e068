import type { Locator, Page } from 'playwright-core';
/** What a browser is asked before anything is told of its use, what leaves it then, and what does not. */
import { describe, expect } from 'vitest';
import { href } from '../../../src/router/href.ts';
import { telemetryCookie } from '../../../src/services/browser/consent.ts';
import { storageEntries } from '../../../src/services/browser/storage.ts';
import { enrol, enrolWithProject, enter, setModel, signInHere, type Account } from '../../support/accounts.ts';
import { axeViolationsInThemes } from '../../support/browser.ts';
import { coveredControls } from '../../support/coveredControls.ts';
import { firstVisit, journey, type Visitor } from '../../support/journey.ts';
import { userScreens } from '../../support/screens.ts';

const question = (page: Page) => page.getByRole('region', { name: 'Telemetry' });
const stored = (page: Page): Promise<string | null> =>
  page.evaluate((key) => localStorage.getItem(key), storageEntries.telemetryConsent.key);
const cookieName = telemetryCookie;

/** Whether the content of a page is above the question, however far it is scrolled. */
const endsAboveQuestion = async (page: Page): Promise<boolean> => {
  const main = (await page.getByRole('main').boundingBox())!;
  return main.y + main.height <= (await question(page).boundingBox())!.y;
};

/** One screen of each layout, and those that end at the bottom right. */
const lookedAt = [
  'organization',
  'tables',
  'logs',
  'users who signed up',
  'auth settings, providers',
  'advisors',
  'account, access tokens',
  'new organization',
  'project that is being set up',
  'project home, with how to connect',
  'SQL editor with a result',
  'SQL editor with an error',
  'table',
  'assistant with a conversation',
];

/** They make room in the panes that the question would cover. */
const fillsWindow = ['tables', 'table', 'SQL editor with a result', 'SQL editor with an error'];

/** What the server recorded of somebody, in the order in which it arrived. */
const recorded = (account: Account): Promise<{ kind: string; body: Record<string, unknown> }[]> =>
  account.request('GET', '/platform/telemetry');

const told = ({ watch }: Visitor) =>
  watch
    .requests()
    .filter((request) => request.method() === 'POST' && request.url().includes('/telemetry/'))
    .map((request) => new URL(request.url()).pathname);

describe('the question', () => {
  journey(
    'stands at the bottom right, 32 px from the edges and at most 356 px wide, until it is answered',
    async ({ visitors }) => {
      const { page } = await visitors.open({ storageState: firstVisit });
      await page.goto(href('signIn'));
      await question(page).waitFor();
      const box = async () => (await question(page).boundingBox())!;
      // It rises into its place.
      await expect.poll(async () => 800 - (await box()).y - (await box()).height).toBe(32);
      expect(1280 - (await box()).x - (await box()).width).toBe(32);
      expect((await box()).width).toBeLessThanOrEqual(356);
      expect(await question(page).getByRole('button').allTextContents()).toEqual([
        'Accept',
        'Opt out',
        'Privacy settings',
      ]);
      await page.getByRole('button', { name: 'Opt out' }).click();
      await question(page).waitFor({ state: 'detached' });
      expect(await stored(page)).toBe('false');
      await page.reload();
      await page.getByLabel('Email').waitFor();
      expect(await question(page).count()).toBe(0);
    },
  );

  journey('is a bar across a phone', async ({ visitors }) => {
    const { page } = await visitors.open({ storageState: firstVisit, viewport: { width: 390, height: 844 } });
    await page.goto(href('signIn'));
    await question(page).waitFor();
    // It rises into its place.
    await expect
      .poll(async () => {
        const box = (await question(page).boundingBox())!;
        return [box.x, box.width, box.y + box.height];
      })
      .toEqual([0, 390, 844]);
    for (const button of await question(page).getByRole('button').all())
      expect((await button.boundingBox())!.height).toBe(28);
  });

  journey('is not covered by other news', async ({ visitors, platform }) => {
    const { page, watch } = await visitors.open({ storageState: firstVisit });
    watch.allow(/answer 404 to GET .*\/projects/);
    const account = await enrol(platform);
    await page.goto(href('signIn'));
    await signInHere(page, account);
    await question(page).waitFor();
    // An address of nothing of theirs is said in a toast.
    await page.goto(href('project', { ref: 'abcdefghijklmnopqrst' }));
    await question(page).waitFor();
    const toast = page.getByRole('region', { name: 'Notifications' });
    await toast.getByText('This project does not exist').waitFor();
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 });
      await expect
        .poll(
          async () =>
            (await toast.boundingBox())!.y + (await toast.boundingBox())!.height <=
            (await question(page).boundingBox())!.y,
          { message: `${width} px` },
        )
        .toBe(true);
    }
    await page.getByRole('button', { name: 'Opt out' }).click();
    await question(page).waitFor({ state: 'detached' });
  });

  journey('leaves the last control of a long page and of the assistant free', async ({ visitors, platform }) => {
    const { account, organization, ref } = await enrolWithProject(platform, 'Surveyors', 'Maps');
    await setModel(account, organization.slug);
    const isFree = (control: Locator) =>
      control.evaluate((button) => {
        const { left, top, width, height } = button.getBoundingClientRect();
        return button.contains(document.elementFromPoint(left + width / 2, top + height / 2));
      });
    for (const [width, height] of [
      [1440, 900],
      [390, 844],
    ] as const) {
      const { page } = await visitors.open({ storageState: firstVisit, viewport: { width, height } });
      await enter(page, account, href('project', { ref }));
      await question(page).waitFor();
      await page.getByRole('link', { name: 'Open SQL editor' }).waitFor();
      const last = page.getByRole('main').getByRole('button').last();
      await last.waitFor();
      // The page grows while the answers for its cards arrive.
      const isFreeAtTheEnd = async () => {
        await page.getByRole('main').evaluate((main) => main.scrollTo(0, main.scrollHeight));
        return await isFree(last);
      };
      await expect.poll(isFreeAtTheEnd, { message: `${width} px` }).toBe(true);
      await page.getByRole('button', { name: 'Assistant', exact: true }).click();
      const send = page.getByRole('button', { name: 'Send question' });
      await send.waitFor();
      await expect.poll(() => isFree(send), { message: `${width} px` }).toBe(true);
    }
  });

  journey('covers nothing that can be scrolled to, on any kind of page', async ({ visitors, platform }) => {
    const { page } = await visitors.open({ storageState: firstVisit });
    const { account, organization, ref } = await enrolWithProject(platform, 'Surveyors', 'Maps');
    const scene = { slug: organization.slug, ref, pausedRef: ref, pausedName: 'Maps' };
    await enter(page, account);
    const looked = userScreens.filter(({ name }) => lookedAt.includes(name));
    expect(looked).toHaveLength(lookedAt.length);
    for (const { name, open } of looked) {
      await page.setViewportSize({ width: 1440, height: 900 });
      await open(page, scene);
      for (const width of [1440, 1024, 390]) {
        await page.setViewportSize({ width, height: 800 });
        expect(await coveredControls(page), `${name} at ${width} px`).toEqual([]);
        if (!fillsWindow.includes(name)) await expect.poll(() => endsAboveQuestion(page), { message: name }).toBe(true);
      }
    }
  });

  journey('covers no field that gets the focus', async ({ visitors, platform }) => {
    // As high as the window in which the field begins below the question.
    const { page } = await visitors.open({ storageState: firstVisit, viewport: { width: 1280, height: 800 } });
    await enter(page, await enrol(platform), href('accountFactors'));
    await question(page).waitFor();
    await page.getByLabel('App name').fill('Phone');
    await page.getByRole('button', { name: 'Continue' }).click();
    const code = page.getByLabel('Code');
    await code.waitFor();
    for (const height of [800, 700, 600]) {
      await page.setViewportSize({ width: 1280, height });
      await page.getByRole('main').evaluate((main) => main.scrollTo(0, 0));
      await code.evaluate((field) => field.blur());
      await code.focus();
      await expect
        .poll(
          async () => {
            const [field, card] = [(await code.boundingBox())!, (await question(page).boundingBox())!];
            return field.x + field.width <= card.x || field.y + field.height <= card.y;
          },
          { message: `${height} px` },
        )
        .toBe(true);
    }
  });

  journey('answered in one tab is answered in the other', async ({ visitors }) => {
    const { page, context } = await visitors.open({ storageState: firstVisit });
    await page.goto(href('signIn'));
    const other = await context.newPage();
    await other.goto(href('signUp'));
    await question(other).waitFor();
    await question(page).getByRole('button', { name: 'Accept' }).click();
    await question(other).waitFor({ state: 'detached' });
    expect(await stored(other)).toBe('true');
  });

  journey(
    'leads to settings that say what is necessary, re-read what is stored, and store only what is confirmed',
    async ({ visitors }) => {
      const { page } = await visitors.open({ storageState: firstVisit });
      await page.goto(href('signIn'));
      const telemetry = page.getByRole('switch', { name: 'Telemetry' });
      await question(page).getByRole('button', { name: 'Privacy settings' }).click();
      expect(await page.getByRole('switch', { name: 'Strictly necessary' }).isDisabled()).toBe(true);
      await telemetry.click();
      expect(await telemetry.isChecked()).toBe(true);
      await page.getByRole('button', { name: 'Cancel' }).click();
      expect(await stored(page)).toBeNull();
      await question(page).getByRole('button', { name: 'Privacy settings' }).click();
      expect(await telemetry.isChecked()).toBe(false);
      await telemetry.click();
      await page.getByRole('button', { name: 'Confirm' }).click();
      await question(page).waitFor({ state: 'detached' });
      expect(await stored(page)).toBe('true');
    },
  );

  journey('and its settings have nothing that axe holds against them in any theme', async ({ visitors }) => {
    const { page } = await visitors.open({ storageState: firstVisit });
    await page.goto(href('signIn'));
    await question(page).waitFor();
    expect(await axeViolationsInThemes(page)).toEqual([]);
    await page.getByRole('button', { name: 'Privacy settings' }).click();
    await page.getByRole('dialog').waitFor();
    expect(await axeViolationsInThemes(page)).toEqual([]);
  });
});

describe('telemetry', () => {
  journey('leaves the browser once the user has accepted, and not before', async ({ visitors, platform }) => {
    const visitor = await visitors.open({ storageState: firstVisit });
    const { page, watch } = visitor;
    const account = await enrol(platform);
    await page.goto(href('signIn'));
    await question(page).waitFor();
    await signInHere(page, account);
    await page.goto(href('newOrganization'));
    await page.getByRole('button', { name: 'Create organization' }).waitFor();
    expect(told(visitor)).toEqual([]);
    expect(await recorded(account)).toEqual([]);

    await question(page).getByRole('button', { name: 'Accept' }).click();
    await expect.poll(async () => (await recorded(account)).map(({ kind }) => kind)).toEqual(['page', 'identify']);
    expect(told(visitor)).toEqual(['/api/telemetry/page', '/api/platform/telemetry/identify']);
    const [first, identity] = await recorded(account);
    expect(first?.body).toMatchObject({
      page_url: `${platform.origin()}${href('newOrganization')}`,
      pathname: href('newOrganization'),
      page_title: expect.stringContaining('New organization'),
      ph: { viewport_width: 1280, viewport_height: 800, search: '' },
    });
    expect(Object.keys(identity!.body)).toEqual(['user_id']);

    await page.getByRole('link', { name: 'Basechart home' }).click();
    await expect
      .poll(async () => (await recorded(account)).at(-1))
      .toMatchObject({
        kind: 'page',
        body: { pathname: href('projects'), page_title: expect.stringContaining('Projects') },
      });
    await page.goto(href('newOrganization'));
    await expect
      .poll(async () => (await recorded(account)).find(({ kind }) => kind === 'page-leave')?.body)
      .toEqual({
        page_url: `${platform.origin()}${href('projects')}`,
        page_title: expect.stringContaining('Projects'),
        pathname: href('projects'),
      });

    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByLabel('Email').waitFor();
    await expect
      .poll(() => watch.requests().some((request) => new URL(request.url()).pathname === '/api/telemetry/reset'))
      .toBe(true);
  });

  journey('sends a page view that was saved in its place, once', async ({ visitors, platform }) => {
    const visitor = await visitors.open({ storageState: firstVisit });
    const { page, context } = visitor;
    const saved = {
      page_url: 'https://example.com/pricing',
      page_title: 'Pricing',
      pathname: '/pricing',
      ph: { referrer: '', language: 'en', user_agent: 'test', search: '', viewport_height: 1, viewport_width: 1 },
    };
    await context.addCookies([
      { name: cookieName, value: encodeURIComponent(JSON.stringify(saved)), url: platform.origin() },
    ]);
    await page.goto(href('signIn'));
    const sent = page.waitForRequest((request) => request.url().endsWith('/api/telemetry/page'));
    await question(page).getByRole('button', { name: 'Accept' }).click();
    expect((await sent).postDataJSON()).toEqual(saved);
    expect((await context.cookies()).map(({ name }) => name)).not.toContain(cookieName);
  });

  journey(
    'sends the present page where the saved one is broken, and says so in the console',
    async ({ visitors, platform }) => {
      const { page, context, watch } = await visitors.open({ storageState: firstVisit });
      watch.allow(/Could not read the saved page view/);
      await context.addCookies([{ name: cookieName, value: '%7Bbroken', url: platform.origin() }]);
      await page.goto(href('signIn'));
      const sent = page.waitForRequest((request) => request.url().endsWith('/api/telemetry/page'));
      const complaint = page.waitForEvent('console', (message) =>
        message.text().includes('Could not read the saved page view'),
      );
      await question(page).getByRole('button', { name: 'Accept' }).click();
      expect((await sent).postDataJSON()).toMatchObject({ pathname: href('signIn') });
      await complaint;
      expect((await context.cookies()).map(({ name }) => name)).not.toContain(cookieName);
    },
  );

  journey('is not sent by who opted out, and its cookie is deleted', async ({ visitors, platform }) => {
    const visitor = await visitors.open({ storageState: firstVisit });
    const { page, context } = visitor;
    const account = await enrol(platform);
    await context.addCookies([{ name: cookieName, value: 'anything', url: platform.origin() }]);
    await page.goto(href('signIn'));
    await question(page).getByRole('button', { name: 'Opt out' }).click();
    await expect.poll(async () => (await context.cookies()).map(({ name }) => name)).not.toContain(cookieName);
    await signInHere(page, account);
    await page.goto(href('newOrganization'));
    await page.getByRole('button', { name: 'Create organization' }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(told(visitor)).toEqual([]);
    expect(await recorded(account)).toEqual([]);
  });
});
