import type { Locator, Page } from 'playwright-core';
/** A project's home, from an empty project to one that is used. */
import { expect } from 'vitest';
import { href } from '../../../src/router/href.ts';
import { enrolWithProject, enter, readerOf, runSql } from '../../support/accounts.ts';
import { axeViolationsInThemes, horizontalOverflow } from '../../support/browser.ts';
import { journey, opens } from '../../support/journey.ts';

/** By the rail, which opens under the pointer and would cover the cards. */
async function goHome(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Project home' }).click();
  await page.mouse.move(640, 10);
}

const card = (title: string) => `section:has(> header h2:text-is("${title}"))`;

/** Records what moves on a page without the user's doing, from its next address on. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const moved: string[] = [];
    Object.assign(globalThis, { moved });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { sources?: { node?: Node }[] })[])
        for (const { node } of entry.sources ?? [])
          if (node instanceof Element && node.parentElement?.closest('#main')) moved.push(node.outerHTML.slice(0, 160));
    }).observe({ type: 'layout-shift', buffered: true });
  });
const shiftsOf = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => (globalThis as unknown as { moved: string[] }).moved);

journey('a new project says what to do next, and checks each step that is done', async ({ page, platform }) => {
  const { account, ref } = await enrolWithProject(platform, 'Archive', 'Ledgers');
  await enter(page, account, href('project', { ref }));
  const steps = page.locator(card('Next steps')).getByRole('link');
  await expect.poll(() => steps.allTextContents()).toEqual(['Create a table', 'Run a query', 'Connect an app']);
  await page.getByText('No requests yet').waitFor();

  // The example is there to be read before it runs.
  await steps.getByText('Create a table').click();
  const editor = page.getByRole('textbox', { name: 'SQL', exact: true });
  await expect.poll(() => editor.textContent()).toContain('create table notes');
  await editor.click();
  await page.keyboard.press('ControlOrMeta+Enter');
  await page.getByRole('gridcell', { name: 'First note' }).waitFor();

  await goHome(page);
  await expect
    .poll(() => steps.allTextContents())
    .toEqual(['Create a table, done', 'Run a query, done', 'Connect an app']);
  await page
    .locator(card('Tables'))
    .getByRole('row', { name: /^notes/ })
    .waitFor();

  // As an app does, with what the dialog says.
  await steps.getByText('Connect an app').click();
  const dialog = page.getByRole('dialog', { name: 'Connect to Ledgers' });
  await opens(dialog);
  const code = await dialog.getByRole('region', { name: 'JavaScript code' }).textContent();
  const [, url] = /url = '([^']+)'/.exec(code!)!;
  const [, key] = /key = '([^']+)'/.exec(code!)!;
  expect(url).toMatch(/\/rest\/v1\/notes\?select=\*$/);
  expect((await page.request.get(url!, { headers: { apikey: key! } })).status()).toBe(200);
  const address = await page.request.get(url!.split('/rest/')[0]!);
  expect([address.status(), await address.json()]).toEqual([
    200,
    expect.objectContaining({ name: 'Basechart Data API' }),
  ]);

  await page.goto(href('project', { ref }));
  await page.locator(card('API requests')).getByText('in the last 24 hours').waitFor();
  expect(await page.locator(card('API requests')).getByRole('paragraph').textContent()).toContain('1in the last');
  expect(await page.locator(card('Next steps')).count()).toBe(0);
});

journey('a table without a policy leads to an example, after which apps see its rows', async ({ page, platform }) => {
  const { account, ref } = await enrolWithProject(platform, 'Archive', 'Ledgers');
  await enter(page, account, href('sql', { ref }));
  await runSql(page, `create table "Old ledgers" as select 1867 as year;`);
  await page.getByText(/^Completed in/).waitFor();

  await goHome(page);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Connect to Ledgers' });
  await opens(dialog);
  await dialog.getByText('Old ledgers has no policy, so apps see no rows.').waitFor();
  expect(await axeViolationsInThemes(page)).toEqual([]);
  await dialog.getByRole('link', { name: 'Create policy' }).click();
  const editor = page.getByRole('textbox', { name: 'SQL', exact: true });
  await expect.poll(() => editor.textContent()).toContain('on public."Old ledgers"');
  await editor.click();
  await page.keyboard.press('ControlOrMeta+Enter');
  await page.getByText(/^Completed in/).waitFor();

  await goHome(page);
  await page.locator(card('Tables')).getByRole('link', { name: 'Old ledgers' }).click();
  await page.getByText('RLS on, 1 policy', { exact: true }).waitFor();
  expect(await page.getByText('so apps see no rows').count()).toBe(0);
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox', { name: 'Command palette' }).fill('policy');
  await page.getByRole('option', { name: /^Create policy for Old ledgers/ }).click();
  await expect.poll(() => editor.textContent()).toContain('on public."Old ledgers"');
});

journey('a table and a query of the home lead to a query in the editor', async ({ page, platform }) => {
  const { account, ref } = await enrolWithProject(platform, 'Archive', 'Ledgers');
  await enter(page, account, href('sql', { ref }));
  await runSql(page, 'create table "Old ledgers" as select 1867 as year;');
  await page.getByText(/^Completed in/).waitFor();
  const query = page.url();

  await goHome(page);
  await page.locator(card('Tables')).getByRole('link', { name: 'Old ledgers' }).click();
  await page.getByRole('grid', { name: 'Rows of Old ledgers' }).getByText('1867').waitFor();
  await page.getByText('Row level security is on without a policy, so apps see no rows.').waitFor();
  await page.getByRole('button', { name: 'Actions for Old ledgers' }).click();
  await page.getByRole('menuitem', { name: 'Query in SQL editor' }).click();
  const editor = page.getByRole('textbox', { name: 'SQL', exact: true });
  await expect.poll(() => editor.textContent()).toBe('select * from public."Old ledgers" limit 100;');
  expect(page.url()).not.toBe(query);
  await editor.click();
  await page.keyboard.press('ControlOrMeta+Enter');
  await page.getByRole('gridcell', { name: '1867' }).waitFor();

  // The browser knows which query was run: it opens, with its result.
  await goHome(page);
  await page
    .locator(card('Recent queries'))
    .getByRole('link', { name: /^create table/ })
    .click();
  await page.waitForURL(query);
  await page.getByText(/^Completed in/).waitFor();
});

journey(
  'a query that is running when the home opens ends there, and one that just began is there',
  async ({ page, platform, watch }) => {
    // The tables of a database that is busy with one query come late.
    watch.allow(/answer 504 to GET .*\/database\/tables/, /Failed to load resource/);
    const { account, ref } = await enrolWithProject(platform, 'Archive', 'Ledgers');
    await enter(page, account, href('project', { ref }));
    const queries = page.locator(card('Recent queries'));
    await queries.getByText('No queries yet').waitFor();
    const seenRunning = async (sql: string) => {
      await runSql(page, sql);
      await page.getByRole('button', { name: 'Cancel' }).waitFor();
    };

    // By the rail: the history that was read before does not hide it.
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'SQL editor' }).click();
    const accepted = page.waitForResponse(
      (response) => response.request().method() === 'POST' && response.url().endsWith('/database/query'),
    );
    await seenRunning("select pg_sleep(3), 'rail' as way;");
    await accepted;
    await goHome(page);
    const row = queries.getByRole('row', { name: /pg_sleep/ });
    await row.filter({ hasText: 'Running' }).waitFor();
    await row.filter({ hasText: 'Succeeded' }).waitFor();
    await row.filter({ hasText: /\d s/ }).waitFor();

    // By its address: nobody is left who knows of the run but the server.
    await page.goto(href('sql', { ref }));
    await seenRunning("select pg_sleep(6), 'address' as way;");
    await page.goto(href('project', { ref }));
    const second = queries.getByRole('row', { name: /address/ });
    await second.filter({ hasText: 'Running' }).waitFor();
    await second.filter({ hasText: 'Succeeded' }).waitFor();
  },
);

journey('nothing moves while the home loads, new or used, at any width', async ({ page, platform }) => {
  const { account, ref } = await enrolWithProject(platform, 'Archive', 'Ledgers');
  await watchShifts(page);
  const expectStill = async (loaded: () => Promise<unknown>) => {
    for (const width of [1440, 1024, 390]) {
      await page.setViewportSize({ width, height: 900 });
      // Each read a moment after the one before, so that each has a frame of its own.
      let turn = Promise.resolve();
      await page.route(`**/platform/projects/${ref}/**`, async (route) => {
        const before = turn;
        const { promise, resolve } = Promise.withResolvers<void>();
        turn = promise;
        await before;
        await route.continue();
        await page.evaluate(() => new Promise(requestAnimationFrame));
        resolve();
      });
      await page.goto(href('project', { ref }));
      await loaded();
      await page.getByText('No requests yet').waitFor();
      await page.locator(card('Danger zone')).waitFor();
      await turn;
      await page.unroute(`**/platform/projects/${ref}/**`);
      expect(await shiftsOf(page), `${width} px`).toEqual([]);
      expect(await horizontalOverflow(page), `${width} px`).toBeNull();
      const low = await page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>('#main :is(a, button, label, select)')]
          .filter((element) => element.offsetWidth > 0)
          .map((element) => ({
            height: (element.closest('tr, li') ?? element).getBoundingClientRect().height,
            element,
          }))
          .filter(({ height }) => height < 40)
          .map(({ element }) => element.outerHTML.slice(0, 160)),
      );
      if (width === 390) expect(low).toEqual([]);
      // A link of a table is as large as its row.
      const missed = await page.evaluate(
        () =>
          [...document.querySelectorAll('#main tbody tr:has(a)')].filter((row) => {
            row.scrollIntoView({ block: 'center' });
            const { left, right, top, bottom } = row.getBoundingClientRect();
            return [left + 2, right - 2].some((x) =>
              [top + 2, bottom - 2].some((y) => document.elementFromPoint(x, y)?.closest('a') == null),
            );
          }).length,
      );
      expect(missed, `${width} px`).toBe(0);
      const [steps, size, danger] = await Promise.all(
        ['Next steps', 'Database size', 'Danger zone'].map((title) => page.locator(card(title)).boundingBox()),
      );
      // What a newcomer does next comes first, and before what destroys it: above it, or on its left.
      expect(steps!.y, `${width} px`).toBeLessThan(size!.y);
      expect(steps!.y < danger!.y || steps!.x < danger!.x, `${width} px`).toBe(true);
    }
  };
  await enter(page, account, href('accountProfile'));
  await page.waitForLoadState('networkidle');
  await expectStill(() => page.locator(card('Next steps')).getByRole('link', { name: 'Run a query' }).waitFor());

  await page.goto(href('sql', { ref }));
  await runSql(page, 'create table ledgers as select 1867 as year;');
  await page.getByText(/^Completed in/).waitFor();
  const row = page.locator(card('Tables')).getByRole('row', { name: /^ledgers/ });
  await expectStill(async () => {
    await row.waitFor();
    await page.locator(card('Next steps')).waitFor();
  });
  // On the phone, the one query that was run leaves no empty place for four others.
  await page
    .locator(card('Recent queries'))
    .getByRole('link', { name: /^create table/ })
    .waitFor();
  const [tables, queries] = await Promise.all(
    ['Tables', 'Recent queries'].map((title) => page.locator(card(title)).boundingBox()),
  );
  expect(queries!.height).toBeLessThan(tables!.height - 100);
});

journey('a project that is late moves nothing that is seen, whatever its status', async ({ page, platform }) => {
  const { account, ref } = await enrolWithProject(
    platform,
    'Archive',
    'Warehouse of the northern distribution and delivery department A',
  );
  await watchShifts(page);
  await enter(page, account, href('accountProfile'));
  const titles = ['Next steps', 'Database size', 'API requests', 'Tables', 'Recent queries'];
  const places = () => Promise.all(titles.map((title) => page.locator(card(title)).boundingBox()));
  for (const width of [1440, 700, 390])
    for (const change of [{ status: 'ACTIVE_UNHEALTHY' }, { postgrestStatus: 'OFFLINE' }, {}]) {
      const what = `${width} px, ${JSON.stringify(change)}`;
      await page.setViewportSize({ width, height: 900 });
      const held = Promise.withResolvers<void>();
      const isProject = ({ pathname }: URL) => pathname.endsWith(`/platform/projects/${ref}`);
      await page.route(isProject, async (route) => {
        await held.promise;
        const response = await route.fetch();
        await route.fulfill({ response, json: { ...((await response.json()) as object), ...change } });
      });
      await page.goto(href('project', { ref }));
      await expect.poll(() => page.locator(card('Next steps')).isVisible()).toBe(true);
      await page.getByText('No queries yet').waitFor();
      const before = await places();
      held.resolve();
      await page.getByRole('complementary', { name: 'About this project' }).getByText(ref).waitFor();
      if (change.status !== undefined) await page.getByText('This project is unhealthy').first().waitFor();
      await page.waitForLoadState('networkidle');
      expect(await places(), what).toEqual(before);
      expect(await shiftsOf(page), what).toEqual([]);
      await page.unroute(isProject);
    }
});

journey('a database that is unavailable is explained before anything else', async ({ page, platform }) => {
  const { account, ref } = await enrolWithProject(platform, 'Archive', 'Ledgers');
  await watchShifts(page);
  await page.route(
    ({ pathname }) => pathname.endsWith(`/platform/projects/${ref}`),
    async (route) => {
      const response = await route.fetch();
      const project = (await response.json()) as object;
      await route.fulfill({ response, json: { ...project, status: 'ACTIVE_UNHEALTHY' } });
    },
  );
  await enter(page, account, href('accountProfile'));
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(href('project', { ref }));
    const why = page.getByRole('heading', { level: 2 }).first();
    await page.getByText('This project is unhealthy').first().waitFor();
    await page.waitForLoadState('networkidle');
    expect(await why.textContent()).toBe('This project is unhealthy');
    expect(await page.locator(card('Next steps')).count()).toBe(0);
    expect(await shiftsOf(page), `${width} px`).toEqual([]);
    expect(await horizontalOverflow(page), `${width} px`).toBeNull();
  }
});

journey('steps that are known late move nothing that is seen already', async ({ page, platform }) => {
  const { account, ref } = await enrolWithProject(platform, 'Archive', 'Ledgers');
  await watchShifts(page);
  await enter(page, account, href('sql', { ref }));
  await runSql(page, 'select 1867 as year;');
  await page.getByRole('gridcell', { name: '1867' }).waitFor();
  const keys = await account.request<{ url: string; anon: string }>('GET', `/platform/projects/${ref}/api-keys`);
  await page.request.get(`${keys.url}/rest/v1/none`, { headers: { apikey: keys.anon } });
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    const held = Promise.withResolvers<void>();
    await page.route(`**/platform/projects/${ref}/database/tables*`, async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto(href('project', { ref }));
    await expect.poll(() => page.locator(card('Tables')).isVisible()).toBe(true);
    expect(await page.locator(card('Next steps')).count()).toBe(0);
    const before = await page.locator(card('Danger zone')).boundingBox();
    held.resolve();
    await page.locator(card('Next steps')).getByRole('link', { name: 'Create a table' }).waitFor();
    expect(await page.locator(card('Danger zone')).boundingBox(), `${width} px`).toEqual(before);
    expect(await shiftsOf(page), `${width} px`).toEqual([]);
    expect(await horizontalOverflow(page), `${width} px`).toBeNull();
    await page.unroute(`**/platform/projects/${ref}/database/tables*`);
  }
});

journey(
  'a database that does not answer leaves its details and actions in reach, at any width',
  async ({ page, platform }) => {
    const { account, ref } = await enrolWithProject(platform, 'Archive', 'Ledgers');
    const held = Promise.withResolvers<void>();
    await page.route(`**/platform/projects/${ref}/database/tables*`, async (route) => {
      await held.promise;
      await route.continue();
    });
    await enter(page, account, href('project', { ref }));
    const about = page.getByRole('complementary', { name: 'About this project' });
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await page.reload();
      await about.getByText(ref).waitFor();
      await page.getByRole('status', { name: 'Loading the tables' }).waitFor();
      await about.getByRole('button', { name: 'Restart' }).click();
      const dialog = page.getByRole('alertdialog');
      await opens(dialog);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
      expect(await axeViolationsInThemes(page), `${width} px`).toEqual([]);
    }
    held.resolve();
    await page.locator(card('Next steps')).waitFor();
    const [steps, danger] = await Promise.all(
      ['Next steps', 'Danger zone'].map((title) => page.locator(card(title)).boundingBox()),
    );
    expect(steps!.y).toBeLessThan(danger!.y);
  },
);

journey('the Connect dialog is read in every theme, and its choice survives a reload', async ({ page, platform }) => {
  const { account, ref } = await readerOf(platform);
  await enter(page, account, href('project', { ref }));
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Connect to Orders' });
  await opens(dialog);
  const language = dialog.getByLabel('Language or framework');
  // The next choice is where this one was, however long the code is.
  for (const [width, height] of [
    [390, 844],
    [700, 1100],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await language.selectOption('JavaScript');
    await dialog.getByRole('region', { name: 'JavaScript code' }).waitFor();
    const before = await language.boundingBox();
    for (const name of ['curl', 'Python']) {
      await language.selectOption(name);
      await dialog.getByRole('region', { name: `${name} code` }).waitFor();
      expect(await language.boundingBox(), `${width} × ${height}, ${name}`).toEqual(before);
    }
  }
  await language.selectOption('Rust');
  await page.reload();
  const code = dialog.getByRole('region', { name: 'src/main.rs' });
  await code.locator('span').first().waitFor();
  // A long line ends before the button that copies it.
  const [text, copy] = await Promise.all([
    code.boundingBox(),
    dialog.getByRole('button', { name: 'Copy src/main.rs' }).boundingBox(),
  ]);
  expect(text!.x + text!.width).toBeLessThanOrEqual(copy!.x);
  expect(await axeViolationsInThemes(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  expect(new URL(page.url()).search).toBe('');
  expect(await axeViolationsInThemes(page)).toEqual([]);
});

journey('a long name leaves room for what is beside it, and is in full in its tooltip', async ({ page, platform }) => {
  const name = 'Warehouse of the northern distribution and delivery department A';
  const { account, ref } = await enrolWithProject(platform, 'Acme Holdings', name);
  await page.setViewportSize({ width: 1024, height: 800 });
  await enter(page, account, href('project', { ref }));
  const heading = page.getByRole('heading', { level: 1, name });
  await heading.waitFor();
  await heading.hover();
  await page.getByText(name, { exact: true }).and(page.locator('[popover] *')).waitFor();
  const topOf = async (element: Locator) => (await element.boundingBox())!.y;
  const connect = page.getByRole('button', { name: 'Connect', exact: true });
  expect(Math.abs((await topOf(connect)) - (await topOf(heading)))).toBeLessThan(20);
  const isCut = (text: string) =>
    page
      .getByRole('navigation', { name: 'Breadcrumb' })
      .getByText(text, { exact: true })
      .evaluate(({ parentElement }) => parentElement!.scrollWidth > parentElement!.clientWidth);
  expect(await isCut(name)).toBe(true);
  expect(await isCut('Acme Holdings')).toBe(false);
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await horizontalOverflow(page)).toBeNull();
  }
});
