import { describe, expect, it } from 'vitest';
import { firstStatement } from '../../../src/contract/sql/firstStatement.ts';
import { distinctTitles, queryTitle, untitledSnippet } from '../../../src/contract/sql/queryTitle.ts';
import { resultTitles } from '../../../src/contract/sql/resultTitles.ts';
import { statementsOf } from '../../../src/contract/sql/statements.ts';

describe('what the first statement of a text does', () => {
  it.each([
    // What is read.
    ['select * from products where price > 10', 'products: select'],
    ['SELECT a.id\n  FROM Products a JOIN orders o USING (id);', 'products: select'],
    ['select extract(year from now()) from only public.orders', 'orders: select'],
    ['select * from "Order items"', 'Order items: select'],
    ['select * from billing."Invoice ""2024"""', 'billing.Invoice "2024": select'],
    ['select * from products a, orders b', 'products: select'],
    ['select a is distinct from b from products', 'products: select'],
    ['(select * from products) union (select * from orders)', 'products: select'],
    ['explain (analyze, buffers) select * from products', 'products: explain'],
    // Not the alias of a subquery, nor the name of a `with` query, where either reads a table.
    ['select * from (select * from orders) b', 'orders: select'],
    ['select * from ((select * from orders)) b', 'orders: select'],
    ['with recent as (select * from products) select * from recent', 'products: select'],
    ['with a as (select * from orders), b as (select * from a) select * from b', 'orders: select'],
    [
      'with recursive tree as (select * from kinds union all select k.* from kinds k join tree t on true) select * from tree',
      'kinds: select',
    ],
    ['with x as (insert into orders values (1) returning id) select * from x', 'orders: insert'],
    ['with gone as (delete from products returning *) insert into archive select * from gone', 'archive: insert'],
    ['with new as (select 1 as id) merge into products using new on true when matched then delete', 'products: merge'],
    ['select d, count(o.id) from generate_series(1, 3) d left join orders o on true', 'orders: select'],
    ['select * from cust', 'cust: select'],
    // What is written.
    ['insert into products (name) values (1)', 'products: insert'],
    ['merge into products p using other o on true when matched then delete', 'products: merge'],
    ['update only products set price = 1', 'products: update'],
    ['delete from products', 'products: delete'],
    ['truncate table products', 'products: truncate'],
    ['copy products from stdin with csv', 'products: copy'],
    ['copy (select * from products) to stdout', 'products: copy'],
    ["call archive_orders('2026-01-01')", 'archive_orders: call'],
    ['do $$ begin insert into orders values (1); end $$', 'orders: do'],
    // What is defined.
    ['create table if not exists products (id int)', 'products: create table'],
    ['create unlogged table products (id int)', 'products: create table'],
    ['create table archive as select * from products', 'archive: create table'],
    ['create or replace view active_users as select 1', 'active_users: create view'],
    ['create materialized view totals as select 1', 'totals: create materialized view'],
    ['create or replace function twice(n int) returns int language sql as $$ select 2 $$', 'twice: create function'],
    ["create type status as enum ('open')", 'status: create type'],
    ['create extension if not exists "uuid-ossp" with schema extensions', 'uuid-ossp: create extension'],
    ['create schema authorization ada', 'ada: create schema'],
    ['create unique index concurrently by_name on products (name)', 'by_name: create index'],
    ['create index on products (lower(name))', 'products: create index'],
    ['create index concurrently on products (name)', 'products: create index'],
    ['create index concurrently if not exists by_name on products (name)', 'by_name: create index'],
    ['create policy "Own rows" on public.orders for select using (true)', 'create policy on orders'],
    ['drop policy if exists "Own rows" on orders', 'drop policy on orders'],
    ['create or replace trigger touch before update of a on orders execute function f()', 'create trigger on orders'],
    ['create event trigger watch on ddl_command_end execute function f()', 'watch: create event trigger'],
    ['alter table orders enable row level security', 'orders: enable row level security'],
    ['alter table if exists only products add column a int', 'products: add column'],
    ['alter table products owner to ada', 'products: alter table'],
    ['drop table if exists products cascade', 'products: drop table'],
  ])('%s', (sql, title) => {
    expect(firstStatement(sql)).toBe(title);
  });

  it.each([
    ['select 1', 'select 1'],
    ['/* 1 */ select 1; select 2', 'select 1'],
    ['SELECT 1,\n  2', 'SELECT 1, 2'],
    ['select 1 as a, 2 as b', 'select 1 as a, 2 as b'],
    // A name that the statement gives itself is no table.
    ['select 2 as two;', 'select 2 as two'],
    ['select 6 * 7 as answer', 'select 6 * 7 as answer'],
    ["select 'base' as v", 'select … as v'],
    ["select '<b>x</b>' h, null n, true t, false f, 'long' as l", 'select … h, null n, true t, false f…'],
    ['SELECT 1 AS a,\n  cast(2 as int) AS "Total"', 'SELECT 1 AS a, cast(2 as int) AS …'],
    ['with days as (select now() n) select * from days', 'with days as (select now() n) select *…'],
    ['select * from generate_series(1, 3) n', 'select * from generate_series(1, 3) n'],
    ['select * from api.report(2024)', 'select * from api.report(…)'],
    ['select now()', 'select now()'],
    ['select now(), version()', 'select now(), version()'],
    ['select pg_sleep(5)', 'select pg_sleep(5)'],
    ['select exists (select 1)', 'select exists (select 1)'],
    ['with d as (select 1) select * from d', 'with d as (select 1) select * from d'],
    ['select * from (values (1), (2)) v(id)', 'select * from (values (1), (2)) v(id)'],
    ["values (1, 'a')", 'values (1, …)'],
    ["select 'hunter2', 4111111111111111, 12", 'select …'],
    ['explain select 1', 'explain select 1'],
    ['begin', 'begin'],
    ['begin; select 1; select 1 / 0; commit', 'select 1'],
    ['show work_mem;', 'show work_mem'],
    ['set search_path to tenant_815', 'set search_path'],
    ["set local app.key = 'hunter2'", 'set local app.key'],
    ["alter system set work_mem = '64MB'", 'alter system set work_mem = …'],
    ['alter default privileges grant select on tables to anon', 'alter default privileges grant select o…'],
    ['drop owned by ada', 'drop owned by ada'],
    ['create', 'create'],
    ['grant select on orders to anon', 'grant select on orders to anon'],
    ['revoke all on schema api from anon', 'revoke all on schema api from anon'],
    ["comment on table orders is 'Ours'", 'comment on table orders is …'],
    ['refresh materialized view totals', 'refresh materialized view totals'],
    ['table orders', 'table orders'],
    ['vacuum (analyze)', 'vacuum (analyze)'],
    ["do $$ begin perform 'hunter2'; end $$", 'do block'],
    [`select ${'1 + '.repeat(40)} 1`, `${'select '.concat('1 + '.repeat(40)).slice(0, 39).trimEnd()}…`],
  ])('is told by its words where it names nothing: %s', (sql, title) => {
    expect(firstStatement(sql)).toBe(title);
  });

  it.each([
    ['begin; select * from products', 'products: select'],
    ['select 1; select * from nope', 'nope: select'],
    ["set search_path to shop;\nselect 1;\ninsert into orders values ('a;b')", 'orders: insert'],
  ])('is that of the first one that names something: %s', (sql, title) => {
    expect(firstStatement(sql)).toBe(title);
  });

  it.each([
    ['-- Daily sales\nselect * from orders', 'Daily sales'],
    ['\n--- Top 10 customers. ---\r\nselect 1', 'Top 10 customers'],
    ['-- 1. Sales of 2024, Q1\nselect 1', 'Sales of 2024, Q1'],
    ['/* Revenue by month */', 'Revenue by month'],
    ['/*\n * Weekly report\n * for the team\n */\nselect 1', 'Weekly report'],
    ['-- Delete old sessions\ndelete from sessions', 'Delete old sessions'],
    [`-- ${'Words '.repeat(20)}\nselect 1`, `${'Words '.repeat(20).slice(0, 59)}…`],
    // A statement that was taken out, a note to oneself and what may be a value are no titles.
    ['-- select * from old\nselect * from products', 'products: select'],
    ['-- DELETE FROM old\nselect * from products', 'products: select'],
    ['-- TODO: an index\nselect * from products', 'products: select'],
    ['-- x\nselect * from products', 'products: select'],
    ['--\nselect * from products', 'products: select'],
    // A comment ends with its line: what follows is the statement, with its values.
    ['-- \nInsert Into orders Values (12, 5)', 'orders: insert'],
    ['--\nSelect id From users', 'users: select'],
    ['--\r\n\r\nUpdate orders Set total = 12', 'orders: update'],
    ['-- 1.\nDelete From orders Where id = 12', 'orders: delete'],
    ['-- ====\n--\nCall refund(12, 5)', 'refund: call'],
    // The first line that says something counts.
    ['--\n-- Daily sales\nSelect id From orders', 'Daily sales'],
    ['-- ----\r\n--- 1) Daily sales ---\r\n-- of all shops\r\nselect 1', 'Daily sales'],
    ['--\n/* Daily sales */ select 1', 'Daily sales'],
    ['--\n-- TODO\n-- Daily sales\nselect * from orders', 'orders: select'],
    ['-- the key is hunter2\nselect * from products', 'products: select'],
    ['select * -- all of them\nfrom products', 'products: select'],
  ])('gives way to a comment before it: %s', (sql, title) => {
    expect(firstStatement(sql)).toBe(title);
  });

  it.each([
    '',
    '--',
    '--- --- ---\nFrom here',
    'what is this',
    'postgres://app:hunter2@db/app',
    "-- alter role app password 'hunter2'",
    '-- key=hunter2',
    '-- postgres://app:hunter2@db/app',
    '-- the pin of Ada Lovelace is 1234',
  ])('is not told where there is none: %s', (sql) => {
    expect(firstStatement(sql)).toBeNull();
  });

  it('repeats no value', () => {
    for (const sql of [
      "alter role app with password 'hunter2'",
      "insert into people (email) values ('ada@example.com')",
      "select * from people where name = 'Ada' and id = 815",
      "create table notes (body text default 'hunter2')",
      "select $$hunter2$$ from 'ada@example.com'",
      "select crypt('hunter2', gen_salt('bf'))",
      "create 'hunter2' people",
      'select "hunter2"',
      "do $$ begin perform 'hunter2'; end $$",
      'execute login(815000, $1)',
    ])
      expect(firstStatement(sql) ?? '').not.toMatch(/hunter2|ada|815/i);
  });

  it('is short, and read from the beginning of the text', () => {
    expect([...firstStatement(`select * from ${'ü'.repeat(500)}`)!].length).toBeLessThan(80);
    expect(firstStatement(`${'-- x\n'.repeat(1_000)}select * from products`)).toBeNull();
  });
});

