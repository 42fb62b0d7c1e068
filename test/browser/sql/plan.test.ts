/** How the answer of EXPLAIN is looked at. */
import { expect } from 'vitest';
import { href } from '../../../src/router/href.ts';
import { enrolWithProject, enter, runSql, typeSql } from '../../support/accounts.ts';
import { axeViolationsInThemes } from '../../support/browser.ts';
import { journey } from '../../support/journey.ts';

const explained = `create table harbors (id int primary key, country text);
create table boats (id int primary key, harbor_id int, berths int);
insert into harbors select n, 'NL' from generate_series(1, 200) n;
insert into boats select n, 1 + n % 200, n % 12 from generate_series(1, 5000) n;
analyze;
explain (analyze, buffers) select h.country, count(*) from boats b join harbors h on h.id = b.harbor_id
where b.berths % 1 = 0 and 'it''s "quoted"' <> h.country group by h.country;`;

journey(
  'a plan is a tree, on wide and narrow windows and in all themes, and rows on request',
  async ({ page, platform }) => {
    const { account, ref } = await enrolWithProject(platform, 'Observatory', 'Comets');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const loaded: string[] = [];
    page.on('response', (response) => void loaded.push(response.url()));
    await enter(page, account, href('sql', { ref }));
    await runSql(page, 'select 1 as one;');
    await page.getByRole('grid', { name: 'Result 1' }).waitFor();
    // A table of rows needs nothing of plans.
    expect(loaded.filter((url) => url.includes('/planViews-'))).toEqual([]);

    await runSql(page, explained);
    const tree = page.getByRole('tree', { name: 'Query plan' });
    const scan = tree.getByRole('treeitem', { name: /Seq Scan on boats b/ });
    await scan.waitFor();
    expect(loaded.filter((url) => url.includes('/planViews-'))).toHaveLength(1);
    await scan.getByText('Estimated 25, got 5,000').waitFor();
    await scan.getByText('Filter:', { exact: true }).waitFor();
    expect(await tree.getByText('Slowest').count()).toBe(1);
    await page.getByText(/^Execution time \d/).waitFor();
    expect(await axeViolationsInThemes(page)).toEqual([]);

    // By key: the node before the scan is the join, which closes.
    const join = tree.getByRole('treeitem', { name: /^Hash Join/ });
    await scan.focus();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => join.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press('ArrowLeft');
    await join.getByText('3 nodes below').waitFor();
    await scan.waitFor({ state: 'detached' });
    const whole = /^GroupAggregate.*\n[^]*Execution Time: [\d.]+ ms$/;
    await page.keyboard.press('ControlOrMeta+c');
    await page.getByText(/^Copied \d+ cells$/).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(whole);

    // Columns where there is room; below the names of the nodes where there is none. Nothing goes beyond the window.
    const header = page.getByText('Self time', { exact: true }).first();
    expect(await header.isVisible()).toBe(true);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect
      .poll(() =>
        tree
          .getByText('Self time')
          .first()
          .evaluate((element) => element.getBoundingClientRect().width > 2),
      )
      .toBe(true);
    expect(await tree.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
    expect(await axeViolationsInThemes(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 720 });

    const choice = page.getByRole('group', { name: 'Show the plan as' });
    // The choice holds for the next plan, and after a reload.
    await choice.getByText('Rows', { exact: true }).click();
    const rows = page.getByRole('grid', { name: /^Result/ });
    await rows.getByText('Group Key').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Filter by this value' }).click();
    await rows.getByText('GroupAggregate').waitFor({ state: 'detached' });

    // The plan is the whole one, also where it is copied, whatever its rows are filtered by.
    await choice.getByText('Plan', { exact: true }).click();
    await scan.waitFor();
    await page.evaluate(() => navigator.clipboard.writeText(''));
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await page.getByRole('menuitem', { name: /^TSV(?! with)/ }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(whole);
    await choice.getByText('Rows', { exact: true }).click();
    await rows.getByText('Group Key').waitFor();
    expect(await rows.getByText('GroupAggregate').count()).toBe(0);
    await runSql(page, 'explain (format json) select 1;');
    await page
      .getByRole('grid', { name: /^Result/ })
      .getByText('"Node Type": "Result"')
      .waitFor();
    await page.reload();
    const plan = page.getByRole('radio', { name: 'Plan' });
    await plan.waitFor({ state: 'attached' });
    expect(await plan.isChecked()).toBe(false);
    await choice.getByText('Plan', { exact: true }).click();
    await tree.getByRole('treeitem', { name: /^Result/ }).waitFor();
    await runSql(page, 'explain (format yaml) select 1;');
    await page
      .getByRole('grid', { name: /^Result/ })
      .getByText('- Plan:')
      .waitFor();
    expect(await page.getByRole('radio', { name: 'Plan' }).count()).toBe(0);
  },
);

journey('a plan is shown as rows where what draws it does not load', async ({ page, platform, watch }) => {
  watch.allow(/planViews-/, /Failed to load resource/);
  const { account, ref } = await enrolWithProject(platform, 'Observatory', 'Comets');
  await enter(page, account, href('sql', { ref }));
  await page.route('**/assets/planViews-*.js', (route) => route.abort());
  await typeSql(page, 'explain select 1;');
  await page.keyboard.press('ControlOrMeta+Enter');
  await page.getByRole('grid', { name: 'Result 1' }).getByText('Result  (cost=').waitFor();
});
