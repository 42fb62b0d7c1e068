import { describe, expect, it } from 'vitest';
import type { Catalog } from '../../../src/contract/projects/catalog.ts';
import { exposedRelationsOf } from '../../../src/machines/sql/sqlRun/exposedRelations.ts';
import { rememberOpenRelations } from '../../../src/machines/sql/sqlRun/openRelations.ts';

type Relation = Catalog['schemas'][number]['relations'][number];

const relation = (name: string, remedy: string | null, kind: Relation['kind'] = 'table'): Relation => ({
  name,
  kind,
  remedy,
  columns: [],
});
const catalog: Catalog = {
  schemas: [
    {
      name: 'public',
      relations: [
        relation('products', 'close products'),
        relation('Odd "name"', 'close odd'),
        relation('orders', null),
        relation('dear', 'close dear', 'view'),
        relation('sums', 'close sums', 'materialized view'),
        relation('far', 'close far', 'foreign table'),
      ],
      functions: [],
    },
    { name: 'audit', relations: [relation('entries', null), relation('products', null)], functions: [] },
  ],
  searchPath: ['public', 'audit'],
};
const namesIn = (sql: string, given = catalog) => exposedRelationsOf(sql, given).map(({ name }) => name);

describe('a relation that a run leaves open', () => {
  it.each([
    ['products', 'create table products (id int)'],
    ['products', 'CREATE UNLOGGED TABLE IF NOT EXISTS Products (id int)'],
    ['products', 'select 1; create table public.products as select 1 as id;'],
    ['products', 'create table "products" (id int)'],
    ['products', 'select 1 as id into products'],
    ['products', 'with one as (select 1 as id) select * into table products from one'],
    ['products', 'alter table products disable row level security'],
    ['products', 'alter table if exists only public.products add column a int, disable row level security;'],
    ['dear', 'create view dear as select * from products'],
    ['dear', 'create or replace view public.dear as select * from products'],
    ['dear', 'create recursive view dear (n) as select 1'],
    ['dear', 'create view dear with (security_invoker = false) as select * from products'],
    ['dear', "create view dear with (security_invoker = 'off') as select * from products"],
    ['dear', 'alter view dear set (security_invoker = off)'],
    ['dear', 'alter view if exists dear reset (security_invoker)'],
    ['sums', 'create materialized view if not exists sums as select 1'],
    ['far', 'create foreign table far (id int) server other'],
    ['products', 'alter table audit.products set schema public'],
    ['products', 'alter table if exists only products set schema "public";'],
    ['sums', 'alter materialized view if exists audit.sums set schema public'],
    ['far', 'alter foreign table audit.far set schema public'],
    ['dear', 'alter view audit.dear set schema public'],
    ['far', 'import foreign schema remote from server other into public'],
    ['far', "import foreign schema remote limit to (near, far) from server other into public options (a 'b')"],
    ['products', 'grant select on products to anon'],
    ['products', 'grant insert, select on table orders, public.products to postgres, authenticated with grant option'],
    ['products', 'grant all privileges on products to public'],
    ['products', 'grant select (id) on products to "anon"'],
  ])('is found: %s by %s', (name, sql) => {
    expect(namesIn(sql)).toEqual([name]);
  });

  it.each([
    ['that is protected', 'create table orders (id int)'],
    ['of a schema that the data API does not read', 'create table audit.products (id int)'],
    ['that is temporary', 'create temp table products (id int)'],
    ['that is a temporary view', 'create temp view dear as select 1'],
    ['that was there before', 'select * from products; insert into products values (1)'],
    ['whose policies apply again', 'alter table products enable row level security'],
    ['that only changed otherwise', 'alter table products add column row int; alter view dear rename to dearer'],
    // The catalog may still be that of before the run.
    ['that reads as its caller', 'create or replace view dear with (security_invoker) as select * from products'],
    ['that reads as its caller by name', 'create or replace view dear with (security_invoker = true) as select 1'],
    ['that was just closed', 'alter view dear set (security_invoker = on)'],
    ['that is only spoken of', "select 'create table products (id int)' -- create table products (id int)"],
    ['that moved out of it', 'alter table public.products set schema audit'],
    ['whose column has such a name', 'alter table products alter column schema set default 1'],
    ['of a foreign schema that is elsewhere', 'import foreign schema public from server other into audit'],
    ['that the import left out', 'import foreign schema remote limit to (near) from server other into public'],
    ['that was granted to others', 'grant select on products to postgres'],
    ['that can only be written', 'grant insert on products to anon'],
    ['in a schema that may be used', 'grant usage on schema public to anon; grant all on sequence products to anon'],
    ['of a role', 'grant authenticated to anon'],
    ['that was revoked', 'revoke select on products from anon'],
    ['that a block left as it was', 'do $$ begin execute 1; end $$'],
    ['that is gone again', 'create table gone (id int); drop table gone'],
  ])('is not one %s', (_, sql) => {
    expect(namesIn(sql)).toEqual([]);
  });

  it('may be each of a schema', () => {
    const all = ['products', 'Odd "name"', 'dear', 'sums', 'far'];
    expect(namesIn('grant select on all tables in schema audit, public to anon, authenticated')).toEqual(all);
    expect(namesIn('grant all on all functions in schema public to anon')).toEqual([]);
  });

  it('is one that was not open before a block or a procedure ran, whatever that says', () => {
    const [{ relations, ...place }, ...others] = catalog.schemas as [Catalog['schemas'][number]];
    const before = rememberOpenRelations({
      ...catalog,
      schemas: [{ ...place, relations: relations.slice(1) }, ...others],
    });
    const now = rememberOpenRelations(catalog);
    const names = (sql: string, known?: number) => exposedRelationsOf(sql, catalog, known).map(({ name }) => name);
    for (const sql of ['do $$ begin execute 1; end $$', 'select 1; call open_it()']) {
      expect(names(sql, before)).toEqual(['products']);
      expect(names(sql, now)).toEqual([]);
      expect(names(sql)).toEqual([]);
    }
    expect(names('select open_it()', before)).toEqual([]);
    // What was open is remembered for the runs that can be looked at, not for all of a long day.
    for (let run = 0; run < 8; run++) rememberOpenRelations(catalog);
    expect(names('call open_it()', before)).toEqual([]);
  });

  it('is found in a statement that names very many', () => {
    const many = Array.from({ length: 20_000 }, (_, n) => relation(`t${n}`, n % 2 === 0 ? 'close' : null));
    const list = many.map(({ name }) => name).join(', ');
    const large: Catalog = { schemas: [{ name: 'public', relations: many, functions: [] }], searchPath: ['public'] };
    const startedAt = performance.now();
    expect(namesIn(`grant select on ${list} to anon`, large)).toHaveLength(10_000);
    expect(performance.now() - startedAt).toBeLessThan(3_000);
  });

  it('is the one that the search path finds first', () => {
    const path = { ...catalog, searchPath: ['audit', 'public'] };
    expect(namesIn('alter table products disable row level security', path)).toEqual([]);
    expect(namesIn('alter view dear reset (security_invoker)', path)).toEqual(['dear']);
  });

  it('comes once, with its kind and remedy', () => {
    const sql =
      'create table "Odd ""name""" (); create view dear as select 1; alter view dear reset (security_invoker)';
    expect(exposedRelationsOf(sql, catalog)).toEqual([
      { name: 'Odd "name"', kind: 'table', remedy: 'close odd' },
      { name: 'dear', kind: 'view', remedy: 'close dear' },
    ]);
  });
});
