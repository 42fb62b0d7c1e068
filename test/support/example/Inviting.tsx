import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import { useConfirm } from '../../../src/views/parts/useConfirm.ts';
import { useForm } from '../../../src/views/parts/useForm.ts';
import { Button } from '../../../src/views/ui/Button.tsx';
import { ConfirmDialog } from '../../../src/views/ui/ConfirmDialog.tsx';
import { ErrorState } from '../../../src/views/ui/ErrorState.tsx';
import { TextField } from '../../../src/views/ui/TextField.tsx';
import type { invitingMachine } from './inviting.machine.ts';
import { selectIsInvited } from './inviting.selectors.ts';

export function Inviting({ flow }: { flow: ActorRefFrom<typeof invitingMachine> }) {
  const { values, fieldErrors, failure, busy, change, form } = useForm(flow);
  const { dialog, failure: revokeFailure } = useConfirm(flow);
  return (
    <>
      {useSelector(flow, selectIsInvited) ? (
        <Button onClick={() => flow.send({ type: 'revocation.requested' })}>Revoke invitation</Button>
      ) : (
        <form {...form}>
          {failure && <ErrorState title="Could not invite the member" failure={failure} />}
          <TextField
            label="Email address"
            value={values.email}
            error={fieldErrors.email}
            readOnly={busy}
            onValueChange={(value) => change({ field: 'email', value })}
          />
          <Button aria-pressed={values.role === 'owner'} onClick={() => change({ field: 'role', value: 'owner' })}>
            As an owner
          </Button>
          <Button type="submit" loading={busy}>
            Invite member
          </Button>
        </form>
      )}
      <ConfirmDialog
        {...dialog}
        variant="danger"
        title="Revoke this invitation?"
        confirmLabel="Revoke"
        description="The link in the mail stops working."
      >
        {revokeFailure && <ErrorState title="Could not revoke the invitation" failure={revokeFailure} />}
      </ConfirmDialog>
    </>
  );
}
