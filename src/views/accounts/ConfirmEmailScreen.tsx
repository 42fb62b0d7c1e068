import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { confirmEmailMachine } from '../../machines/accounts/confirmEmail/confirmEmail.machine.ts';
import {
  selectFailure,
  selectIsRefused,
  selectIsUnsigned,
} from '../../machines/accounts/confirmEmail/confirmEmail.selectors.ts';
import { href } from '../../router/href.ts';
import { Alert } from '../ui/Alert.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { accountsFailureTitle, explained } from './accountsFailure.ts';
import { AccountsLayout } from './AccountsLayout.tsx';

export default function ConfirmEmailScreen({ flow }: { flow: ActorRefFrom<typeof confirmEmailMachine> }) {
  const failure = useSelector(flow, selectFailure);
  const refused = useSelector(flow, selectIsRefused);
  const unsigned = useSelector(flow, selectIsUnsigned);
  // Another browser signed up, so signing in here is all that is left.
  const isElsewhere = failure?.code === 'pkce_code_verifier_not_found';
  const toSignIn = (
    <ButtonLink href={href('signIn')} size="small">
      Sign in
    </ButtonLink>
  );
  return (
    <AccountsLayout title="Confirm email" flow={flow}>
      {!refused && !unsigned && <p role="status">Confirming your email address…</p>}
      {refused && failure && (
        <ErrorState
          title={accountsFailureTitle(failure, 'This link cannot be used')}
          failure={explained(failure)}
          action={toSignIn}
        />
      )}
      {unsigned && (
        <Alert variant="success" announce title="Your email address is confirmed" actions={toSignIn}>
          Sign in to continue.
        </Alert>
      )}
      {unsigned && failure && !isElsewhere && (
        <ErrorState
          title={accountsFailureTitle(failure, 'Could not sign you in here')}
          failure={explained(failure)}
          onRetry={() => flow.send({ type: 'link.retried' })}
        />
      )}
    </AccountsLayout>
  );
}
