import type { Page } from 'playwright-core';
/** A project's life after it has come up, and what one sees of what is not one's own. */
import { expect } from 'vitest';
import { href } from '../../../src/router/href.ts';
import { pages } from '../../../src/router/pages.ts';
import {
  enrolWithProject,
  createOrganization,
  enrol,
  enter,
  makeOrganization,
  makeProject,
  runSql,
  readerOf,
} from '../../support/accounts.ts';
import { isAt } from '../../support/addresses.ts';
import type { Platform } from '../../support/browser.ts';
import { journey } from '../../support/journey.ts';

/** Opens the form of a new project of a new user, fills it in and lets no time pass in the page from then on. */
async function fillInNewProject(page: Page, platform: Platform): Promise<void> {
  const account = await enrol(platform);
  const { slug } = await makeOrganization(account, 'Archive');
  await enter(page, account, href('newProject', { slug }));
  await page.getByLabel('Name', { exact: true }).fill('Ledgers');
  await page.clock.install();
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
}

/** The paths of the pages that the user has seen. */
function visitedIn(page: Page): () => readonly string[] {
  const visited: string[] = [];
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) visited.push(new URL(frame.url()).pathname.replace(/[a-z]{20}/, ':ref'));
  });
  return () => visited;
}

journey('a new project’s home opens as soon as the server says that it is ready', async ({ page, platform }) => {
  await fillInNewProject(page, platform);
  const visited = visitedIn(page);
  const asked: string[] = [];
  page.on('request', (request) => {
    const [, path] = /\/platform\/(projects.*)/.exec(new URL(request.url()).pathname) ?? [];
    if (path !== undefined) asked.push(`${request.method()} ${path.replace(/[a-z]{20}/, '{ref}')}`);
  });
  // No timer of the page can bring the news.
  await page.getByRole('button', { name: 'Create project' }).click();
  await page.getByRole('heading', { name: 'Ledgers', level: 1 }).waitFor();
  expect(visited()).toEqual([pages.project.path]);
  expect(asked.slice(0, 2)).toEqual(['POST projects', 'GET projects/{ref}/feed']);
  expect(asked).not.toContain('GET projects/{ref}');
});

journey('the setup of a project that is not ready in time is shown until it is', async ({ page, platform }) => {
  await fillInNewProject(page, platform);
  const visited = visitedIn(page);
  const held = Promise.withResolvers<void>();
  await page.route('**/feed', async (route) => {
    await held.promise;
    await route.continue();
  });
  const following = page.waitForRequest('**/feed');
  await page.getByRole('button', { name: 'Create project' }).click();
  await following;
  await page.clock.runFor(1_499);
  expect(visited()).toEqual([]);
  await page.clock.runFor(1);
  await page.getByRole('list').filter({ hasText: 'Start Postgres' }).waitFor();
  held.resolve();
  await page.getByRole('heading', { name: 'Ledgers', level: 1 }).waitFor();
  await page.waitForURL(isAt('project'));
  expect(visited()).toEqual([pages.projectSetup.path, pages.project.path]);
});

const question = (page: Page) => page.getByRole('alertdialog').or(page.getByRole('dialog'));

/** From the home page of a project. */
async function pause(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Pause' }).click();
  await question(page).getByRole('button', { name: 'Pause project' }).click();
}

journey('a project is paused, says so everywhere, and comes back with its data', async ({ page, platform, watch }) => {
  // The editor asks for the tables of a database that is away.
  watch.allow(/answer 409 to GET .*\/database\/catalog/);
  const { account, ref } = await enrolWithProject(platform, 'Archive', 'Ledgers');
  await enter(page, account, href('sql', { ref }));
  await runSql(page, 'create table ledgers as select 1867 as year;');
  await page.getByText(/^Completed in/).waitFor();

  await page.goto(href('project', { ref }));
  await page.getByRole('main').getByText('ledgers', { exact: true }).first().waitFor();
  await pause(page);
  await page.getByText('This project is paused').waitFor();
  await page.goto(href('sql', { ref }));
  await page.getByText('This project is paused').waitFor();
  await page.goto(href('projects'));
  await expect.poll(() => page.getByRole('row', { name: /Ledgers/ }).textContent()).toContain('Paused');

  await page.goto(href('project', { ref }));
  await page.getByRole('button', { name: 'Restore project' }).click();
  await page.getByRole('link', { name: 'Open SQL editor' }).click();
  // The last run is there again.
  await page.getByText(/^Completed in/).waitFor();
  await runSql(page, 'select year from ledgers;');
  await page.getByRole('gridcell', { name: '1867' }).waitFor();
});

