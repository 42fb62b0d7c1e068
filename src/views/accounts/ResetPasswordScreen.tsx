import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import { verificationNeeded } from '../../contract/accounts/verification.ts';
import type { resetPasswordMachine } from '../../machines/accounts/resetPassword/resetPassword.machine.ts';
import {
  selectFailure,
  selectIsOpening,
  selectIsRefused,
  selectIsUnproven,
  selectStrength,
} from '../../machines/accounts/resetPassword/resetPassword.selectors.ts';
import { href } from '../../router/href.ts';
import { useForm } from '../parts/useForm.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { accountsFailureTitle, explained } from './accountsFailure.ts';
import { AccountsLayout, formClass } from './AccountsLayout.tsx';
import { NewPasswordField } from './NewPasswordField.tsx';

type ResetPasswordFlow = ActorRefFrom<typeof resetPasswordMachine>;

const another = (
  <ButtonLink href={href('forgotPassword')} size="small">
    Send another email
  </ButtonLink>
);

function NewPasswordForm({ flow }: { flow: ResetPasswordFlow }) {
  const { values, fieldErrors, failure, busy, change, form } = useForm(flow);
  const strength = useSelector(flow, selectStrength);
  return (
    <form {...form} className={formClass}>
      {failure && (
        <ErrorState
          title={accountsFailureTitle(failure, 'Could not change the password')}
          failure={explained(failure)}
          action={failure.code === verificationNeeded ? another : undefined}
        />
      )}
      <NewPasswordField
        value={values.password}
        error={fieldErrors.password}
        strength={strength}
        readOnly={busy}
        onValueChange={(value) => change({ field: 'password', value })}
      />
      <Button type="submit" variant="primary" size="large" block loading={busy}>
        Change password
      </Button>
    </form>
  );
}

export default function ResetPasswordScreen({ flow }: { flow: ResetPasswordFlow }) {
  const failure = useSelector(flow, selectFailure);
  const opening = useSelector(flow, selectIsOpening);
  const refused = useSelector(flow, selectIsRefused);
  const unproven = useSelector(flow, selectIsUnproven);
  return (
    <AccountsLayout title="Reset password" flow={flow}>
      {opening && <p role="status">Checking the link…</p>}
      {refused || unproven ? (
        failure ? (
          <ErrorState
            title={accountsFailureTitle(failure, 'This link cannot be used')}
            failure={explained(failure)}
            onRetry={unproven ? () => flow.send({ type: 'link.retried' }) : undefined}
            action={another}
          />
        ) : (
          <Alert variant="warning" title="Open this page from the email" actions={another}>
            To set a new password, you need the link or the code that we send to your email address.
          </Alert>
        )
      ) : null}
      {!opening && !refused && !unproven && <NewPasswordForm flow={flow} />}
    </AccountsLayout>
  );
}
