import type { ReactNode } from 'react';
import { commonTypes } from '../../contract/tables/newTable.ts';
import { rowSecurityWords } from '../parts/rowSecurityWords.ts';
import { Alert } from '../ui/Alert.tsx';
import { Switch } from '../ui/Switch.tsx';
import { TextField } from '../ui/TextField.tsx';

/** What the forms of a table have in common. */
interface TableValues {
  name: string;
  comment: string;
  rowSecurity: boolean;
}

type TableChange = { field: 'name' | 'comment'; value: string } | { field: 'rowSecurity'; value: boolean };

interface TableFieldsProps {
  values: TableValues;
  errors: Readonly<Partial<Record<'name' | 'comment', ReactNode>>>;
  busy: boolean;
  commentLabel: string;
  onChanged: (change: TableChange) => void;
}

/** The name of a table, its comment, and whether policies hold. */
export function TableFields({ values, errors, busy, commentLabel, onChanged }: TableFieldsProps) {
  return (
    <>
      <TextField
        label="Name"
        name="name"
        autoComplete="off"
        autoCapitalize="none"
        data-first-focus=""
        value={values.name}
        error={errors.name}
        readOnly={busy}
        onValueChange={(value) => onChanged({ field: 'name', value })}
      />
      <TextField
        label={commentLabel}
        name="comment"
        value={values.comment}
        error={errors.comment}
        readOnly={busy}
        onValueChange={(value) => onChanged({ field: 'comment', value })}
      />
      <Switch
        label="Row level security"
        description="Apps can read and change only the rows that a policy allows. Without a policy, they see no rows."
        checked={values.rowSecurity}
        disabled={busy}
        onCheckedChange={(value) => onChanged({ field: 'rowSecurity', value })}
      />
      {!values.rowSecurity && (
        <Alert variant="warning" title={rowSecurityWords.off}>
          {rowSecurityWords.readable('may')}
        </Alert>
      )}
    </>
  );
}

interface TypeSuggestionsProps {
  id: string;
  /** Types of the database, beside those of Postgres. */
  types?: readonly string[];
}

/** The types that a field suggests, whose `list` is this id. */
export const TypeSuggestions = ({ id, types = [] }: TypeSuggestionsProps) => (
  <datalist id={id}>
    {[...new Set([...commonTypes, ...types])].map((type) => (
      <option key={type} value={type}>
        {type}
      </option>
    ))}
  </datalist>
);
