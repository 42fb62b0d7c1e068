import { loadModule, parseSync, type DropStmt } from 'libpg-query';
import { beforeAll, describe, expect, it } from 'vitest';
import { parseStatements } from '../../../server/projects/queries/statementEffects.ts';
import { destructiveStatementsIn } from '../../../src/contract/sql/destructiveStatements.ts';
import {
  brokenCases,
  destructiveBlocks,
  destructiveCases,
  harmlessBlocks,
  harmlessCases,
} from '../../fixtures/destructiveCases.ts';

const found = (sql: string) => destructiveStatementsIn(sql).map(({ kind, statement }) => `${kind}: ${statement}`);
const kindsFound = (sql: string) => destructiveStatementsIn(sql).map(({ kind }) => kind);

type Tree = Record<string, Record<string, unknown>>;

/** What takes something away in a part of Postgres' own tree, in no order; MERGE and ON CONFLICT have other nodes. */
function* kindsIn(part: unknown): Generator<string> {
  if (typeof part !== 'object' || part === null) return;
  if (Array.isArray(part)) {
    for (const each of part) yield* kindsIn(each);
    return;
  }
  for (const [kind, fields] of Object.entries(part as Tree)) {
    if (/^(?:Create(?!TableAs).*|Rule|View)Stmt$/.test(kind)) continue;
    if (kind === 'ExplainStmt' && !JSON.stringify(fields['options'] ?? []).includes('"analyze"')) continue;
    if (/^Drop.*Stmt$|^DropdbStmt$/.test(kind)) yield 'drop';
    if (kind === 'TruncateStmt') yield 'truncate';
    if (kind === 'DeleteStmt' && fields['whereClause'] === undefined) yield 'delete';
    if (kind === 'UpdateStmt' && fields['whereClause'] === undefined) yield 'update';
    if (kind === 'AlterTableStmt' && JSON.stringify(fields['cmds']).includes('"AT_DropColumn"')) yield 'drop';
    yield* kindsIn(fields);
  }
}

const kindsByPostgres = (sql: string): string[] =>
  sql.trim() === '' ? [] : [...kindsIn(parseSync(sql).stmts)].toSorted();

const droppedTables = (sql: string) => destructiveStatementsIn(sql).map((statement) => statement.droppedTables);

/** The same by Postgres' own tree, whose statement names everything that it drops. */
const droppedByPostgres = (sql: string): number[] =>
  (parseSync(sql).stmts ?? []).map(({ stmt }) => {
    const { removeType = '', objects = [] } = (stmt as { DropStmt?: DropStmt }).DropStmt ?? {};
    return /^OBJECT_(?:FOREIGN_)?TABLE$/.test(removeType) ? objects.length : 0;
  });

beforeAll(loadModule);

const everyDestructive = [...destructiveCases, ...destructiveBlocks];
const everyHarmless = [...harmlessCases, ...harmlessBlocks];

describe('what a text takes away', () => {
  it.each(everyDestructive)('is found in %j', (sql, statements) => expect(found(sql)).toEqual(statements));
  it.each([...everyHarmless, ...brokenCases])('is nothing in %j', (sql) => expect(found(sql)).toEqual([]));

  it.each([...destructiveCases.map(([sql]) => sql), ...harmlessCases])("is what Postgres' grammar finds in %j", (sql) =>
    expect(kindsFound(sql).toSorted()).toEqual(kindsByPostgres(sql)),
  );

  it.each([...destructiveCases.map(([sql]) => sql), ...harmlessCases])(
    'is the same behind a comment and in capitals: %j',
    (sql) => {
      const dressed = `/* ; drop table x; */ ${sql.replaceAll(/(?<![$'"\\\w])[a-z]+(?![$'"\\\w])/g, (word) => word.toUpperCase())}\n-- delete from x`;
      expect(kindsFound(dressed)).toEqual(kindsFound(sql));
    },
  );

  it.each([
    ['drop table a', 1],
    ['drop table if exists s.a cascade', 1],
    ['drop table "a,b"', 1],
    ['drop table a /* , b */ -- , c', 1],
    ['drop /* all of it */ table a', 1],
    ['drop foreign table a', 1],
    ['drop table a, b', 2],
    ['drop table if exists s.a, "b,c", d cascade', 3],
    [`drop table ${'a'.repeat(60)}, ${'b'.repeat(60)}, c`, 3],
    ['drop view a, b', 0],
    ['drop function f(int, text)', 0],
    ['alter table a drop column b, drop c', 0],
    ['truncate a, b', 0],
  ])('counts the tables that are dropped in %j', (sql, count) => {
    expect(droppedTables(sql)).toEqual([count]);
    expect(droppedByPostgres(sql)).toEqual([count]);
  });

  it('counts the tables of each statement of a DO block', () =>
    expect(droppedTables('do $$ begin drop table a; drop table b, c; drop view d; end $$')).toEqual([1, 2, 0]));

  it('says where each begins, in the text and not in a DO block', () => {
    const sql = 'select 1;\n do $$ begin delete from a; end $$;\n drop table b';
    expect(destructiveStatementsIn(sql).map(({ from }) => sql.slice(from, from + 6))).toEqual(['delete', 'drop t']);
  });

  // Everyone's server reads it: a text that took a square of its length would stop all of them.
  it.each([
    ['in ', 0],
    ['then delete ', 0],
    ['then delete from a ', 50_000],
    ['with x as (delete from a ', 38_461],
    ['as (update a set b = 1 ', 0],
    ['alter a drop b, ', 0],
    ['do $a$ ', 0],
  ])('is found at once in a million characters of %j', (part, count) => {
    const body = part.repeat(Math.floor(1_000_000 / (part.length + 1)));
    expect(destructiveStatementsIn(`do $$ begin ${body}$$`)).toHaveLength(count);
  });

  it('keeps a long statement short', () => {
    const [destructiveStatement] = destructiveStatementsIn(
      `drop table ${Array.from({ length: 50 }, (_, index) => `t${index}`).join(', ')}`,
    );
    expect(destructiveStatement!.statement.length).toBeLessThanOrEqual(100);
    expect(destructiveStatement!.statement).toMatch(/…$/);
  });
});

describe('what the server says of a statement', () => {
  it.each(everyDestructive)('is that it writes where it takes something away: %j', async (sql) => {
    const statements = (await parseStatements(sql))?.statements ?? [];
    const destructive = statements.filter(({ from, to }) => found(sql.slice(from, to)).length > 0);
    expect(destructive).not.toEqual([]);
    expect(destructive.filter(({ effect }) => effect !== 'writes')).toEqual([]);
  });

  it('is for other code no more than that it may write', async () => {
    for (const sql of harmlessBlocks) expect((await parseStatements(sql))?.statements[0]?.effect).toBe('unknown');
  });
});
