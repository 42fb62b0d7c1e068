import { useId, useState } from 'react';
import { css } from 'styled-system/css';
import type { ActorRefFrom } from 'xstate';
import type { newUserMachine } from '../../machines/auth/newUser/newUser.machine.ts';
import { useForm } from '../parts/useForm.ts';
import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import { TextField } from '../ui/TextField.tsx';

const fields = css({ display: 'grid', gap: '4' });

interface NewUserDialogProps {
  flow: ActorRefFrom<typeof newUserMachine>;
  onCancel: () => void;
}

/** A user with an email address and a password. */
export function NewUserDialog({ flow, onCancel }: NewUserDialogProps) {
  const { values, fieldErrors, failure, busy, change, form } = useForm(flow);
  const [revealed, setRevealed] = useState(false);
  const formId = useId();
  return (
    <Dialog
      open
      size="small"
      title="Create user"
      description="The user can sign in to your app with this password."
      onClose={() => {
        if (!busy) onCancel();
      }}
      footer={
        <>
          <Button disabled={busy} onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="primary" loading={busy}>
            Create user
          </Button>
        </>
      }
    >
      <form {...form} id={formId} className={fields}>
        {failure && <ErrorState title="Could not create the user" failure={failure} />}
        <TextField
          label="Email"
          name="email"
          type="email"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
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
          description="Otherwise the user has to confirm it first, where the server asks for that."
          checked={values.email_confirm}
          disabled={busy}
          onCheckedChange={(value) => change({ field: 'email_confirm', value })}
        />
      </form>
    </Dialog>
  );
}
