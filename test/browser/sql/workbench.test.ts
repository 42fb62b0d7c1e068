import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
/** What stands around the text of a query: its title, the tables beside it, its results and their menus. */
import { href } from '../../../src/router/href.ts';
import {
  enrol,
  enrolWithProject,
  enter,
  makeOrganization,
  makeProject,
  runSql,
  typeSql,
} from '../../support/accounts.ts';
import { axeViolations, axeViolationsInThemes } from '../../support/browser.ts';
import { journey, opens } from '../../support/journey.ts';

const products = `create table products (id int primary key, name text, price numeric(10, 2));
insert into products select n, 'Product ' || n, n * 1.5 from generate_series(1, 40) n;
select * from products order by id;`;

const nodeOf = (tree: Page | Locator, text: string) => tree.locator(`[aria-description='Insert ${text}']`);

journey(
  'a result is sorted, filtered and narrowed from its menus, by pointer and by key',
  async ({ page, platform }) => {
    const { account, ref } = await enrolWithProject(platform, 'Observatory', 'Comets');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await enter(page, account, href('sql', { ref }));
    await runSql(page, products);
    const grid = page.getByRole('grid', { name: 'Result 3' });
    const firstName = () => grid.getByRole('row').nth(1).getByRole('gridcell').nth(1).textContent();
    await grid.getByRole('gridcell', { name: 'Product 1', exact: true }).waitFor();

    await grid.getByRole('columnheader', { name: /^name/ }).hover();
    await grid.locator('[data-menu="1"]').click();
    await page.getByRole('menuitem', { name: 'Sort descending' }).click();
    await expect.poll(firstName).toBe('Product 9');
    // The keyboard is where it was, and has the same menu.
    await expect.poll(() => grid.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Alt+ArrowDown');
    await opens(page.getByRole('menu', { name: 'Column name' }));
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const filter = page.getByRole('textbox', { name: 'Filter name' });
    await expect.poll(() => filter.evaluate((element) => element === document.activeElement)).toBe(true);
    // Its focus ring is wide: the word before it stays clear of it.
    const gap = await filter.evaluate((field) => {
      const word = document.createRange();
      word.selectNode(field.previousSibling!);
      return field.getBoundingClientRect().left - word.getBoundingClientRect().right;
    });
    expect(gap).toBeGreaterThanOrEqual(8);
    await page.keyboard.type('ct 1');
    await page.getByText('11 of 40 rows').waitFor();
    expect(await filter.inputValue()).toBe('ct 1');
    await expect.poll(firstName).toBe('Product 19');
    // Other rows are now where these are selected.
    await grid.getByRole('gridcell', { name: 'Product 19', exact: true }).click();
    await grid.getByRole('gridcell', { name: 'Product 17', exact: true }).click({ modifiers: ['Shift'] });
    await page.getByText('3 rows × 1 column selected').waitFor();
    await filter.fill('ct 13');
    await page.getByText('1 of 40 rows').waitFor();
    await page.getByText(/selected$/).waitFor({ state: 'detached' });
    await grid.getByRole('gridcell', { name: 'Product 13', exact: true }).click({ button: 'right' });
    await page.getByRole('menu', { name: 'Cell' }).getByText('Copy', { exact: true }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('Product 13');
    await filter.fill('ct 2');

    await grid.getByRole('gridcell', { name: 'Product 21', exact: true }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Filter by this value' }).click();
    await page.getByText('1 of 40 rows').waitFor();
    expect(await axeViolationsInThemes(page)).toEqual([]);
    await page.getByRole('button', { name: 'Reset' }).click();
    await expect.poll(firstName).toBe('Product 1');
  },
);

journey(
  'a filter stays when the query runs again, until its statement or its columns change',
  async ({ page, platform }) => {
    const { account, ref } = await enrolWithProject(platform, 'Observatory', 'Comets');
    await enter(page, account, href('sql', { ref }));
    await runSql(page, "select n, 'comet ' || n as name from generate_series(1, 20) n;");
    const grid = page.getByRole('grid', { name: 'Result 1' });
    await grid.getByRole('columnheader', { name: /^name/ }).hover();
    await grid.locator('[data-menu="1"]').click();
    await page.getByRole('menuitem', { name: 'Filter…' }).click();
    await page.getByRole('textbox', { name: 'Filter name' }).fill('comet 1');
    await page.getByText('11 of 20 rows').waitFor();
    await runSql(page, "select n, 'comet ' || n as name from generate_series(1, 30) n;");
    await page.getByText('11 of 30 rows').waitFor();
    expect(await page.getByRole('textbox', { name: 'Filter name' }).inputValue()).toBe('comet 1');
    await runSql(page, "select n, 'meteor ' || n as name from generate_series(1, 30) n where n > 0;");
    await page.getByText(/^30 rows in/).waitFor();
    await expect(page.getByRole('textbox', { name: 'Filter name' }).count()).resolves.toBe(0);
    await runSql(page, 'select n, n * 2 as name from generate_series(1, 30) n;');
    await grid.getByRole('gridcell', { name: '20', exact: true }).waitFor();
    await expect(page.getByRole('textbox', { name: 'Filter name' }).count()).resolves.toBe(0);
  },
);

journey(
  'tables stand beside the query, and their names go into it by click and by drag',
  async ({ page, platform }) => {
    const { account, ref } = await enrolWithProject(platform, 'Observatory', 'Comets');
    await enter(page, account, href('sql', { ref }));
    const editor = page.getByRole('textbox', { name: 'SQL', exact: true });
    await runSql(page, 'create table "Order items" (id int primary key, amount numeric);');
    await page.getByText(/^Completed in/).waitFor();
    // A query that has no name is called by what it does, also in the list after a reload.
    await expect.poll(() => page.title()).toContain('Order items: create table');
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.reload();
    await page.getByRole('link', { name: /^Order items: create table/ }).waitFor();

    await page.getByRole('button', { name: 'Tables' }).click();
    await page.getByRole('button', { name: 'Expand Order items' }).click();
    expect(await axeViolations(page, 'colors', 'aside')).toEqual([]);
    await typeSql(page, 'select ');
    await nodeOf(page, 'amount').click();
    await page.keyboard.type(' from ');
    await nodeOf(page, '"Order items"').click();
    await expect.poll(() => editor.textContent()).toBe('select amount from "Order items"');
    await nodeOf(page, 'id').dragTo(editor, { targetPosition: { x: 40, y: 14 } });
    await expect.poll(() => editor.textContent()).toMatch(/id/);
    // It is shown again at the next visit.
    await page.reload();
    await nodeOf(page, '"Order items"').waitFor();
  },
);

journey('a text is searched in its own panel, and a run is stopped by key', async ({ page, platform }) => {
  const { account, ref } = await enrolWithProject(platform, 'Observatory', 'Comets');
  await enter(page, account, href('sql', { ref }));
  await typeSql(page, 'select name from names;\nselect 1 / 0;\nselect name from others;');
  await page.keyboard.press('Control+f');
  const panel = page.getByRole('search', { name: 'Find and replace' });
  await opens(panel);
  await page.keyboard.type('name');
  await panel.getByText('3 matches').waitFor();
  await page.keyboard.press('Enter');
  await panel.getByText('1 of 3').waitFor();
  expect(await axeViolationsInThemes(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect.poll(() => panel.count()).toBe(0);

  await runSql(page, 'select 1;\nselect 1 / 0;\nselect 5;');
  await page.getByText('Statement 2 of 3, from line 2').waitFor();
  await page.getByRole('button', { name: 'Go to line 2' }).click();
  await page.keyboard.type('-- ');
  await expect
    .poll(() => page.getByRole('textbox', { name: 'SQL', exact: true }).textContent())
    .toContain('-- select 1 / 0;');

  await runSql(page, 'select pg_sleep(60);');
  const cancel = page.getByRole('button', { name: 'Cancel', exact: true });
  await cancel.waitFor();
  await expect(page.getByRole('button', { name: 'Run', exact: true }).count()).resolves.toBe(0);
  await page.keyboard.press('Control+.');
  await page
    // On a slow machine the key comes first.
    .getByText(/^Canceled (?:after|before it started)/)
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Run', exact: true }).waitFor();
});

journey('a query that runs on while another is open is marked in the list', async ({ page, platform }) => {
  const { account, ref } = await enrolWithProject(platform, 'Runners', 'Track');
  await enter(page, account, href('sql', { ref }));
  await runSql(page, 'select pg_sleep(60);');
  await page.getByRole('button', { name: 'Cancel', exact: true }).waitFor();
  const queries = page.getByRole('navigation', { name: 'Queries' });
  const napping = queries.getByRole('link', { name: /^select pg_sleep/ });
  await queries.getByRole('link', { name: /^select pg_sleep.*Running/ }).waitFor();
  await page.getByRole('button', { name: 'New query' }).first().click();
  await page.getByRole('button', { name: 'Run', exact: true }).waitFor();
  await queries.getByRole('link', { name: /^select pg_sleep.*Running/ }).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await napping.click();
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await queries.getByRole('link', { name: /^select pg_sleep.*Running/ }).waitFor({ state: 'detached' });
});

journey('a table that is dragged into a new query is run with the rest of the text', async ({ page, platform }) => {
  const { account, ref } = await enrolWithProject(platform, 'Observatory', 'Comets');
  await enter(page, account, href('sql', { ref }));
  await runSql(page, 'create table comets (id int);');
  await page
    .getByText(/^Completed in/)
    .first()
    .waitFor();
  await page.getByText('Saved', { exact: true }).waitFor();
  const address = page.url();
  const editor = page.getByRole('textbox', { name: 'SQL', exact: true });
  await page.getByRole('button', { name: 'Tables', exact: true }).click();
  const tables = page.getByRole('navigation', { name: 'Tables' });
  await tables.getByRole('button', { name: 'New query' }).click();
  await expect.poll(() => page.url()).not.toBe(address);
  await expect.poll(() => editor.textContent()).toContain('select …');
  await typeSql(page, 'select * from ');
  await page.getByRole('button', { name: 'Tables', exact: true }).click();
  await nodeOf(tables, 'comets').dragTo(editor);
  await expect.poll(() => editor.textContent()).toBe('select * from comets');
  await page.getByRole('button', { name: 'Run', exact: true }).waitFor();
  await page.keyboard.press('ControlOrMeta+Enter');
  await page
    .getByText(/^0 rows in/)
    .first()
    .waitFor();
});

journey('the editor stays where it is while its text is typed and saved on a phone', async ({ page, platform }) => {
  const { account, ref } = await enrolWithProject(platform, 'Phones', 'Pocket');
  await page.setViewportSize({ width: 390, height: 844 });
  await enter(page, account, href('sql', { ref }));
  await typeSql(page, 'select 1');
  const editor = page.getByRole('textbox', { name: 'SQL', exact: true });
  const status = page.getByRole('status').filter({ hasText: /^(?:Saved|Unsaved changes)$/ });
  const top = async () => (await editor.boundingBox())!.y;
  await status.filter({ hasText: 'Saved' }).waitFor();
  const saved = await top();
  await page.keyboard.type(' + 1');
  await status.filter({ hasText: 'Unsaved changes' }).waitFor();
  expect(await top()).toBe(saved);
  await status.filter({ hasText: 'Saved' }).waitFor();
  expect(await top()).toBe(saved);
});

journey('a table that anyone can read is said to be, and is closed by one press', async ({ page, platform }) => {
  const account = await enrol(platform);
  const organization = await makeOrganization(account, 'Observatory');
  const { ref } = await makeProject(account, organization, 'Comets', { automatic_rls: false });
  await enter(page, account, href('sql', { ref }));
  await runSql(page, 'create table comets (name text);');
  await page.getByText('Row level security is off for comets').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Enable row level security' }).click();
  await page.getByText('Row level security is on for comets').waitFor();
  await page.getByText('Row level security is off for comets').waitFor({ state: 'detached' });
  await runSql(page, "select relrowsecurity from pg_class where relname = 'comets';");
  await page.getByRole('gridcell', { name: 'true' }).waitFor();

  await runSql(page, 'alter table comets disable row level security;');
  await page.getByText('Row level security is off for comets').waitFor();
  await runSql(page, 'create view tails as select * from comets; create materialized view orbits as table comets;');
  await page.getByText('Row level security does not apply to tails').waitFor();
  await page.getByText('Row level security does not apply to orbits').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Revoke access' }).click();
  await page.getByText('The public key cannot read orbits').waitFor();
  await page.getByText('Row level security does not apply to orbits').waitFor({ state: 'detached' });
  await runSql(page, "select has_table_privilege('anon', 'orbits', 'select');");
  await page.getByRole('gridcell', { name: 'false' }).waitFor();
});

journey('a table that a grant, a move or a block opens is said to be open', async ({ page, platform }) => {
  const account = await enrol(platform);
  const organization = await makeOrganization(account, 'Observatory');
  const { ref } = await makeProject(account, organization, 'Comets', { automatic_rls: false });
  await enter(page, account, href('sql', { ref }));
  const warning = (names: string) => page.getByText(`Row level security is off for ${names}`);
  await runSql(page, 'create schema staging; create table staging.moons (); create table staging.rings ();');
  await page.getByText(/^Completed in/).waitFor();
  await runSql(page, 'grant select on staging.rings to anon; alter table staging.rings set schema public;');
  await warning('rings').waitFor();
  // Nobody may read this one before the grant.
  await runSql(page, 'alter table staging.moons set schema public; grant select on moons to authenticated;');
  await warning('moons').waitFor();
  await runSql(page, "do $$ begin execute 'create table dust (grain int)'; end $$;");
  await warning('dust').waitFor();
  await page.getByRole('button', { name: 'Enable row level security' }).click();
  await warning('dust').waitFor({ state: 'detached' });
});

journey(
  'each kind of relation that a query opens is said to be open, however it is made',
  async ({ page, platform }) => {
    const account = await enrol(platform);
    const organization = await makeOrganization(account, 'Observatory');
    const { ref } = await makeProject(account, organization, 'Comets', { automatic_rls: false });
    await enter(page, account, href('sql', { ref }));
    const warnings: readonly [sql: string, warning: string][] = [
      ["create table plain (name text); insert into plain values ('Halley');", 'Row level security is off for plain'],
      ['create materialized view orbits as select * from plain;', 'Row level security does not apply to orbits'],
      ['create view tails as select * from plain;', 'Row level security does not apply to tails'],
      ['create table copies as select * from plain;', 'Row level security is off for copies'],
      ['select * into kept from plain;', 'Row level security is off for kept'],
      ['create table parts (id int) partition by range (id);', 'Row level security is off for parts'],
    ];
    for (const [sql, warning] of warnings) {
      await runSql(page, sql);
      await page.getByText(warning, { exact: true }).waitFor();
    }
    const { anon } = await account.request<{ anon: string }>('GET', `/platform/projects/${ref}/api-keys`);
    const readOrbits = async () =>
      (await fetch(`${platform.origin()}/project/${ref}/api/rest/v1/orbits`, { headers: { apikey: anon } })).json();
    expect(await readOrbits()).toEqual([{ name: 'Halley' }]);
  },
);

journey('closing what a query opened keeps its result, and says what came of it', async ({ page, platform }) => {
  const account = await enrol(platform);
  const organization = await makeOrganization(account, 'Observatory');
  const { ref } = await makeProject(account, organization, 'Comets', { automatic_rls: false });
  await page.setViewportSize({ width: 1280, height: 800 });
  await enter(page, account, href('sql', { ref }));
  await runSql(
    page,
    `create table comets (name text); insert into comets values ('Halley');
create view tails as select * from comets;
create materialized view orbits as select * from comets;
select * from comets;`,
  );
  const row = page.getByRole('gridcell', { name: 'Halley' });
  await row.waitFor();
  const enable = page.getByRole('button', { name: 'Enable row level security' });
  await enable.waitFor();
  // However many warnings there are, the rows stay in sight.
  const grid = page.getByRole('grid', { name: 'Result 5' });
  expect((await grid.boundingBox())!.height).toBeGreaterThan(80);

  const answer = [
    { type: 'error', error: { message: 'must be owner of table comets', code: '42501' } },
    { type: 'end', durationMs: 1, engineRestarted: false },
  ];
  await page.route('**/database/query', (route) =>
    route.fulfill({
      contentType: 'application/x-ndjson',
      body: answer.map((event) => `${JSON.stringify(event)}\n`).join(''),
    }),
  );
  await enable.click();
  await page.getByText('Could not change this: must be owner of table comets').waitFor();
  await row.waitFor();
  await page.unroute('**/database/query');
  await enable.click();
  await page.getByText('Row level security is on for comets').waitFor();
  await row.waitFor();
  await page.getByRole('button', { name: 'Revoke access' }).click();
  await page.getByText('The public key cannot read orbits').waitFor();
  await row.waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('tab', { name: 'History' }).click();
  await page.getByText('alter table public.comets enable row level security;').waitFor();
  await page.getByText(/^revoke .* on public\.orbits from/).waitFor();
});