journey(
  'a project’s status goes along from page to page, and another project shows its own',
  async ({ page, platform, watch }) => {
    // The editor asks for the tables of a database that is away.
    watch.allow(/answer 409 to GET .*\/database\/catalog/);
    const account = await enrol(platform);
    const organization = await makeOrganization(account, 'Archive');
    const { ref } = await makeProject(account, organization, 'Ledgers');
    await makeProject(account, organization, 'Scratch');
    await enter(page, account, href('project', { ref }));
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    const reads: string[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).pathname.endsWith(`/platform/projects/${ref}`)) reads.push(request.method());
    });
    const rail = page.getByRole('navigation', { name: 'Main' });
    await rail.getByRole('link', { name: 'SQL editor' }).click();
    await page.getByRole('textbox', { name: 'SQL' }).waitFor();
    await rail.getByRole('link', { name: 'Project home' }).click();
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    expect(reads).toEqual([]);

    // What the home page began, the editor follows to its end.
    await pause(page);
    await page.getByRole('heading', { name: /^This project is (?:being )?paused$/ }).waitFor();
    await rail.getByRole('link', { name: 'SQL editor' }).click();
    await page.getByRole('heading', { name: 'This project is paused' }).waitFor();

    const palette = page.getByRole('dialog', { name: 'Command palette' });
    const take = async (words: string, command: string) => {
      await page.keyboard.press('ControlOrMeta+k');
      await palette.getByRole('combobox').fill(words);
      await palette.getByRole('option', { name: command }).first().click();
      await palette.waitFor({ state: 'hidden' });
    };
    await take('Scratch', 'Scratch');
    await page.getByRole('heading', { name: 'Scratch', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    expect(await page.getByText('This project is paused').count()).toBe(0);
    await take('Ledgers', 'Ledgers');
    await page.getByRole('heading', { name: 'This project is paused' }).waitFor();

    // The palette, which belongs to no page, commands the project of the page.
    await take('Restore', 'Restore project');
    await page.getByRole('link', { name: 'Open SQL editor' }).waitFor();
  },
);

journey('a project is deleted only by its name, and is gone', async ({ page, platform, watch }) => {
  // The home may still be reading its tables.
  watch.allow(/answer (?:404|409|503) to GET .*\/database\/tables/);
  const { account, ref } = await enrolWithProject(platform, 'Archive', 'Scratch');
  await enter(page, account, href('project', { ref }));
  await page.getByRole('button', { name: 'Delete project' }).click();
  const dialog = question(page);
  const confirm = dialog.getByRole('button', { name: 'Delete project' });
  await expect.poll(() => confirm.isDisabled()).toBe(true);
  await dialog.getByRole('textbox').fill('Scratch');
  await confirm.click();
  await page.waitForURL(isAt('projects'));
  await expect.poll(() => page.getByRole('row', { name: /Scratch/ }).count()).toBe(0);
  // The button that had the focus is gone; the keyboard goes on in the page.
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN');
});

journey('an address that names nothing says so', async ({ page, platform }) => {
  await enter(page, (await readerOf(platform)).account, '/no/such/page');
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Projects' }).waitFor();
  await page.getByRole('button', { name: 'Account' }).waitFor();
  await page.getByRole('link', { name: 'Back to dashboard' }).click();
  await page.waitForURL(isAt('projects'));
});

