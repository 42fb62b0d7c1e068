import type { DestructiveStatement } from '../../contract/sql/destructiveStatements.ts';

const meanings: Record<DestructiveStatement['kind'], string> = {
  drop: 'Drops the object and everything in it.',
  truncate: 'Deletes all rows.',
  delete: 'DELETE without WHERE deletes all rows.',
  update: 'UPDATE without WHERE changes all rows.',
};

/** What a destructive statement does, wherever the user is asked about one. */
export function destructiveMeaning({
  kind,
  droppedTables,
}: Pick<DestructiveStatement, 'kind' | 'droppedTables'>): string {
  if (droppedTables === 0) return meanings[kind];
  return droppedTables === 1 ? 'Drops the table and all its rows.' : 'Drops the tables and all their rows.';
}
