import { useSelector } from '@xstate/react';
import { useState } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { passwordChangeMachine } from '../../machines/accounts/passwordChange/passwordChange.machine.ts';
import {
  selectAsksCode,
  selectAsksCurrent,
  selectCheck,
  selectStrength,
} from '../../machines/accounts/passwordChange/passwordChange.selectors.ts';
import { useForm } from '../parts/useForm.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { PageHeader, PageLayout } from '../ui/PageLayout.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import { accountsFailureTitle, explained } from './accountsFailure.ts';
import { accountForm } from './accountStyles.ts';
import { CodeField } from './CodeField.tsx';
import { IdentityCheck } from './IdentityCheck.tsx';
import { NewPasswordField } from './NewPasswordField.tsx';

/** A new password for the signed-in user. */
export default function PasswordScreen({ flow }: { flow: ActorRefFrom<typeof passwordChangeMachine> }) {
  const { values, fieldErrors, failure, busy, change, form } = useForm(flow);
  const strength = useSelector(flow, selectStrength);
  const asksCurrent = useSelector(flow, selectAsksCurrent);
  const asksCode = useSelector(flow, selectAsksCode);
  const check = useSelector(flow, selectCheck);
  const [revealed, setRevealed] = useState(false);
  return (
    <PageLayout width="form">
      <PageHeader
        title="Password"
        guide="account#change-your-password"
        description="A new password signs out your other devices. You stay signed in on this one."
      />
      <Card>
        <form {...form} className={accountForm}>
          {failure && (
            <ErrorState
              title={accountsFailureTitle(failure, 'Could not change the password')}
              failure={explained(failure)}
            />
          )}
          {asksCurrent && (
            <PasswordField
              label="Current password"
              name="currentPassword"
              autoComplete="current-password"
              value={values.currentPassword}
              error={fieldErrors.currentPassword}
              readOnly={busy}
              onValueChange={(value) => change({ field: 'currentPassword', value })}
              revealed={revealed}
              onReveal={setRevealed}
            />
          )}
          <NewPasswordField
            value={values.password}
            error={fieldErrors.password}
            strength={strength}
            readOnly={busy}
            onValueChange={(value) => change({ field: 'password', value })}
          />
          {asksCode && (
            <CodeField
              value={values.nonce}
              error={fieldErrors.nonce}
              readOnly={busy}
              onValueChange={(value) => change({ field: 'nonce', value })}
            />
          )}
          <Button type="submit" variant="primary" loading={busy}>
            Change password
          </Button>
        </form>
      </Card>
      <IdentityCheck flow={check} onDismiss={() => flow.send({ type: 'identity.dismissed' })} />
    </PageLayout>
  );
}
