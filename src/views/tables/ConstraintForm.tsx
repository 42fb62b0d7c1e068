import { useState } from 'react';
import { quotedName } from '../../contract/sql/quotedName.ts';
import type { ShapeConstraint } from '../../contract/tables/shape.ts';
import { Button } from '../ui/Button.tsx';
import { SelectField } from '../ui/SelectField.tsx';
import { TextField } from '../ui/TextField.tsx';
import { tableForm } from './formStyles.ts';

const addable = ['check', 'unique', 'primary key', 'foreign key'] as const;
type Addable = (typeof addable)[number];

const names: Readonly<Record<Addable, string>> = {
  check: 'Check',
  unique: 'Unique',
  'primary key': 'Primary key',
  'foreign key': 'Foreign key',
};

const referenceActions = ['no action', 'restrict', 'cascade', 'set null', 'set default'] as const;
type ReferenceAction = (typeof referenceActions)[number];
const actionOptions = referenceActions.map((action) => ({ value: action, label: action }));

interface ConstraintFormProps {
  columns: readonly string[];
  onAdded: (constraint: ShapeConstraint) => void;
}

/** A constraint to add: what is typed here becomes its definition. */
export function ConstraintForm({ columns, onAdded }: ConstraintFormProps) {
  const [kind, setKind] = useState<Addable>('check');
  const [text, setText] = useState('');
  const [column, setColumn] = useState('');
  const [onDelete, setOnDelete] = useState<ReferenceAction>('no action');
  const [onUpdate, setOnUpdate] = useState<ReferenceAction>('no action');
  const definition = {
    check: `check (${text})`,
    unique: `unique (${text})`,
    'primary key': `primary key (${text})`,
    'foreign key':
      `foreign key (${quotedName(column)}) references ${text}` +
      (onDelete === 'no action' ? '' : ` on delete ${onDelete}`) +
      (onUpdate === 'no action' ? '' : ` on update ${onUpdate}`),
  }[kind];
  const isForeign = kind === 'foreign key';
  return (
    <div className={tableForm.group} role="group" aria-label="New constraint">
      <div className={tableForm.pair}>
        <SelectField
          label="Kind"
          value={kind}
          options={addable.map((value) => ({ value, label: names[value] }))}
          onValueChange={setKind}
        />
        {isForeign && (
          <SelectField
            label="Column"
            value={column}
            placeholder="Choose a column"
            options={columns.map((name) => ({ value: name, label: name }))}
            onValueChange={setColumn}
          />
        )}
        <TextField
          label={kind === 'check' ? 'Condition' : isForeign ? 'Refers to' : 'Columns'}
          placeholder={kind === 'check' ? 'total >= 0' : isForeign ? 'boats (id)' : 'code, place'}
          autoCapitalize="none"
          value={text}
          onValueChange={setText}
        />
        {isForeign && (
          <>
            <SelectField label="On delete" value={onDelete} options={actionOptions} onValueChange={setOnDelete} />
            <SelectField label="On update" value={onUpdate} options={actionOptions} onValueChange={setOnUpdate} />
          </>
        )}
      </div>
      <div>
        <Button
          size="small"
          disabled={text.trim() === '' || (isForeign && column === '')}
          onClick={() => {
            onAdded({ storedName: null, kind, definition });
            setText('');
          }}
        >
          Add constraint
        </Button>
      </div>
    </div>
  );
}
