import { useSelector } from '@xstate/react';
import { useState } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { identityCheckMachine } from '../../machines/accounts/identityCheck/identityCheck.machine.ts';
import {
  selectFactors,
  selectIsLoading,
  selectLoadFailure,
  selectMethod,
} from '../../machines/accounts/identityCheck/identityCheck.selectors.ts';
import { useForm } from '../parts/useForm.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import { SelectField } from '../ui/SelectField.tsx';
import { accountsFailureTitle, explained } from './accountsFailure.ts';
import { accountForm } from './accountStyles.ts';
import { CodeField } from './CodeField.tsx';

type IdentityCheckFlow = ActorRefFrom<typeof identityCheckMachine>;

const codeHelp = {
  totp: 'Enter the code that your authenticator app shows for Basechart.',
  email: 'Enter the code that we sent you.',
} as const;

function ProofForm({ flow }: { flow: IdentityCheckFlow }) {
  const { values, fieldErrors, failure, busy, change, form } = useForm(flow);
  const method = useSelector(flow, selectMethod);
  const factors = useSelector(flow, selectFactors);
  const [revealed, setRevealed] = useState(false);
  return (
    <form {...form} className={accountForm}>
      {failure && (
        <ErrorState
          title={accountsFailureTitle(failure, 'Could not confirm that it is you')}
          failure={explained(failure)}
        />
      )}
      {method === 'password' && (
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          value={values.password}
          error={fieldErrors.proof}
          readOnly={busy}
          onValueChange={(value) => change({ field: 'password', value })}
          revealed={revealed}
          onReveal={setRevealed}
        />
      )}
      {method === 'totp' && factors.length > 1 && (
        <SelectField
          label="Authenticator app"
          value={values.factorId}
          disabled={busy}
          options={factors.map(({ id, name }) => ({ value: id, label: name }))}
          onValueChange={(value) => change({ field: 'factorId', value })}
        />
      )}
      {method !== 'password' && (
        <CodeField
          value={values.code}
          error={fieldErrors.proof}
          readOnly={busy}
          description={codeHelp[method]}
          onValueChange={(value) => change({ field: 'code', value })}
        />
      )}
      <Button type="submit" variant="primary" loading={busy}>
        Confirm identity
      </Button>
      {method === 'email' && (
        <Button variant="link" disabled={busy} onClick={() => flow.send({ type: 'code.requested' })}>
          Send another code
        </Button>
      )}
    </form>
  );
}

/** What the dialog shows, by the state of its flow. */
export function IdentityCheckContent({ flow }: { flow: IdentityCheckFlow }) {
  const loading = useSelector(flow, selectIsLoading);
  const loadFailure = useSelector(flow, selectLoadFailure);
  if (loading) return <p role="status">Loading…</p>;
  if (loadFailure) {
    return (
      <ErrorState
        title="Could not find out how to confirm that it is you"
        failure={loadFailure}
        onRetry={() => flow.send({ type: 'check.retried' })}
      />
    );
  }
  return <ProofForm flow={flow} />;
}

/** Asks who the user is, over the page whose action needs to know. It goes on once that is proved. */
export function IdentityCheck({ flow, onDismiss }: { flow: IdentityCheckFlow | undefined; onDismiss: () => void }) {
  return (
    <Dialog
      open={flow !== undefined}
      onClose={onDismiss}
      size="small"
      title="Confirm that it is you"
      description="You signed in a while ago. Confirm who you are to continue."
    >
      {flow && <IdentityCheckContent flow={flow} />}
    </Dialog>
  );
}
