import type { DestructiveStatement } from '../../contract/sql/destructiveStatements.ts';

const meanings: Record<DestructiveStatement['kind'], string> = {
  drop: 'Drops the object and everything in it.',
  truncate: 'Deletes all rows.',
  delete: 'DELETE without WHERE deletes all rows.',
  update: 'UPDATE without WHERE changes all rows.',
};

const dropsTable = /^drop\s+(?:foreign\s+)?table\b/i;

/** What a destructive statement does, wherever the user is asked about one. */
export function destructiveMeaning({ kind, statement }: Pick<DestructiveStatement, 'kind' | 'statement'>): string {
  if (kind !== 'drop' || !dropsTable.test(statement)) return meanings[kind];
  return statement.includes(',') ? 'Drops the tables and all their rows.' : 'Drops the table and all its rows.';
}
