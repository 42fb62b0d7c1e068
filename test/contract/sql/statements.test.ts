import { loadModule, parseSync } from 'libpg-query';
import { beforeAll, describe, expect, it } from 'vitest';
import { statementsOf, tokensOf } from '../../../src/contract/sql/statements.ts';

const cut = (sql: string): string[] => statementsOf(sql).map(({ from, to }) => sql.slice(from, to));

/** The statements as Postgres's parser cuts them; null for a text with a syntax error. */
function cutByPostgres(sql: string): string[] | null {
  const bytes = Buffer.from(sql);
  try {
    return (parseSync(sql).stmts ?? []).map(({ stmt_location: from = 0, stmt_len: length }) =>
      bytes.toString('utf8', from, length ? from + length : bytes.length),
    );
  } catch {
    return null;
  }
}

/** The same numbers in every run. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) % below;
}

beforeAll(loadModule);

describe('statements', () => {
  it.each<[sql: string, statements: string[]]>([
    [' ;; -- nothing\n /* ; */ ;', []],
    ['select 1', ['select 1']],
    ['/* head */ select 1 /* ; */ ; ;; select 2 -- tail', ['select 1 /* ; */ ', 'select 2 -- tail']],
    [
      `select ';'; select ";"; select $$;$$; select $a$;$$;$a$; select 1`,
      [`select ';'`, 'select ";"', 'select $$;$$', 'select $a$;$$;$a$', 'select 1'],
    ],
    [
      `select 'it''s;'; select "a"";"; select e'\\';'; select '\\'; select 1`,
      [`select 'it''s;'`, 'select "a"";"', `select e'\\';'`, `select '\\'`, 'select 1'],
    ],
    [`select e'a'\n '\\';'; select 1`, [`select e'a'\n '\\';'`, 'select 1']],
    ['select 1 /* a /* b; */ ; */; select 2', ['select 1 /* a /* b; */ ; */', 'select 2']],
    ['select 1 -- a;\n; select 2 -- b;\r; select 3', ['select 1 -- a;\n', 'select 2 -- b;\r', 'select 3']],
    ['select a$b$c; select $1; select $1a$b$; select 2', ['select a$b$c', 'select $1', 'select $1a$b$', 'select 2']],
    [
      'create rule r as on insert to a do also (insert into b values (1); delete from c); select 1',
      ['create rule r as on insert to a do also (insert into b values (1); delete from c)', 'select 1'],
    ],
    [
      'create function f() returns int begin atomic select case when true then 1 end; select 2; end; select 3',
      ['create function f() returns int begin atomic select case when true then 1 end; select 2; end', 'select 3'],
    ],
    [
      'create or replace procedure p() begin atomic; end; select 1',
      ['create or replace procedure p() begin atomic; end', 'select 1'],
    ],
    ['select begin atomic; select 1', ['select begin atomic', 'select 1']],
    [`select 'é💥;'; select \u00A01`, [`select 'é💥;'`, 'select \u00A01']],
  ])('of %j are those that Postgres finds', (sql, statements) => {
    expect(cut(sql)).toEqual(statements);
    expect(cutByPostgres(sql)).toEqual(statements);
  });

  it('of any text that Postgres accepts are those that it finds', () => {
    const random = createRandom(11);
    const pick = <Item>(items: readonly Item[]): Item => items[random(items.length)]!;
    const noise = [
      ';',
      "''",
      '""',
      '--',
      '/*',
      '*/',
      '(',
      ')',
      'begin',
      'end',
      'case',
      'é',
      '💥',
      '$$',
      '\\\\',
      '\n',
      ' ',
      'drop table t',
    ];
    const text = (without: RegExp) =>
      Array.from({ length: random(5) }, () => pick(noise))
        .join('')
        .replaceAll(without, '');
    const value = () =>
      pick([
        () => `'${text(/"/g)}'`,
        () => `e'${text(/"/g)}\\''`,
        () => `e'a'\n  '\\'${text(/"/g)}'`,
        () => `'a'\n'${text(/"/g)}'`,
        () => `u&'${text(/"|\\/g)}'`,
        () => `b'01'`,
        () => `$$${text(/\$/g)}$$`,
        () => `$tag$${text(/tag/g)}$tag$`,
        () => `"${text(/'/g)}x"`,
        () => '(select 1)',
        () => 'case when true then 1 else 2 end',
        () => '1.5e3',
        () => '$1',
        () => 'a$b',
      ])();
    const gap = () =>
      pick([' ', '\n', '\r\n', '\t', ` -- ${text(/[\n\r]/g)}\n`, ` /* ${text(/[*/]/g)} */ `, ' /* a /* ; */ ; */ ']);
    const statement = () =>
      pick([
        () => `select${gap()}${value()}${gap()},${gap()}${value()}`,
        () => `insert into t values (${value()})`,
        () => `create rule r as on insert to t do also (insert into u values (${value()});${gap()}delete from v)`,
        () =>
          `create function f() returns int${gap()}begin atomic${gap()}select ${value()};${gap()}select case when true then 1 end;${gap()}end`,
        () => `do ${pick(['$$', '$body$']).replace(/(.*)/, (tag) => `${tag} begin perform 1; end ${tag}`)}`,
        () => '',
      ])();
    let accepted = 0;
    for (let round = 0; round < 1_000; round++) {
      const sql = Array.from({ length: 1 + random(4) }, () => `${gap()}${statement()}${gap()}`).join(';');
      const expected = cutByPostgres(sql);
      if (expected === null) continue;
      accepted++;
      expect(cut(sql), sql).toEqual(expected);
    }
    expect(accepted).toBeGreaterThan(300);
  });
});

it('tokens lie one behind the other in any text', () => {
  const random = createRandom(7);
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
