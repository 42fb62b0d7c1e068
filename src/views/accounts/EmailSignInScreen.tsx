import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { emailSignInMachine } from '../../machines/accounts/emailSignIn/emailSignIn.machine.ts';
import {
  selectCode,
  selectFailure,
  selectIsOpening,
  selectIsSignedIn,
  selectIsUnopened,
} from '../../machines/accounts/emailSignIn/emailSignIn.selectors.ts';
import { href } from '../../router/href.ts';
import { useQuery } from '../../router/useLocation.ts';
import { Button } from '../ui/Button.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { TextLink } from '../ui/TextLink.tsx';
import { accountsFailureTitle, explained } from './accountsFailure.ts';
import { AccountsLayout } from './AccountsLayout.tsx';
import { EmailRequestForm } from './EmailRequestForm.tsx';
import { SentCodeForm } from './SentCodeForm.tsx';

type EmailSignInFlow = ActorRefFrom<typeof emailSignInMachine>;

function SignInForm({ flow }: { flow: EmailSignInFlow }) {
  const code = useSelector(flow, selectCode);
  const failure = useSelector(flow, selectFailure);
  const reopen = () => flow.send({ type: 'form.reopened' });
  if (useSelector(flow, selectIsUnopened) && failure) {
    return (
      <ErrorState
        title={accountsFailureTitle(failure, 'Could not sign you in with this link')}
        failure={explained(failure)}
        onRetry={() => flow.send({ type: 'link.retried' })}
        action={
          <Button size="small" onClick={reopen}>
            Send another email
          </Button>
        }
      />
    );
  }
  if (code) return <SentCodeForm code={code} onOtherAddress={reopen} />;
  return (
    <EmailRequestForm
      flow={flow}
      description="If this address has an account, we send it a link and a code that sign you in."
    />
  );
}

export default function EmailSignInScreen({ flow }: { flow: EmailSignInFlow }) {
  const query = useQuery();
  const opening = useSelector(flow, selectIsOpening);
  const signedIn = useSelector(flow, selectIsSignedIn);
  return (
    <AccountsLayout
      title="Sign in by email"
      flow={flow}
      footer={<TextLink href={href('signIn', {}, query)}>Sign in with a password</TextLink>}
    >
      {opening || signedIn ? (
        <p role="status">{opening ? 'Checking the link…' : 'Signing you in…'}</p>
      ) : (
        <SignInForm flow={flow} />
      )}
    </AccountsLayout>
  );
}
