import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { Failure } from '../../contract/common/apiError.ts';
import type { externalSignInMachine } from '../../machines/accounts/externalSignIn/externalSignIn.machine.ts';
import {
  selectFailure,
  selectIsLeaving,
  selectProvider,
} from '../../machines/accounts/externalSignIn/externalSignIn.selectors.ts';
import { selectConfig } from '../../machines/app/app.selectors.ts';
import { href } from '../../router/href.ts';
import { useQuery } from '../../router/useLocation.ts';
import { useApp } from '../parts/app.context.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import { TextLink } from '../ui/TextLink.tsx';
import { accountsFailureTitle, explained } from './accountsFailure.ts';
import { AccountsLayout } from './AccountsLayout.tsx';

/** The auth service's message for an address that the provider has not verified (specification, section 6). */
const unverified = 'Error sending confirmation mail';

function Refusal({ failure, name, onRetry }: { failure: Failure; name: string; onRetry: () => void }) {
  const isUnverified = failure.message.startsWith(unverified);
  return (
    <ErrorState
      title={
        isUnverified
          ? `Verify your email address with ${name} first`
          : accountsFailureTitle(failure, `Could not sign you in with ${name}`)
      }
      failure={
        isUnverified
          ? { ...failure, message: 'Then try again. If it fails again, contact support.' }
          : explained(failure)
      }
      onRetry={onRetry}
    />
  );
}

export default function ExternalSignInScreen({ flow }: { flow: ActorRefFrom<typeof externalSignInMachine> }) {
  const query = useQuery();
  const provider = useSelector(flow, selectProvider);
  const { auth } = useSelector(useApp(), selectConfig);
  const failure = useSelector(flow, selectFailure);
  const leaving = useSelector(flow, selectIsLeaving);
  const name = auth.providers?.find(({ id }) => id === provider)?.name ?? 'a provider';
  return (
    <AccountsLayout
      title={`Sign in with ${name}`}
      flow={flow}
      footer={<TextLink href={href('signIn', {}, query)}>Sign in another way</TextLink>}
    >
      {failure ? (
        <Refusal failure={failure} name={name} onRetry={() => flow.send({ type: 'signIn.retried' })} />
      ) : (
        <p role="status">{leaving ? `Opening ${name}…` : 'Signing you in…'}</p>
      )}
    </AccountsLayout>
  );
}
