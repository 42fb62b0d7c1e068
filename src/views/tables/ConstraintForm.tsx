import { useState } from 'react';
import { quotedName } from '../../contract/sql/quotedName.ts';
import type { Constraint } from '../../contract/tables/constraint.ts';
import { referencesSql } from '../../contract/tables/foreignKey.ts';
import { Button } from '../ui/Button.tsx';
import { SelectField } from '../ui/SelectField.tsx';
import { TextField } from '../ui/TextField.tsx';
import { tableForm } from './formStyles.ts';
import { KeyTargetFields, type ForeignKey, type Suggestions } from './KeyTargetFields.tsx';

const addable = ['check', 'unique', 'primary key', 'foreign key'] as const;
type Addable = (typeof addable)[number];

const names: Readonly<Record<Addable, string>> = {
  check: 'Check',
  unique: 'Unique',
  'primary key': 'Primary key',
  'foreign key': 'Foreign key',
};

interface ConstraintFormProps {
  suggestions: Suggestions;
  columns: readonly string[];
  onAdded: (constraint: Constraint) => void;
}

/** A constraint to add: what is chosen and typed here becomes its definition. */
export function ConstraintForm({ suggestions, columns, onAdded }: ConstraintFormProps) {
  const [kind, setKind] = useState<Addable>('check');
  const [text, setText] = useState('');
  const [target, setTarget] = useState<ForeignKey | null>(null);
  /** By place in the key of the other table. */
  const [own, setOwn] = useState<readonly string[]>([]);
  const isForeign = kind === 'foreign key';
  const chosen = target?.columns.map((_, place) => columns.find((name) => name === own[place]) ?? '') ?? [];
  const definition = {
    check: `check (${text})`,
    unique: `unique (${text})`,
    'primary key': `primary key (${text})`,
    'foreign key': target && `foreign key (${chosen.map(quotedName).join(', ')}) references ${referencesSql(target)}`,
  }[kind];
  const isComplete = isForeign ? target !== null && !chosen.includes('') : text.trim() !== '';
  return (
    <div className={tableForm.group} role="group" aria-label="New constraint">
      <div className={tableForm.pair}>
        <SelectField
          label="Kind"
          value={kind}
          options={addable.map((value) => ({ value, label: names[value] }))}
          onValueChange={setKind}
        />
        {isForeign ? (
          <>
            <KeyTargetFields suggestions={suggestions} value={target} onChanged={(value) => setTarget(value)} />
            {target?.columns.map((column, place) => (
              <SelectField
                key={column}
                label={`Column for ${column}`}
                value={chosen[place] ?? ''}
                placeholder="Choose a column"
                options={columns.map((name) => ({ value: name, label: name }))}
                onValueChange={(name) => setOwn(chosen.map((before, at) => (at === place ? name : before)))}
              />
            ))}
          </>
        ) : (
          <TextField
            label={kind === 'check' ? 'Condition' : 'Columns'}
            placeholder={kind === 'check' ? 'total >= 0' : 'code, place'}
            autoCapitalize="none"
            value={text}
            onValueChange={setText}
          />
        )}
      </div>
      <div>
        <Button
          size="small"
          disabled={!isComplete}
          onClick={() => {
            if (definition === null) return;
            onAdded({ storedName: null, kind, definition });
            setText('');
            setTarget(null);
            setOwn([]);
          }}
        >
          Add constraint
        </Button>
      </div>
    </div>
  );
}
