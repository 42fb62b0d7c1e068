import type { ActorRefFrom } from 'xstate';
import type { userInvitationMachine } from '../../machines/auth/userInvitation/userInvitation.machine.ts';
import { useForm } from '../parts/useForm.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import { FormDialog } from './FormDialog.tsx';
import { UserEmailField } from './UserEmailField.tsx';

/** An invitation by email. */
export function InvitationDialog({ flow }: { flow: ActorRefFrom<typeof userInvitationMachine> }) {
  const { values, fieldErrors, failure, busy, change, form } = useForm(flow);
  return (
    <FormDialog
      title="Invite user"
      size="small"
      description="The email has a link that confirms the address and signs in to your app."
      submitLabel="Send invitation"
      busy={busy}
      form={form}
      onCancel={() => flow.send({ type: 'form.left' })}
    >
      {failure && <ErrorState title="Could not send the invitation" failure={failure} />}
      <UserEmailField
        value={values.email}
        error={fieldErrors.email}
        readOnly={busy}
        onValueChange={(value) => change({ field: 'email', value })}
      />
    </FormDialog>
  );
}
