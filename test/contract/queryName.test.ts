import { describe, expect, it } from 'vitest';
import { isNamedByText, queryName } from '../../src/contract/sql/queryName.ts';
import { untitledSnippet } from '../../src/contract/sql/sqlEditor.ts';

describe('the name of a query that has not been named', () => {
  it.each([
    ['select * from products where price > 10', 'products: select'],
    ['SELECT a.id\n  FROM Products a JOIN orders o USING (id);', 'products: select'],
    ['select extract(year from now()) from only public.orders', 'orders: select'],
    ['select * from "Order items"', 'Order items: select'],
    ['select * from billing."Invoice ""2024"""', 'billing.Invoice "2024": select'],
    ['with recent as (select * from products) select * from recent', 'recent: select'],
    ['with gone as (delete from products returning *) insert into archive select * from gone', 'archive: insert'],
    ['explain (analyze, buffers) select * from products', 'products: explain'],
    ['insert into products (name) values (1)', 'products: insert'],
    ['merge into products p using other o on true when matched then delete', 'products: merge'],
    ['update only products set price = 1', 'products: update'],
    ['delete from products', 'products: delete'],
    ['truncate table products', 'products: truncate'],
    ['create table if not exists products (id int)', 'products: create table'],
    ['create unlogged table products (id int)', 'products: create table'],
    ['create or replace function twice(n int) returns int language sql as $$ select 2 $$', 'twice: create function'],
    ['create materialized view totals as select 1', 'totals: create materialized view'],
    ['create unique index concurrently by_name on products (name)', 'by_name: create index'],
    ['create index on products (lower(name))', 'products: create index'],
    ['alter table if exists only products add column a int', 'products: alter table'],
    ['drop table if exists products cascade', 'products: drop table'],
    ['-- all of them\n/* really */ select * from products; select * from others', 'products: select'],
  ])('%s', (sql, name) => {
    expect(queryName(sql)).toBe(name);
  });

  it.each([
    '',
    '-- a comment',
    'select 1',
    'select (select 1 from products)',
    'begin; select * from products',
    'create',
    'insert into',
    'select * from (select 1) s',
    'with a',
    'explain',
    'what is this',
  ])('stays as it was without a name in it: %s', (sql) => {
    expect(queryName(sql)).toBe(untitledSnippet);
  });

  it('repeats no value', () => {
    for (const sql of [
      "alter role app with password 'hunter2'",
      "insert into people (email) values ('ada@example.com')",
      "select * from people where name = 'Ada' and id = 815",
      "create table notes (body text default 'hunter2')",
      "select $$hunter2$$ from 'ada@example.com'",
      "create 'hunter2' people",
    ])
      expect(queryName(sql)).not.toMatch(/hunter2|ada|815/i);
  });

  it('is short, and read from the beginning of the text', () => {
    expect([...queryName(`select * from ${'ü'.repeat(500)}`)].length).toBeLessThan(80);
    expect(queryName(`${'-- x\n'.repeat(1_000)}select * from products`)).toBe(untitledSnippet);
  });
});

describe('a name follows the text', () => {
  it('until the user chooses another', () => {
    expect(isNamedByText({ name: untitledSnippet, sql: 'select 1' })).toBe(true);
    expect(isNamedByText({ name: 'products: select', sql: 'select * from products' })).toBe(true);
    expect(isNamedByText({ name: ' ', sql: 'select * from products' })).toBe(true);
    expect(isNamedByText({ name: 'Prices', sql: 'select * from products' })).toBe(false);
  });
});
