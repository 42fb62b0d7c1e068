import { once } from 'node:events';
import { createConnection, createServer, type AddressInfo, type Socket } from 'node:net';
import type { Page } from 'playwright-core';
/** The SQL editor on a real database: nothing typed is lost, nothing runs away, and errors stand where they are. */
import { describe, expect, onTestFinished } from 'vitest';
import { href } from '../../../src/router/href.ts';
import { enrolWithProject, enter, runSql, signIn, typeSql, untilCanceled } from '../../support/accounts.ts';
import { isAt } from '../../support/addresses.ts';
import type { Platform } from '../../support/browser.ts';
import { journey } from '../../support/journey.ts';

const withProject = (platform: Platform) => enrolWithProject(platform, 'Observatory', 'Comets');

/** A way to the platform that can be cut and mended. */
async function connect(platform: Platform) {
  const open = new Set<Socket>();
  /** Connections that carry the request of a run. */
  const running = new Set<Socket>();
  let isCut = false;
  const proxy = createServer((near) => {
    if (isCut) return void near.destroy();
    const far = createConnection(Number(new URL(platform.origin()).port), '127.0.0.1');
    near.on('data', (bytes) => {
      if (/^POST \S+\/database\/query /.test(bytes.toString('latin1'))) running.add(near);
    });
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket);
      socket.pipe(other);
      // What breaks off on one side does on the other.
      socket.on('error', () => other.destroy()).on('close', () => other.destroy());
    }
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  return {
    origin: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    forget: () => running.clear(),
    carriesRun: () => [...running].some((socket) => !socket.destroyed),
    cut() {
      isCut = true;
      for (const socket of open) socket.destroy();
      open.clear();
    },
    mend() {
      isCut = false;
    },
    end() {
      isCut = true;
      for (const socket of open) socket.destroy();
      proxy.close();
    },
  };
}

