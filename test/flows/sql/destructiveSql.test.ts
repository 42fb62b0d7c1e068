import { describe, expect, it } from 'vitest';
import { destructiveStatementsIn } from '../../../src/machines/sql/sqlRun/destructiveSql.ts';

const found = (sql: string) => destructiveStatementsIn(sql).map(({ kind, statement }) => `${kind}: ${statement}`);

describe('threats in SQL', () => {
  it.each<[sql: string, destructiveStatements: string[]]>([
    ['drop table public.users', ['drop: drop table public.users']],
    ['DROP   TABLE\n  users CASCADE; select 1', ['drop: DROP TABLE users CASCADE']],
    ['truncate a, b', ['truncate: truncate a, b']],
    ['delete from orders', ['delete: delete from orders']],
    ['delete from only orders using x', ['delete: delete from only orders using x']],
    ['update orders set total = 0', ['update: update orders set total = 0']],
    ['update orders set total = (select 1 where true)', ['update: update orders set total = (select 1 where true)']],
    ['with gone as (delete from a returning *) select * from gone where true', ['delete: delete from a returning *']],
    ['with x as (select 1 where true) delete from a', ['delete: delete from a']],
    ['explain analyze delete from a', ['delete: delete from a']],
    ['explain (analyze, buffers) update a set b = 1', ['update: update a set b = 1']],
    ['prepare p as delete from a', ['delete: delete from a']],
    ['alter table a drop column b, drop c', ['drop: alter table a drop column b, drop c']],
    ['alter type t drop attribute b', ['drop: alter type t drop attribute b']],
    ['do $$ begin delete from a; update b set c = 1 where d; end $$', ['delete: delete from a']],
    ["do 'begin truncate a; end'", ['truncate: truncate a']],
    ['-- all of it\rdrop table a', ['drop: drop table a']],
    ['delete from a; drop view v; delete from b where c', ['delete: delete from a', 'drop: drop view v']],
  ])('finds what %s takes away', (sql, destructiveStatements) => expect(found(sql)).toEqual(destructiveStatements));

  it.each([
    'select 1',
    'delete from orders where id = 1',
    'update orders set total = 0 where id = 1',
    'delete from orders where current of c',
    "select 'drop table users'",
    'select "drop" from "delete from x"',
    '-- drop table users\nselect 1',
    '/* outer /* drop table a; */ drop table b; */ select 1',
    "select e'it\\'s; drop table users'",
    'select $x$ ; drop table users; $x$',
    'insert into a values (1) on conflict (id) do update set b = 2',
    'select * from a for update',
    'select * from a for no key update',
    'create table a (b int references c on delete cascade on update cascade)',
    'create trigger t before delete or update on a execute function f()',
    'create policy p on a for delete using (true)',
    'grant select, update, delete, truncate on a to b',
    'create function f() returns void language plpgsql as $$ begin delete from a; end $$',
    'create procedure p() begin atomic delete from a; update b set c = 1; end',
    'explain delete from a',
    'create rule r as on insert to a do also (insert into b values (1); delete from c)',
    "select e'a'\n'\\'; drop table users'",
    'drop\u00A0table users',
    'alter table a alter column b drop default, alter c drop not null, drop constraint d',
    'alter table a add column b int',
    '',
    '   ;;  ',
    "select 'never closed",
    '/* never closed',
    'select $$ never closed',
  ])('finds nothing in %s', (sql) => expect(found(sql)).toEqual([]));

  it('says where each begins, in the text and not in a DO block', () => {
    const sql = 'select 1;\n do $$ begin delete from a; end $$;\n drop table b';
    expect(destructiveStatementsIn(sql).map(({ from }) => sql.slice(from, from + 6))).toEqual(['delete', 'drop t']);
  });

  it('keeps a long statement short', () => {
    const [destructiveStatement] = destructiveStatementsIn(
      `drop table ${Array.from({ length: 50 }, (_, index) => `t${index}`).join(', ')}`,
    );
    expect(destructiveStatement!.statement.length).toBeLessThanOrEqual(100);
    expect(destructiveStatement!.statement).toMatch(/…$/);
  });
});
