import { describe, expect, it } from 'vitest';
import { destructiveStatementsIn } from '../../../src/machines/sql/sqlRun/destructiveSql.ts';
import { statementsOf, tokensOf } from '../../../src/machines/sql/sqlRun/statements.ts';

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

describe('statements', () => {
  const cut = (sql: string) =>
    statementsOf(tokensOf(sql)).map((tokens) => sql.slice(tokens[0]!.from, tokens.at(-1)!.to));

  it('are parted by semicolons that are neither quoted nor in a body', () => {
    expect(cut('select \';\'; select ";" ; select $$;$$;; select 1 -- ;\n')).toEqual([
      "select ';'",
      'select ";"',
      'select $$;$$',
      'select 1',
    ]);
    expect(
      cut('create function f() returns int begin atomic select case when true then 1 end; select 2; end; select 3'),
    ).toEqual([
      'create function f() returns int begin atomic select case when true then 1 end; select 2; end',
      'select 3',
    ]);
  });

  it('reads any text to its end without losing a character of a token', () => {
    const pieces = [
      "'",
      '"',
      '$',
      '$$',
      '$a$',
      '(',
      ')',
      ';',
      '--',
      '/*',
      '*/',
      '\n',
      ' ',
      'e',
      "e'",
      '\\',
      'drop',
      'delete from',
      '1.5e3',
      'é',
      '💥',
    ];
    let seed = 7;
    const random = (below: number) => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % below;
    for (let round = 0; round < 500; round++) {
      const sql = Array.from({ length: random(12) }, () => pieces[random(pieces.length)]!).join('');
      let last = 0;
      for (const token of tokensOf(sql)) {
        expect(token.from).toBeGreaterThanOrEqual(last);
        expect(token.to).toBeGreaterThan(token.from);
        last = token.to;
      }
      expect(last).toBeLessThanOrEqual(sql.length);
    }
  });
});
