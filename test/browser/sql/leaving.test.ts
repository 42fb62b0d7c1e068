import type { Page } from 'playwright-core';
import { expect } from 'vitest';
/** A query that is left right after it was edited: the server has what was typed. */
import { href } from '../../../src/router/href.ts';
import { enrolWithProject, enter, typeSql } from '../../support/accounts.ts';
import { journey } from '../../support/journey.ts';

const sqlField = (page: Page) => page.getByRole('textbox', { name: 'SQL', exact: true });
const queriesOf = (page: Page) => page.getByRole('navigation', { name: 'Queries' });
const hasText = async (page: Page, text: string): Promise<void> => {
  await expect.poll(() => sqlField(page).textContent()).toBe(text);
};

journey(
  'an edit made just before another query is opened is what another browser opens',
  async ({ page, platform, visitors }) => {
    const { account, ref } = await enrolWithProject(platform, 'Observatory', 'Comets');
    await enter(page, account, href('sql', { ref }));
    await typeSql(page, 'select 42 as quick');
    await page.getByText('Saved', { exact: true }).waitFor();
    const address = new URL(page.url()).pathname;
    await queriesOf(page).getByRole('button', { name: 'New query' }).click();
    await expect.poll(() => new URL(page.url()).pathname).not.toBe(address);
    await queriesOf(page).getByRole('link', { name: /quick/ }).click();
    await hasText(page, 'select 42 as quick');

    await typeSql(page, 'select 43 as slow');
    await sqlField(page).press('ControlOrMeta+Enter');
    await queriesOf(page).getByRole('button', { name: 'New query' }).click();
    // The list follows, and the query is no draft of this browser.
    const listed = queriesOf(page).getByRole('link', { name: /slow/ });
    await listed.waitFor();
    expect(await listed.textContent()).not.toContain('Draft');

    const { page: elsewhere } = await visitors.open();
    await enter(elsewhere, account, address);
    await hasText(elsewhere, 'select 43 as slow');
    await sqlField(elsewhere).press('ControlOrMeta+End');
    await elsewhere.keyboard.type(', 44');
    await elsewhere.getByText('Saved', { exact: true }).waitFor();

    // Nothing that was kept here stands against the other browser's text.
    await listed.click();
    await hasText(page, 'select 43 as slow, 44');
    await expect(page.getByText(/^Conflicting changes to/).count()).resolves.toBe(0);

    // The same where the editor itself is left, and where the tab is closed.
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.type(', 45');
    await page.getByRole('link', { name: 'Table editor' }).first().click();
    const saved = () =>
      account.request<{ sql: string }>('GET', `/platform/projects/${ref}/snippets/${address.split('/').at(-1)!}`);
    await expect.poll(async () => (await saved()).sql).toBe('select 43 as slow, 44, 45');
    await page.goto(address);
    await hasText(page, 'select 43 as slow, 44, 45');
    await sqlField(page).press('ControlOrMeta+End');
    await page.keyboard.type(', 46');
    await page.close({ runBeforeUnload: true });
    await expect.poll(async () => (await saved()).sql).toBe('select 43 as slow, 44, 45, 46');
  },
);

journey(
  'a text that the server does not take when its query is left stays on this computer',
  async ({ page, platform, visitor }) => {
    const { account, ref } = await enrolWithProject(platform, 'Observatory', 'Comets');
    await enter(page, account, href('sql', { ref }));
    await typeSql(page, 'select 1 as kept');
    await page.getByText('Saved', { exact: true }).waitFor();
    await visitor.context.route('**/snippets/*', (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({ status: 500, json: { code: 500, message: 'Not now.', request_id: 'r1' } })
        : route.continue(),
    );
    visitor.watch.allow(/answer 500 to PUT .*snippets/, /Failed to load resource/);
    const refused = page.waitForResponse((response) => response.status() === 500);
    await typeSql(page, 'select 2 as kept');
    await queriesOf(page).getByRole('button', { name: 'New query' }).click();
    await refused;
    await visitor.context.unroute('**/snippets/*');
    await queriesOf(page).getByRole('link', { name: /kept/ }).click();
    await hasText(page, 'select 2 as kept');
    await page.getByText('Saved', { exact: true }).waitFor();
  },
);

journey(
  'the list that was chosen beside the editor is there after the page is left at once',
  async ({ page, platform }) => {
    const { account, ref } = await enrolWithProject(platform, 'Observatory', 'Comets');
    await enter(page, account, href('sql', { ref }));
    const list = (name: string) =>
      page.getByRole('group', { name: 'Sidebar' }).getByRole('button', { name, exact: true });
    const isChosen = async (name: string): Promise<void> => {
      await expect.poll(() => list(name).getAttribute('aria-pressed')).toBe('true');
    };
    await list('Tables').click();
    await page.reload();
    await isChosen('Tables');
    await list('Queries').click();
    await page.getByRole('link', { name: 'Table editor' }).first().click();
    await page.getByRole('link', { name: 'SQL editor' }).first().click();
    await isChosen('Queries');
  },
);

journey(
  'what became of a run that was left is said after each reload, although its result is gone',
  async ({ page, platform, visitor }) => {
    const { account, ref } = await enrolWithProject(platform, 'Observatory', 'Comets');
    await enter(page, account, href('sql', { ref }));
    await typeSql(page, 'select pg_sleep(2) as comet');
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.keyboard.press('ControlOrMeta+Enter');
    await page.getByRole('button', { name: 'Cancel', exact: true }).waitFor();
    await visitor.context.route('**/database/query/*', (route) =>
      route.fulfill({ status: 404, json: { code: 404, message: 'Not stored.', request_id: 'r1' } }),
    );
    visitor.watch.allow(/answer 404 to GET .*database\/query/, /Failed to load resource/);
    await page.reload();
    await page.getByText('Connection lost while the query was running').waitFor();
    const known = page.getByText('Connection lost, but the query completed');
    await known.waitFor();
    await page.reload();
    await known.waitFor();
    await sqlField(page).press('ControlOrMeta+Enter');
    await page.getByRole('tab', { name: /^Result/ }).waitFor();
    await expect(known.count()).resolves.toBe(0);
  },
);
