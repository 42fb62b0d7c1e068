import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
/** What is typed is what stands there: completion helps a user who asks for it, and nobody else. */
import { href } from '../../../src/router/href.ts';
import { enrolWithProject, enter, runSql, typeSql, type Account } from '../../support/accounts.ts';
import { axeViolationsInThemes, type Platform } from '../../support/browser.ts';
import { journey } from '../../support/journey.ts';

/** At the end of every line the typist, who types at full speed, thinks for longer than suggestions take to appear. */
const thoughtMs = 170;

const statements = [
  ['select 1 as a', ''],
  ['select name', 'from products', 'limit 3'],
  ['aaa', ''],
  ['select count(*) n', 'from products p', 'where p.price > 10'],
  ['select p.name, p.price', 'from products p', 'order by p.price desc', 'limit 5;'],
  ['select * from pro', 'where 1 = 1'],
  ['insert into products (name, price)', "values ('Kettle', 25.90), ('it''s', 1);"],
  ['update products', 'set price = price * 1.1', "where name like 'K%';"],
  ['delete from products', 'where id = 3;'],
  ['create table orders (id bigint,', 'total numeric not null', ');'],
  ['alter table products', 'add column weight numeric default 0;'],
  ['create index on products (lower(name));'],
  ['drop table if exists old_products', 'cascade;'],
  ['select distinct on (name) name, id', 'from products', 'order by name, id;'],
  ['with recent as (select * from products)', 'select * from recent r'],
  ['select coalesce(name, $$none$$) as label', 'from products;'],
  ["select name || ' ' || price as line", 'from products'],
  ["select date_trunc('day', now()) as day", ''],
  ['select a.id, b.id', 'from products a', 'join products b on a.id = b.id', 'left join products c using (id)'],
  ['select array_agg(name order by name)', 'from products', 'group by price', 'having count(*) > 1'],
  ['-- all products', 'select * from products'],
  ['/* select */ select 2 -- sel', ''],
  ["select case when price > 10 then 'dear' else 'cheap' end as kind", 'from products'],
  ['select extract(year from now()) as year', 'union all', 'select 2000'],
  ["select '{\"a\": [1, 2]}'::jsonb -> 'a' as value", ''],
  ['begin;', 'truncate products;', 'rollback;'],
  ['grant select on products to anon;'],
  ['explain analyze', 'select * from products'],
  ['create or replace function twice(n int) returns int', 'language sql as $$ select n * 2 $$;'],
  ['select name a, price pr', 'from products pr', 'where pr.price > 1', 'order by price'],
  ['update products pr', 'set name = upper(name)', 'where', 'id = 1'],
  ['select "name", 1 "order"', 'from public.products as "p"', 'offset 2 fetch first 3 rows only'],
];

const line = (page: Page) => page.locator('.cm-content .cm-line');
const suggestions = (page: Page) => page.getByRole('listbox', { name: 'Completions' });

async function openEditor(page: Page, platform: Platform): Promise<Account> {
  const { account, ref } = await enrolWithProject(platform, 'Typists', 'Shop');
  await enter(page, account, href('sql', { ref }));
  await runSql(page, 'create table products (id bigint primary key, name text, price numeric);');
  await page.getByText('CREATE TABLE').first().waitFor();
  await typeSql(page, '');
  await page.keyboard.type('select * from ');
  await suggestions(page).getByText('products').waitFor();
  return account;
}

async function typeLines(page: Page, lines: readonly string[]): Promise<void> {
  await page.keyboard.press('Escape');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Backspace');
  for (const [index, text] of lines.entries()) {
    if (index > 0) {
      await page.keyboard.press('Enter');
    }
    await page.keyboard.type(text.slice(0, -1));
    await page.keyboard.type(text.slice(-1), { delay: thoughtMs });
  }
}

journey('thirty-two statements stand as they were typed', async ({ page, platform }) => {
  await openEditor(page, platform);
  for (const lines of statements) {
    await typeLines(page, lines);
    expect(await line(page).allTextContents()).toEqual(lines);
  }
});

/** Enter after an opening bracket indents, and the bracket that closes it stands where its line began. */
const bracketed = [
  {
    typed: ['create table orders (', 'id int,', 'total numeric', ');'],
    stands: ['create table orders (', '  id int,', '  total numeric', ');'],
  },
  {
    typed: ['with x as (', 'select 1 as n', ')', 'select n from x'],
    stands: ['with x as (', '  select 1 as n', ')', 'select n from x'],
  },
  { typed: ['select s.a from (', 'select 1 as a) s'], stands: ['select s.a from (', '  select 1 as a) s'] },
  {
    typed: ['insert into products (name) values (', 'lower(', "'a')", ');'],
    stands: ['insert into products (name) values (', '  lower(', "    'a')", ');'],
  },
];

journey('brackets that are closed lines later are closed once', async ({ page, platform }) => {
  await openEditor(page, platform);
  for (const { typed, stands } of bracketed) {
    await typeLines(page, typed);
    expect(await line(page).allTextContents()).toEqual(stands);
  }
});

describe('a suggestion', () => {
  journey('has a new table as soon as its name is known, also for who has typed on', async ({ page, platform }) => {
    const { account, ref } = await enrolWithProject(platform, 'Typists', 'Shop');
    await enter(page, account, href('sql', { ref }));
    await page.locator('.cm-content').waitFor();
    const { promise: typed, resolve: letGo } = Promise.withResolvers<void>();
    await page.route('**/catalog', async (route) => {
      await typed;
      await route.continue();
    });
    const held = page.waitForRequest('**/catalog');
    await runSql(page, 'create table products (id bigint primary key);');
    await held;
    await typeSql(page, '');
    await page.keyboard.type('select * from ');
    expect(await suggestions(page).getByText('products').count()).toBe(0);
    letGo();
    await suggestions(page).getByText('products').waitFor();
    await page.keyboard.press('Tab');
    expect(await line(page).allTextContents()).toEqual(['select * from products']);
  });

  journey('is a column where rows are chosen, and never an alias', async ({ page, platform }) => {
    await openEditor(page, platform);
    await typeLines(page, ['select name a, price v', 'from products pr']);
    await expect(suggestions(page).count()).resolves.toBe(0);
    await page.keyboard.type(' where ');
    await suggestions(page).getByText('price').waitFor();
    await page.keyboard.type('pri');
    await suggestions(page).getByText('products').waitFor({ state: 'detached' });
    await suggestions(page).getByText('price').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.type(' > 1 order by ');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+Space');
    await suggestions(page).getByText('name', { exact: true }).waitFor();
    expect(await line(page).allTextContents()).toEqual([
      'select name a, price v',
      'from products pr where price > 1 order by ',
    ]);
  });

  journey('is taken with Tab, or with Enter once an arrow key has chosen it', async ({ page, platform }) => {
    await openEditor(page, platform);
    await page.keyboard.type('pro');
    await suggestions(page).getByText('products').waitFor();
    expect(await axeViolationsInThemes(page)).toEqual([]);
    await page.keyboard.press('Tab');
    await expect.poll(() => line(page).allTextContents()).toEqual(['select * from products']);

    await typeLines(page, ['sel']);
    await suggestions(page).getByText('select', { exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => line(page).allTextContents()).toEqual(['sel', '']);

    await typeLines(page, ['sel']);
    await suggestions(page).getByText('select', { exact: true }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => line(page).allTextContents()).toEqual(['select']);
    await page.keyboard.press('Tab');
    await expect.poll(() => line(page).allTextContents()).toEqual(['  select']);
  });
});
