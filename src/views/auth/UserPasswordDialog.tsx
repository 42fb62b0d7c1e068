import { useState } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { userPasswordMachine } from '../../machines/auth/userPassword/userPassword.machine.ts';
import { useForm } from '../parts/useForm.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import { FormDialog } from './FormDialog.tsx';

interface UserPasswordDialogProps {
  flow: ActorRefFrom<typeof userPasswordMachine>;
  onCancel: () => void;
}

/** A new password for a user. */
export function UserPasswordDialog({ flow, onCancel }: UserPasswordDialogProps) {
  const { values, fieldErrors, failure, busy, change, form } = useForm(flow);
  const [revealed, setRevealed] = useState(false);
  return (
    <FormDialog
      title="Set password"
      size="small"
      description="The user is signed out everywhere and signs in with the new password."
      submitLabel="Set password"
      busy={busy}
      form={form}
      onCancel={onCancel}
    >
      {failure && <ErrorState title="Could not set the password" failure={failure} />}
      <PasswordField
        label="New password"
        name="password"
        autoComplete="new-password"
        value={values.password}
        error={fieldErrors.password}
        readOnly={busy}
        onValueChange={(value) => change({ field: 'password', value })}
        revealed={revealed}
        onReveal={setRevealed}
      />
    </FormDialog>
  );
}