describe('a query', () => {
  journey('that goes wrong says where, and the place can be gone to', async ({ page, platform }) => {
    const { account, ref } = await withProject(platform);
    await enter(page, account, href('sql', { ref }));
    await runSql(page, 'select 1;\nselect name\nfrom nowhere;');
    await page.getByText('relation "nowhere" does not exist').first().waitFor();
    await page.getByText('SQLSTATE').waitFor();
    await expect(page.getByRole('alert').textContent()).resolves.toContain('42P01');
    await expect(page.getByRole('link', { name: 'About this error' }).getAttribute('href')).resolves.toBe(
      '/guides/errors/42P01',
    );
    await page.getByRole('button', { name: 'Go to line 3' }).click();
    await page.keyboard.type('x');
    await expect
      .poll(() => page.getByRole('textbox', { name: 'SQL', exact: true }).textContent())
      .toContain('from xnowhere');
    // The deleted text's error would only mislead.
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('Delete');
    await page.keyboard.press('ControlOrMeta+Enter');
    await page.getByText('SQLSTATE').waitFor({ state: 'detached' });
    const nothing = page.getByText('Nothing to run');
    await nothing.waitFor();
    await page.keyboard.type('s');
    await nothing.waitFor({ state: 'detached' });
  });

  journey('with several statements gives several results, and messages beside them', async ({ page, platform }) => {
    const { account, ref } = await withProject(platform);
    await enter(page, account, href('sql', { ref }));
    await runSql(
      page,
      `do $$ begin raise notice 'comet seen'; end $$;
create table comets (name text);
insert into comets values ('Halley'), ('Encke');
select * from comets;
select null as nothing, '' as empty;`,
    );
    await page.getByRole('tab', { name: '5. select null as nothing, … as empty' }).click();
    await page.getByRole('grid', { name: 'Result 5' }).waitFor();
    // The tab that is chosen is chosen again after a reload.
    await page.reload();
    await page.getByRole('grid', { name: 'Result 5' }).waitFor();
    await page.getByRole('tab', { name: '4. comets: select' }).click();
    await page.getByRole('gridcell', { name: 'Halley' }).waitFor();
    await page.getByRole('tab', { name: /Messages/ }).click();
    await page.getByText('comet seen', { exact: true }).waitFor();
    await page.getByText(/^INSERT 0 2/).waitFor();
    // Also where there is no room for all of them.
    await page.setViewportSize({ width: 390, height: 844 });
    await page.reload();
    await page.getByText('comet seen', { exact: true }).waitFor();
    await expect
      .poll(() =>
        page.getByRole('tab', { name: /Messages/ }).evaluate((tab) => tab.getBoundingClientRect().right <= innerWidth),
      )
      .toBe(true);
  });

  journey('that runs away is cancelled, and the next one runs', async ({ page, platform }) => {
    const { account, ref } = await withProject(platform);
    await enter(page, account, href('sql', { ref }));
    await runSql(page, 'select count(*) from generate_series(1, 100000000000);');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await untilCanceled(page);
    await runSql(page, 'select 6 * 7 as answer;');
    await page.getByRole('gridcell', { name: '42' }).waitFor();
  });

  journey('that was canceled stays so after a reload', async ({ page, platform }) => {
    const { account, ref } = await withProject(platform);
    await enter(page, account, href('sql', { ref }));
    await runSql(page, `do $$ begin raise notice 'begun'; end $$; select pg_sleep(60);`);
    await page.getByText('Waiting for the first rows').waitFor();
    // Only what has begun can be rolled back.
    await page.getByRole('tab', { name: 'Messages' }).click();
    await page.getByText('begun', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await untilCanceled(page);
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.reload();
    await untilCanceled(page);
    await page.getByText('Uncommitted changes were rolled back.').waitFor();
    expect(await page.getByText(/^ERROR|1 failed/).count()).toBe(0);
    await page.getByRole('tab', { name: 'Messages' }).click();
    await page.getByRole('region', { name: 'Messages' }).getByText('canceled', { exact: true }).waitFor();
    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByText('Canceled', { exact: true }).first().waitFor();
  });

  journey('that has no row yet says that it waits, and offers nothing to copy', async ({ page, platform }) => {
    const { account, ref } = await withProject(platform);
    await enter(page, account, href('sql', { ref }));
    await runSql(page, 'select pg_sleep(60);');
    await page.getByText('Waiting for the first rows').waitFor();
    await page.getByText('to cancel the query').getByText('Ctrl .', { exact: true }).waitFor();
    expect(await page.getByRole('tab').allTextContents()).toEqual(['Messages', 'History']);
    expect(await page.getByRole('button', { name: 'Copy', exact: true }).count()).toBe(0);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await untilCanceled(page);
    await runSql(page, 'select pg_sleep(0), null as nothing;');
    await page.getByRole('tab', { name: 'Result' }).waitFor();
  });

  journey('of 100,000 rows is all there, first and last', async ({ page, platform }) => {
    const { account, ref } = await withProject(platform);
    await enter(page, account, href('sql', { ref }));
    await page.getByRole('button', { name: /^Query settings/ }).click();
    await page.getByRole('menuitemradio', { name: 'No limit' }).click();
    await runSql(page, `select n, 'row ' || n as label from generate_series(1, 100000) n;`);
    const grid = page.getByRole('grid', { name: 'Result 1' });
    await grid.getByRole('gridcell', { name: 'row 1', exact: true }).waitFor();
    await page.getByText(/^100,000 rows in/).waitFor();
    await grid.focus();
    await page.keyboard.press('Control+End');
    await grid.getByRole('gridcell', { name: 'row 100000', exact: true }).waitFor();
  });
});

journey('the page is shown before the code of its editor has arrived', async ({ page, platform }) => {
  const { account, ref } = await withProject(platform);
  const held = Promise.withResolvers<void>();
  await page.route(/\/assets\/editor-/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await enter(page, account, href('sql', { ref }));
  await page.getByRole('status', { name: 'Opening the query' }).waitFor();
  const run = page.getByRole('button', { name: 'Run', exact: true });
  await run.focus();
  await page.getByRole('tooltip').getByText('Editor not ready').waitFor();
  await run.blur();
  held.resolve();
  const field = page.getByRole('textbox', { name: 'SQL', exact: true });
  await field.waitFor();
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
});

journey('an editor whose code cannot load says so, and opens once it can', async ({ page, platform, watch }) => {
  watch.allow(/assets\/editor-|dynamically imported module/, /Failed to load resource/);
  const { account, ref } = await withProject(platform);
  await page.route(/\/assets\/editor-/, (route) => route.abort());
  await enter(page, account, href('sql', { ref }));
  const again = page.getByRole('button', { name: 'Try again' });
  await again.waitFor();
  await page.unroute(/\/assets\/editor-/);
  await again.click();
  await page.getByRole('textbox', { name: 'SQL', exact: true }).waitFor();
});

journey('search that cannot load says so, and opens once it can', async ({ page, platform, watch }) => {
  watch.allow(/editorAids/, /Failed to load resource/);
  const { account, ref } = await withProject(platform);
  await page.route(/\/assets\/editorAids-/, (route) => route.abort());
  await enter(page, account, href('sql', { ref }));
  const field = page.getByRole('textbox', { name: 'SQL', exact: true });
  await field.click();
  await page.keyboard.press('Control+f');
  await page.getByText('Could not load search and suggestions').waitFor();
  await page.unroute(/\/assets\/editorAids-/);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('search', { name: 'Find and replace' }).waitFor();
  await expect(page.getByText('Could not load search and suggestions').count()).resolves.toBe(0);
});

journey('a query that does not exist is not opened again', async ({ page, platform, watch }) => {
  watch.allow(/answer 404 to GET .*snippets/);
  const { account, ref } = await withProject(platform);
  await enter(page, account, href('sqlSnippet', { ref, id: '00000000-0000-4000-8000-000000000000' }));
  await page.getByText('Query not found').waitFor();
  await expect(page.getByText('Run a query to see results').count()).resolves.toBe(0);
  await page.goto(href('sql', { ref }));
  await page.getByRole('textbox', { name: 'SQL', exact: true }).waitFor();
  expect(page.url()).not.toContain('00000000-0000-4000');
});

describe('a run', () => {
  journey(
    'goes on while another query is open, the editor is left and the page reloads',
    async ({ page, platform }) => {
      const { account, ref } = await withProject(platform);
      await enter(page, account, href('sql', { ref }));
      await runSql(page, "select pg_sleep(8), 'found' || ' again' as answer;");
      await page.getByRole('button', { name: 'Cancel', exact: true }).waitFor();
      const address = page.url();
      await page.getByRole('navigation', { name: 'Queries' }).getByRole('button', { name: 'New query' }).click();
      await page.waitForURL((url) => url.href !== address);
      await page.getByText('Run a query to see results').waitFor();
      await page.goto(href('projects'));
      await page.goto(address);
      await page.getByRole('button', { name: 'Cancel', exact: true }).waitFor();
      await page.reload();
      await page.getByRole('gridcell', { name: 'found again' }).waitFor();
      await page.getByRole('tab', { name: 'History' }).click();
      await expect(page.getByText(/Canceled/).count()).resolves.toBe(0);
      await page.getByRole('tab', { name: 'Result' }).click();
      // Its result is found again as well, in this page and after a reload.
      await page.goto(href('projects'));
      await page.goBack();
      await page.getByRole('gridcell', { name: 'found again' }).waitFor();
      await page.reload();
      await page.getByRole('gridcell', { name: 'found again' }).waitFor();
    },
  );

  journey('whose connection breaks off is found again, and has run once', async ({ platform, visitors }) => {
    const line = await connect(platform);
    onTestFinished(() => line.end());
    const { page, watch } = await visitors.open({ baseURL: line.origin });
    watch.allow(new RegExp(`left the origin: ${line.origin}`), /^failed request: /);
    const { account, ref } = await withProject(platform);
    await enter(page, account, href('sql', { ref }));
    await runSql(page, 'create table comets (name text);');
    await page.getByText(/^Completed in/).waitFor();
    line.forget();
    await runSql(
      page,
      "insert into comets select 'Halley' from pg_sleep(4); select count(*) || ' seen' as comets from comets;",
    );
    // Before the first row: the browser itself may send the request again.
    await expect.poll(line.carriesRun).toBe(true);
    line.cut();
    line.mend();
    await page.getByRole('gridcell', { name: '1 seen' }).waitFor();

    await runSql(
      page,
      "select 'Encke' as first; select pg_sleep(4); select count(*) || ' kept' as comets from comets;",
    );
    await page.getByRole('gridcell', { name: 'Encke' }).waitFor();
    line.cut();
    await page.getByText('The query may have completed. Checking…').waitFor();
    await page.getByRole('gridcell', { name: 'Encke' }).waitFor();
    line.mend();
    await page.getByRole('tab', { name: '3. comets: select' }).click();
    await page.getByRole('gridcell', { name: '1 kept' }).waitFor();
    await expect(page.getByText('Connection lost').count()).resolves.toBe(0);
  });
});

describe('the keyboard', () => {
  const sqlField = (page: Page) => page.getByRole('textbox', { name: 'SQL', exact: true });

  journey('goes from a new name to the SQL, which stays as it was', async ({ page, platform }) => {
    const { account, ref } = await withProject(platform);
    await enter(page, account, href('sql', { ref }));
    await typeSql(page, 'select 1');
    await sqlField(page).press('Control+a');
    const name = page.getByRole('textbox', { name: 'Query name' });
    await name.fill('Comets');
    await name.press('Enter');
    await expect.poll(() => sqlField(page).evaluate((field) => field === document.activeElement)).toBe(true);
    await expect(sqlField(page).textContent()).resolves.toBe('select 1');
  });

  journey(
    'types into a query that was just opened, and is nowhere lost when one is deleted',
    async ({ page, platform }) => {
      const { account, ref } = await withProject(platform);
      await enter(page, account, href('sql', { ref }));
      await sqlField(page).waitFor();
      await page.keyboard.type('select 1');
      await expect.poll(() => sqlField(page).textContent()).toBe('select 1');
      await page.getByText('Saved', { exact: true }).waitFor();
      const first = page.url();
      await page.getByRole('navigation', { name: 'Queries' }).getByRole('button', { name: 'New query' }).click();
      await page.waitForURL((url) => url.href !== first);
      await expect
        .poll(() =>
          sqlField(page)
            .evaluate((field) => field === document.activeElement)
            .catch(() => false),
        )
        .toBe(true);
      await page.keyboard.type('select 2');
      await expect.poll(() => sqlField(page).textContent()).toBe('select 2');
      await page.getByText('Saved', { exact: true }).waitFor();

      await page
        .getByRole('button', { name: /^Actions for/ })
        .last()
        .click();
      await page.getByRole('menuitem', { name: 'Delete…' }).click();
      await page.getByRole('button', { name: 'Delete query' }).click();
      await expect.poll(() => page.getByRole('button', { name: /^Actions for/ }).count()).toBe(1);
      await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(false);
    },
  );
});

describe('what is typed', () => {
  journey(
    'survives a reload at once, with its cursor, and a sign-out once it was saved',
    async ({ page, platform }) => {
      const { account, ref } = await withProject(platform);
      await enter(page, account, href('sql', { ref }));
      await typeSql(page, "select 'not yet finished");
      await expect.poll(() => new URL(page.url()).pathname).toMatch(/\/sql\/.+/);
      await page.getByText('Saved', { exact: true }).waitFor();
      const address = page.url();
      await page.reload();
      await expect
        .poll(() => page.getByRole('textbox', { name: 'SQL', exact: true }).textContent())
        .toContain('not yet finished');
      await page.getByRole('textbox', { name: 'SQL', exact: true }).focus();
      await page.keyboard.type(' line');
      await expect
        .poll(() => page.getByRole('textbox', { name: 'SQL', exact: true }).textContent())
        .toContain('not yet finished line');
      await page.getByText('Saved', { exact: true }).waitFor();
      await page.goto(href('signOut'));
      await page.waitForURL(isAt('signIn'));
      await signIn(page, account);
      await page.goto(address);
      await expect
        .poll(() => page.getByRole('textbox', { name: 'SQL', exact: true }).textContent())
        .toContain('not yet finished');
    },
  );

  journey('in two tabs is never overwritten silently', async ({ page, platform, visitor }) => {
    const { account, ref } = await withProject(platform);
    await enter(page, account, href('sql', { ref }));
    await typeSql(page, "select 'first'");
    await page.getByText('Saved', { exact: true }).waitFor();

    const other = await visitor.context.newPage();
    await other.goto(page.url());
    await expect.poll(() => other.getByRole('textbox', { name: 'SQL', exact: true }).textContent()).toContain('first');
    // Both edit without knowing of one another: the network is away while they do.
    const held = Promise.withResolvers<void>();
    await visitor.context.route('**/snippets/*', async (route) => {
      if (route.request().method() === 'PUT') await held.promise;
      await route.continue();
    });
    await typeSql(other, "select 'written in the other tab'");
    await typeSql(page, "select 'written in this tab'");
    held.resolve();

    const question = (tab: Page) => tab.getByText(/^Conflicting changes to/).count();
    await expect.poll(async () => (await question(page)) + (await question(other))).toBe(1);
    const asked = (await question(page)) === 1 ? page : other;
    await asked
      .getByRole('region', { name: 'Your version and the saved version' })
      .getByText('written in this tab')
      .waitFor();
    await asked
      .getByRole('region', { name: 'Your version and the saved version' })
      .getByText('written in the other tab')
      .waitFor();
    await asked.getByRole('button', { name: 'Keep both' }).click();
    await asked.getByText('Saved', { exact: true }).waitFor();
    const texts = await account
      .request<{ id: string }[]>('GET', `/platform/projects/${ref}/snippets`)
      .then((snippets) =>
        Promise.all(
          snippets.map(({ id }) => account.request<{ sql: string }>('GET', `/platform/projects/${ref}/snippets/${id}`)),
        ),
      );
    expect(texts.map(({ sql }) => sql).toSorted()).toEqual([
      "select 'written in the other tab'",
      "select 'written in this tab'",
    ]);
  });
});
