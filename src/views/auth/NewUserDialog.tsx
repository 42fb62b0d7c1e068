import { useState } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { newUserMachine } from '../../machines/auth/newUser/newUser.machine.ts';
import { useForm } from '../parts/useForm.ts';
import { Checkbox } from '../ui/Checkbox.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import { FormDialog } from './FormDialog.tsx';
import { UserEmailField } from './UserEmailField.tsx';

/** A user with an email address and a password. */
export function NewUserDialog({ flow }: { flow: ActorRefFrom<typeof newUserMachine> }) {
  const { values, fieldErrors, failure, busy, change, form } = useForm(flow);
  const [revealed, setRevealed] = useState(false);
  return (
    <FormDialog
      title="Create user"
      size="small"
      description="The user can sign in to your app with this password."
      submitLabel="Create user"
      busy={busy}
      form={form}
      onCancel={() => flow.send({ type: 'form.left' })}
    >
      {failure && <ErrorState title="Could not create the user" failure={failure} />}
      <UserEmailField
        value={values.email}
        error={fieldErrors.email}
        readOnly={busy}
        onValueChange={(value) => change({ field: 'email', value })}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="new-password"
        value={values.password}
        error={fieldErrors.password}
        readOnly={busy}
        onValueChange={(value) => change({ field: 'password', value })}
        revealed={revealed}
        onReveal={setRevealed}
      />
      <Checkbox
        label="The email is confirmed"
        description="If off, the user confirms it before the first sign-in, if your settings require that."
        checked={values.email_confirm}
        disabled={busy}
        onCheckedChange={(value) => change({ field: 'email_confirm', value })}
      />
    </FormDialog>
  );
}