journey('somebody else’s project is no project, and one is brought to one’s own', async ({ page, platform, watch }) => {
  watch.allow(/answer 404 to GET .*\/projects\//);
  const owner = await enrol(platform);
  const { ref } = await makeProject(owner, await makeOrganization(owner, 'Secrets'), 'Vault');
  await enter(page, await enrol(platform));
  for (const path of [
    href('project', { ref }),
    href('sql', { ref }),
    href('project', { ref: 'abcdefghijklmnopqrst' }),
  ]) {
    await page.goto(path);
    await page.waitForURL(isAt('projects'));
    await page.getByText('This project does not exist').waitFor();
  }
  await expect(page.getByText('Vault').count()).resolves.toBe(0);
});

journey('a dot in a project’s name is explained while it is typed', async ({ page, platform }) => {
  const account = await enrol(platform);
  const { slug } = await makeOrganization(account, 'Archive');
  await enter(page, account, href('newProject', { slug }));
  const name = page.getByRole('textbox', { name: 'Name' });
  await name.pressSequentially('Ledgers v1.2');
  await expect(name.inputValue()).resolves.toBe('Ledgers v1.2');
  await page.getByText('The project will be called “Ledgers v12”.').waitFor();
  await page.getByRole('button', { name: 'Create project' }).click();
  await page.getByRole('heading', { name: 'Ledgers v12', level: 1 }).waitFor();
});

journey(
  'what is made or deleted in one tab is so in the other, without loading it anew',
  async ({ page, platform, visitor }) => {
    const { account, ref } = await enrolWithProject(platform, 'Archive', 'Scratch');
    await enter(page, account);
    await page.getByRole('link', { name: 'Scratch' }).waitFor();
    const other = await visitor.context.newPage();
    await createOrganization(other, 'Annex');
    await page.getByText('Annex has no projects yet').waitFor();

    await other.goto(href('project', { ref }));
    // A read that the deletion overtakes is refused, and this journey is not about it.
    await other.getByText('No tables yet').waitFor();
    await other.getByRole('button', { name: 'Delete project' }).click();
    const dialog = other.getByRole('alertdialog').or(other.getByRole('dialog'));
    await dialog.getByRole('textbox').fill('Scratch');
    await dialog.getByRole('button', { name: 'Delete project' }).click();
    await page.getByText('Archive has no projects yet').waitFor();
  },
);

journey('a search is there again on the way back from what it found', async ({ page, platform }) => {
  const account = await enrol(platform);
  const organization = await makeOrganization(account, 'Archive');
  await makeProject(account, organization, 'Ledgers');
  await makeProject(account, organization, 'Scratch');
  await enter(page, account);
  const search = page.getByLabel('Search projects');
  await search.pressSequentially('ledg');
  await page.getByRole('link', { name: 'Scratch' }).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Ledgers' }).click();
  await page.getByRole('link', { name: 'Open SQL editor' }).waitFor();
  await page.goBack();
  await page.getByRole('link', { name: 'Open SQL editor' }).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Ledgers' }).waitFor();
  await expect
    .poll(async () => [await search.inputValue(), new URL(page.url()).search])
    .toEqual(['ledg', '?search=ledg']);
  expect(await page.getByRole('link', { name: 'Scratch' }).count()).toBe(0);
});

journey('a project of the list is opened anywhere on its row, but on its menu', async ({ page, platform }) => {
  const { account, ref } = await readerOf(platform);
  await enter(page, account);
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    const row = page.getByRole('row').filter({ has: page.locator(`a[href="/project/${ref}"]`) });
    await row.waitFor();
    const missed = await row.evaluate(
      (element, address) => {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        return [
          [left + 4, top + 4],
          [left + 4, bottom - 4],
          [(left + right) / 2, (top + bottom) / 2],
          // The last cell is the menu's.
          [right - 80, bottom - 4],
        ].filter(([x, y]) => document.elementFromPoint(x!, y!)?.closest('a')?.getAttribute('href') !== address);
      },
      href('project', { ref }),
    );
    expect(missed, `${width} px`).toEqual([]);
    await row.getByRole('button', { name: /^Actions for/ }).click();
    await page.getByRole('menuitem', { name: 'Copy reference' }).waitFor();
    await page.keyboard.press('Escape');
  }
});
