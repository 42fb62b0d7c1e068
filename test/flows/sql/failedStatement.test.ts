import { describe, expect, it } from 'vitest';
import { failedStatement } from '../../../src/machines/sql/sqlRun/failedStatement.ts';

const done = { tag: 'SELECT 1' };

/** The statement that failed, as number, count and text. */
function failed(sql: string, results: readonly { tag: string | null }[], pointed?: string) {
  const found = failedStatement(sql, results, pointed === undefined ? {} : { position: sql.indexOf(pointed) + 1 });
  return found && [found.number, found.count, sql.slice(found.position - 1)];
}

describe('the statement that ended a run', () => {
  it('is the one that a syntax error points at, though none has run', () => {
    expect(failed('select 1;\nselect 2;\nselct 3', [], 'selct')).toEqual([3, 3, 'selct 3']);
    expect(failed('select 1;\nselect 2 form t;\nselect 3', [], 't;')).toEqual([2, 3, 'select 2 form t;\nselect 3']);
  });

  it('may end with what the error points at: its semicolon, or the end of the text', () => {
    expect(failed('select 1; select * from; select 3', [], '; select 3')?.[0]).toBe(2);
    expect(failedStatement('select 1; select (', [], { position: 19 })?.number).toBe(2);
  });

  it('is counted without the semicolons in comments and texts', () => {
    const sql = "-- ;\nselect ';';\n/* ; */ do $$ begin; end $$;\nselct 3; select 4";
    expect(failed(sql, [], 'selct')).toEqual([3, 4, 'selct 3; select 4']);
  });

  it('is the first one that did not end, where the error has no place', () => {
    expect(failed('select 1; select 1/0; select 3', [done, { tag: null }])).toEqual([2, 3, 'select 1/0; select 3']);
  });

  it('is none where there was only one, or where all had ended', () => {
    expect(failed('selct 1;', [], 'selct')).toBeNull();
    expect(failed('select 1; select 2', [done, done])).toBeNull();
  });
});
