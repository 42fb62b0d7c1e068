import { describe, expect, it } from 'vitest';
import { firstStatement } from '../../src/contract/sql/firstStatement.ts';
import { distinctTitles, queryTitle, untitledSnippet } from '../../src/contract/sql/queryTitle.ts';

describe('what the first statement of a text does', () => {
  it.each([
    ['select * from products where price > 10', 'products: select'],
    ['SELECT a.id\n  FROM Products a JOIN orders o USING (id);', 'products: select'],
    ['select extract(year from now()) from only public.orders', 'orders: select'],
    ['select * from "Order items"', 'Order items: select'],
    ['select * from billing."Invoice ""2024"""', 'billing.Invoice "2024": select'],
    ['with recent as (select * from products) select * from recent', 'recent: select'],
    ['with gone as (delete from products returning *) insert into archive select * from gone', 'archive: insert'],
    ['with new as (select 1 as id) merge into products using new on true when matched then delete', 'products: merge'],
    ['explain (analyze, buffers) select * from products', 'products: explain'],
    ['insert into products (name) values (1)', 'products: insert'],
    ['merge into products p using other o on true when matched then delete', 'products: merge'],
    ['select pg_sleep(5)', 'pg_sleep(): select'],
    ['select now(), version()', 'now(): select'],
    ['select * from generate_series(1, 3) n', 'generate_series(): select'],
    ['select 6 * 7 as answer', 'answer: select'],
    ['SELECT 1 AS a,\n  cast(2 as int) AS "B"', 'a, B: select'],
    ["call archive_orders('2026-01-01')", 'archive_orders: call'],
    ['update only products set price = 1', 'products: update'],
    ['delete from products', 'products: delete'],
    ['truncate table products', 'products: truncate'],
    ['create table if not exists products (id int)', 'products: create table'],
    ['create unlogged table products (id int)', 'products: create table'],
    ['create or replace function twice(n int) returns int language sql as $$ select 2 $$', 'twice: create function'],
    ['create materialized view totals as select 1', 'totals: create materialized view'],
    ['create unique index concurrently by_name on products (name)', 'by_name: create index'],
    ['create index on products (lower(name))', 'products: create index'],
    ['create index concurrently on products (name)', 'products: create index'],
    ['create index concurrently if not exists by_name on products (name)', 'by_name: create index'],
    ['alter table if exists only products add column a int', 'products: alter table'],
    ['drop table if exists products cascade', 'products: drop table'],
    ['-- all of them\n/* really */ select * from products; select * from others', 'products: select'],
  ])('%s', (sql, title) => {
    expect(firstStatement(sql)).toBe(title);
  });

  it.each([
    ['select 1', 'select 1'],
    ['-- one\n\n/* two */ select 1; select 2', 'select 1'],
    ['SELECT 1,\n  2', 'SELECT 1, 2'],
    ['select exists (select 1)', 'select exists (select 1)'],
    ["select 'hunter2', 4111111111111111, 12", 'select …, …, …'],
    ['begin', 'begin'],
    ['begin; select 1; select 1 / 0; commit', 'select 1'],
    ['show work_mem;', 'show work_mem'],
    ['set search_path to tenant_815', 'set search_path'],
    ["set local app.key = 'hunter2'", 'set local app.key'],
    ['create', 'create'],
    ['/* why */ vacuum (analyze)', 'vacuum (analyze)'],
    [`select ${'1 + '.repeat(40)} 1`, `${'select '.concat('1 + '.repeat(40)).slice(0, 39)}…`],
  ])('is told by its words where it names nothing: %s', (sql, title) => {
    expect(firstStatement(sql)).toBe(title);
  });

  it.each([
    ['begin; select * from products', 'products: select'],
    ['-- does it run?\nselect 1; select * from nope', 'nope: select'],
    ["set search_path to shop;\nselect 1;\ninsert into orders values ('a;b')", 'orders: insert'],
  ])('is that of the first one that names something: %s', (sql, title) => {
    expect(firstStatement(sql)).toBe(title);
  });

  it.each([
    '',
    '--',
    'what is this',
    'postgres://app:hunter2@db/app',
    "-- alter role app password 'hunter2'",
    '-- key=hunter2',
    '-- the pin of Ada Lovelace is 1234',
    '/* Revenue by month */',
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
