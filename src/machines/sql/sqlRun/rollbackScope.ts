import type { ResultSummary } from './sqlRun.machine.ts';

/** How much of what a failed run had done is gone. */
export type RollbackScope =
  | 'everything'
  /** The text ended an explicit transaction before it failed. */
  | 'sinceCommit'
  /** Some of it may have been committed on its way, which its tags do not tell. */
  | 'uncommitted';

const commits = /^COMMIT$/;
/** Commands that commit by themselves, or run what may. */
const mayCommit =
  /^(?:CALL|DO|VACUUM|CLUSTER|REINDEX|(?:CREATE|DROP) (?:DATABASE|TABLESPACE)|ALTER (?:SYSTEM|DATABASE)|PREPARE TRANSACTION|COMMIT PREPARED|ROLLBACK PREPARED)\b/;
/** Tags do not say it of an index that is made, or a partition that is detached, this way. */
const concurrently = /\bconcurrently\b/i;

/**
 * What a failure undid of the statements before it. They are one implicit transaction, unless some of them say
 * otherwise; null where none had been completed.
 */
export function rollbackScopeOf(sql: string, results: readonly Pick<ResultSummary, 'tag'>[]): RollbackScope | null {
  const tags = results.flatMap(({ tag }) => (tag === null ? [] : [tag]));
  if (tags.length === 0) return null;
  if (concurrently.test(sql) || tags.some((tag) => mayCommit.test(tag))) return 'uncommitted';
  return tags.some((tag) => commits.test(tag)) ? 'sinceCommit' : 'everything';
}
