import { describe, expect, it } from 'vitest';
import type { Catalog } from '../../../src/contract/projects/catalog.ts';
import { protectionOf, unprotectedTablesOf } from '../../../src/machines/sql/sqlRun/unprotectedTables.ts';

const relation = (name: string, rowSecurity: boolean, kind: 'table' | 'view' = 'table') => ({
  name,
  kind,
  rowSecurity,
  columns: [],
});
const catalog: Catalog = {
  schemas: [
    {
      name: 'public',
      relations: [
        relation('products', false),
        relation('Odd "name"', false),
        relation('orders', true),
        relation('dear', false, 'view'),
      ],
      functions: [],
    },
    { name: 'audit', relations: [relation('entries', false)], functions: [] },
  ],
  searchPath: ['public'],
};

describe('a table that a run created without row level security', () => {
  it.each([
    'create table products (id int)',
    'CREATE UNLOGGED TABLE IF NOT EXISTS Products (id int)',
    'select 1; create table public.products as select 1 as id;',
    'create table "products" (id int)',
    'select 1 as id into products',
    'with one as (select 1 as id) select * into table products from one',
  ])('is found: %s', (sql) => {
    expect(unprotectedTablesOf(sql, catalog)).toEqual(['products']);
  });

  it.each([
    ['that is protected', 'create table orders (id int)'],
    ['of a schema that the data API does not read', 'create table audit.products (id int)'],
    ['that is temporary', 'create temp table products (id int)'],
    ['that was there before', 'select * from products; insert into products values (1)'],
    ['that is a view', 'create view dear as select * from products'],
    ['that is only spoken of', "select 'create table products (id int)' -- create table products (id int)"],
    ['that is gone again', 'create table gone (id int); drop table gone'],
  ])('is not one %s', (_, sql) => {
    expect(unprotectedTablesOf(sql, catalog)).toEqual([]);
  });

  it('is protected by its exact name', () => {
    expect(unprotectedTablesOf('create table "Odd ""name""" (); create table products ()', catalog)).toEqual([
      'Odd "name"',
      'products',
    ]);
    expect(protectionOf(['Odd "name"', 'products'])).toBe(
      'alter table public."Odd ""name""" enable row level security;\nalter table public."products" enable row level security;',
    );
  });
});
