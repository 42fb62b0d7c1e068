import { useEffect, useRef } from 'react';
import { Button } from '../ui/Button.tsx';
import { focusFirstInvalid } from '../ui/focus/focusFirstInvalid.ts';
import { SelectField } from '../ui/SelectField.tsx';
import { TextField } from '../ui/TextField.tsx';
import { tableForm } from './formStyles.ts';
import { KeyTargetFields, type Suggestions } from './KeyTargetFields.tsx';
import { addableKinds, constraintOf, ownColumns, type TypedConstraint } from './typedConstraint.ts';
import type { TypedConstraintField } from './useTypedConstraint.ts';

const names: Readonly<Record<TypedConstraint['kind'], string>> = {
  check: 'Check',
  unique: 'Unique',
  'primary key': 'Primary key',
  'foreign key': 'Foreign key',
};

export interface ConstraintFormProps extends TypedConstraintField {
  suggestions: Suggestions;
  columns: readonly string[];
  onAdded: () => void;
}

/** A constraint to add: what is chosen and typed here becomes its definition. */
export function ConstraintForm({ suggestions, columns, typed, isMarked, onTyped, onAdded }: ConstraintFormProps) {
  const { kind, text, target } = typed;
  const chosen = ownColumns(typed, columns);
  const change = (changed: Partial<TypedConstraint>) => onTyped({ ...typed, ...changed });
  const group = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isMarked) focusFirstInvalid(group.current);
  }, [isMarked]);
  return (
    <div ref={group} className={tableForm.group} role="group" aria-label="New constraint">
      <div className={tableForm.pair}>
        <SelectField
          label="Kind"
          value={kind}
          options={addableKinds.map((value) => ({ value, label: names[value] }))}
          onValueChange={(value) => change({ kind: value })}
        />
        {kind === 'foreign key' ? (
          <>
            <KeyTargetFields
              suggestions={suggestions}
              value={target}
              onChanged={(value) => change({ target: value })}
            />
            {target?.columns.map((column, place) => (
              <SelectField
                key={column}
                label={`Column for ${column}`}
                value={chosen[place] ?? ''}
                placeholder="Choose a column"
                error={isMarked && chosen[place] === '' ? 'Choose a column, or another kind of constraint.' : undefined}
                options={columns.map((name) => ({ value: name, label: name }))}
                onValueChange={(name) => change({ own: chosen.map((before, at) => (at === place ? name : before)) })}
              />
            ))}
          </>
        ) : (
          <TextField
            label={kind === 'check' ? 'Condition' : 'Columns'}
            placeholder={kind === 'check' ? 'total >= 0' : 'code, place'}
            autoCapitalize="none"
            value={text}
            onValueChange={(value) => change({ text: value })}
          />
        )}
      </div>
      <div>
        <Button size="small" disabled={constraintOf(typed, columns) === null} onClick={onAdded}>
          Add constraint
        </Button>
      </div>
    </div>
  );
}
