import { useState, type FormEvent } from 'react';
import type { Constraint } from '../../contract/tables/constraint.ts';
import { constraintOf, isUnfinished, noConstraint, type TypedConstraint } from './typedConstraint.ts';

/** What is typed of a constraint in the form of a table. */
export interface TypedConstraintField {
  typed: TypedConstraint;
  /** The form was submitted before it was finished. */
  isMarked: boolean;
  onTyped: (typed: TypedConstraint) => void;
}

interface ConstraintsInput {
  constraints: readonly Constraint[];
  /** Names of the table's columns. */
  columns: readonly string[];
  onChanged: (constraints: Constraint[]) => void;
}

export type TypedConstraints = ReturnType<typeof useTypedConstraint>;

/** The constraints of a form with the one that is typed: a form that is submitted has it too. */
export function useTypedConstraint({ constraints, columns, onChanged }: ConstraintsInput) {
  const [typed, setTyped] = useState(noConstraint);
  const [isMarked, setMarked] = useState(false);
  const added = constraintOf(typed, columns);
  const isOpen = isUnfinished(typed, columns);
  const onTyped = (next: TypedConstraint) => {
    setTyped(next);
    setMarked(false);
  };
  const all = added === null ? [...constraints] : [...constraints, added];
  return {
    field: { typed, isMarked, onTyped } satisfies TypedConstraintField,
    /** Something is typed that is no constraint yet. */
    isOpen,
    /** Those that the table has after the form was submitted. */
    all,
    add: () => {
      onChanged(all);
      onTyped({ ...noConstraint, kind: typed.kind });
    },
    /** Around what submits the form. */
    submitting: (submit: (event: FormEvent) => void) => (event: FormEvent) => {
      if (isOpen) {
        event.preventDefault();
        setMarked(true);
        return;
      }
      if (added !== null) {
        onChanged(all);
        onTyped(noConstraint);
      }
      submit(event);
    },
  };
}
