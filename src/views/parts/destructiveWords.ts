import type { DestructiveStatement } from '../../contract/sql/destructiveStatements.ts';

/** What a destructive statement does, wherever the user is asked about one. */
export const destructiveMeanings: Record<DestructiveStatement['kind'], string> = {
  drop: 'Drops the object and everything in it.',
  truncate: 'Deletes all rows.',
  delete: 'DELETE without WHERE deletes all rows.',
  update: 'UPDATE without WHERE changes all rows.',
};
