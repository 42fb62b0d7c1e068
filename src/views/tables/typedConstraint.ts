import { quotedName } from '../../contract/sql/quotedName.ts';
import type { Constraint } from '../../contract/tables/constraint.ts';
import { referencesSql } from '../../contract/tables/foreignKey.ts';
import type { ForeignKey } from './KeyTargetFields.tsx';

export const addableKinds = ['check', 'unique', 'primary key', 'foreign key'] as const;
type AddableKind = (typeof addableKinds)[number];

/** A constraint as it is typed. */
export interface TypedConstraint {
  kind: AddableKind;
  /** A condition, or columns. */
  text: string;
  target: ForeignKey | null;
  /** Columns of the table, by place in the key of the other table. */
  own: readonly string[];
}

export const noConstraint: TypedConstraint = { kind: 'check', text: '', target: null, own: [] };

/** The columns of a foreign key that the table has; empty where none is chosen. */
export const ownColumns = ({ target, own }: TypedConstraint, columns: readonly string[]): readonly string[] =>
  target?.columns.map((_, place) => columns.find((name) => name === own[place]) ?? '') ?? [];

/** Whether something is typed that is no constraint yet. */
export const isUnfinished = (typed: TypedConstraint, columns: readonly string[]): boolean =>
  typed.kind === 'foreign key' && ownColumns(typed, columns).includes('');

/** The constraint that is typed; null where there is none, or not all of it. */
export function constraintOf(typed: TypedConstraint, columns: readonly string[]): Constraint | null {
  const { kind, text, target } = typed;
  if (kind !== 'foreign key')
    return text.trim() === '' ? null : { storedName: null, kind, definition: `${kind} (${text})` };
  if (target === null || isUnfinished(typed, columns)) return null;
  const own = ownColumns(typed, columns).map(quotedName).join(', ');
  return { storedName: null, kind, definition: `foreign key (${own}) references ${referencesSql(target)}` };
}
