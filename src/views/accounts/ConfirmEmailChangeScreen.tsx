import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { confirmEmailChangeMachine } from '../../machines/accounts/confirmEmailChange/confirmEmailChange.machine.ts';
import { selectFailure, selectState } from '../../machines/accounts/confirmEmailChange/confirmEmailChange.selectors.ts';
import { href } from '../../router/href.ts';
import { Alert } from '../ui/Alert.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { accountsFailureTitle, explained } from './accountsFailure.ts';
import { AccountsLayout } from './AccountsLayout.tsx';

export default function ConfirmEmailChangeScreen({ flow }: { flow: ActorRefFrom<typeof confirmEmailChangeMachine> }) {
  const state = useSelector(flow, selectState);
  const failure = useSelector(flow, selectFailure);
  const toEmail = (
    <ButtonLink href={href('accountEmail')} size="small">
      Email settings
    </ButtonLink>
  );
  return (
    <AccountsLayout title="Confirm email" flow={flow}>
      {state === 'opening' && <p role="status">Confirming your email address…</p>}
      {state === 'changed' && (
        <Alert
          variant="success"
          announce
          title="Your email address is changed"
          actions={
            <ButtonLink href={href('landing')} size="small">
              Continue
            </ButtonLink>
          }
        >
          Use the new address the next time you sign in.
        </Alert>
      )}
      {state === 'half' && (
        <Alert announce title="One address has agreed">
          Open the link in the email to the other address, too.
        </Alert>
      )}
      {state === 'withoutLink' && (
        <Alert announce title="This page needs the link of an email" actions={toEmail}>
          Open the link again, or ask for the change in your account.
        </Alert>
      )}
      {state === 'refused' && failure && (
        <ErrorState
          title={accountsFailureTitle(failure, 'This link cannot be used')}
          failure={explained(failure)}
          action={toEmail}
        />
      )}
    </AccountsLayout>
  );
}