describe('results of one run', () => {
  it.each([
    ['select * from orders; select * from products', ['orders: select', 'products: select']],
    [
      'select count(*) from orders; select status, count(*) from orders group by 1',
      ['orders: count(*)', 'orders: status, count(*)'],
    ],
    [
      "select * from orders; select * from public.orders where city = 'Bonn'; select id from orders",
      ['orders: *', 'orders: * where city = …', 'orders: id'],
    ],
    [
      'with a as (select * from orders) select id from a; select now(); select * from orders',
      ['orders: id', 'select now()', 'orders: *'],
    ],
    // What is the same is told apart by its number alone.
    ['select 1; select 1', ['select 1', 'select 1']],
    ['select * from orders; select * from orders', ['orders: select', 'orders: select']],
    ['(select 1 from orders); explain select 1 from orders', ['orders: select', 'orders: explain']],
  ])('are told apart by what differs: %s', (sql, titles) => {
    expect(resultTitles(sql, statementsOf(sql))).toEqual(titles);
  });
});

describe('titles', () => {
  const query = (id: string, title: string, name = untitledSnippet) => ({ id, name, title });

  it('tell queries apart that do the same, in the order in which they were created', () => {
    expect(
      distinctTitles([
        query('c', 'products: select', 'Untitled query 3'),
        query('a', 'products: select', 'Untitled query 2'),
        query('b', 'orders: select'),
      ]),
    ).toEqual(['products: select (2)', 'products: select', 'orders: select']);
  });

  it('skip a number that a user has given', () => {
    expect(
      distinctTitles([
        query('a', 'select 1 (2)', 'select 1 (2)'),
        query('b', 'select 1'),
        query('c', 'select 1', 'Untitled query 2'),
        query('d', 'select 1 (2)', 'Untitled query 3'),
      ]),
    ).toEqual(['select 1 (2)', 'select 1', 'select 1 (3)', 'select 1 (2) (2)']);
  });

  it('leave the names of users as they are, and take none of them', () => {
    expect(
      distinctTitles([
        query('a', 'Untitled query'),
        query('b', 'Untitled query'),
        query('c', 'Prices', 'Prices'),
        query('d', 'Prices', 'Prices'),
        query('e', 'products: select', 'products: select'),
        query('f', 'products: select'),
      ]),
    ).toEqual(['Untitled query', 'Untitled query 2', 'Prices', 'Prices', 'products: select', 'products: select (2)']);
  });
});

describe('the title of a query', () => {
  it('is what it does until the user gives it a name', () => {
    expect(queryTitle({ name: untitledSnippet, statement: 'products: select' })).toBe('products: select');
    expect(queryTitle({ name: ' ', statement: 'products: select' })).toBe('products: select');
    expect(queryTitle({ name: 'Prices', statement: 'products: select' })).toBe('Prices');
    expect(queryTitle({ name: untitledSnippet, statement: null })).toBe(untitledSnippet);
    expect(queryTitle({ name: 'Untitled query 2', statement: 'products: select' })).toBe('products: select');
    expect(queryTitle({ name: 'Untitled query 2', statement: null })).toBe('Untitled query 2');
    expect(queryTitle({ name: 'Untitled query (copy)', statement: 'products: select' })).toBe('Untitled query (copy)');
  });
});
