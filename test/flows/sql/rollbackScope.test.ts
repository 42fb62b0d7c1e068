import { describe, expect, it } from 'vitest';
import { rollbackScopeOf, type RollbackScope } from '../../../src/machines/sql/sqlRun/rollbackScope.ts';

describe('what a failed statement undid', () => {
  const cases: readonly [tags: readonly (string | null)[], rollbackScope: RollbackScope | null, sql?: string][] = [
    [[], null],
    [[null], null],
    [['CREATE TABLE', 'INSERT 0 1', null], 'everything'],
    [['BEGIN', 'INSERT 0 1', 'SAVEPOINT', null], 'everything'],
    [['BEGIN', 'INSERT 0 1', 'ROLLBACK', 'INSERT 0 1', null], 'everything'],
    [['BEGIN', 'INSERT 0 1', 'COMMIT', 'INSERT 0 1', null], 'sinceCommit'],
    [['CALL', null], 'uncommitted'],
    [['DO', 'COMMIT', null], 'uncommitted'],
    [['VACUUM', null], 'uncommitted'],
    [['CREATE INDEX', null], 'everything', 'create index on t (a); select 1/0'],
    [['CREATE INDEX', null], 'uncommitted', 'create index concurrently on t (a); select 1/0'],
  ];

  it.each(cases)('%j: %s', (tags, rollbackScope, sql = '') => {
    expect(
      rollbackScopeOf(
        sql,
        tags.map((tag) => ({ tag })),
      ),
    ).toBe(rollbackScope);
  });
});
