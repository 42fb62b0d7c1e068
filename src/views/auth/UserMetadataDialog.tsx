import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { userMetadataMachine } from '../../machines/auth/userMetadata/userMetadata.machine.ts';
import { selectIsEdited } from '../../machines/auth/userMetadata/userMetadata.selectors.ts';
import { useForm } from '../parts/useForm.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import { TextAreaField } from '../ui/TextAreaField.tsx';
import { FormDialog } from './FormDialog.tsx';

/** Both metadata documents of a user, as JSON. */
export function UserMetadataDialog({ flow }: { flow: ActorRefFrom<typeof userMetadataMachine> }) {
  const { values, fieldErrors, failure, busy, change, form } = useForm(flow);
  const edited = useSelector(flow, selectIsEdited);
  return (
    <FormDialog
      title="Edit metadata"
      description="Included in the user’s tokens from the next refresh on."
      submitLabel="Save metadata"
      busy={busy}
      form={form}
      onCancel={() => flow.send({ type: 'form.left' })}
      onDiscard={edited ? () => flow.send({ type: 'edits.discarded' }) : undefined}
    >
      {failure && <ErrorState title="Could not save the metadata" failure={failure} />}
      <TextAreaField
        label="User metadata"
        description="Users can change it, so do not store permissions here."
        mono
        spellCheck={false}
        rows={6}
        value={values.user_metadata}
        error={fieldErrors.user_metadata}
        readOnly={busy}
        onValueChange={(value) => change({ field: 'user_metadata', value })}
      />
      <TextAreaField
        label="App metadata"
        description="Users can read it but not change it. The auth service sets provider and providers."
        mono
        spellCheck={false}
        rows={6}
        value={values.app_metadata}
        error={fieldErrors.app_metadata}
        readOnly={busy}
        onValueChange={(value) => change({ field: 'app_metadata', value })}
      />
    </FormDialog>
  );
}
