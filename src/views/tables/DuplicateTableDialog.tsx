import { useId } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { duplicateTableMachine } from '../../machines/tables/duplicateTable/duplicateTable.machine.ts';
import { useForm } from '../parts/useForm.ts';
import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { TextField } from '../ui/TextField.tsx';
import { tableForm } from './formStyles.ts';

interface DuplicateTableDialogProps {
  flow: ActorRefFrom<typeof duplicateTableMachine>;
  /** Name of the table that is copied. */
  name: string;
  onCancel: () => void;
}

/** The name of a copy, and whether it has the rows. */
export function DuplicateTableDialog({ flow, name, onCancel }: DuplicateTableDialogProps) {
  const { values, fieldErrors, failure, busy, change, form } = useForm(flow);
  const formId = useId();
  return (
    <Dialog
      open
      title={`Duplicate ${name}`}
      description="Columns, defaults, checks, and indexes are copied. Foreign keys, triggers, and policies are not."
      onClose={() => {
        if (!busy) onCancel();
      }}
      footer={
        <Button type="submit" form={formId} variant="primary" loading={busy}>
          Duplicate
        </Button>
      }
    >
      <form {...form} id={formId} className={tableForm.fields}>
        {failure && <ErrorState title={`Could not duplicate ${name}`} failure={failure} />}
        <TextField
          label="Name"
          name="name"
          autoComplete="off"
          autoCapitalize="none"
          value={values.name}
          error={fieldErrors.name}
          readOnly={busy}
          onValueChange={(value) => change({ field: 'name', value })}
        />
        <Checkbox
          label="Copy the rows"
          checked={values.rows}
          disabled={busy}
          onCheckedChange={(value) => change({ field: 'rows', value })}
        />
      </form>
    </Dialog>
  );
}
