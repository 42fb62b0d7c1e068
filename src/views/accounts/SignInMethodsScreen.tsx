import { useSelector } from '@xstate/react';
import { useEffect, useRef } from 'react';
import { css } from 'styled-system/css';
import type { ActorRefFrom } from 'xstate';
import type { AccountIdentity } from '../../contract/accounts/accountIdentity.ts';
import type { signInMethodsMachine } from '../../machines/accounts/signInMethods/signInMethods.machine.ts';
import {
  selectAdditionFailure,
  selectCheck,
  selectIsLoading,
  selectIsReady,
  selectLeavingFor,
  selectLoadFailure,
  selectMethods,
  selectRemoved,
} from '../../machines/accounts/signInMethods/signInMethods.selectors.ts';
import { selectConfig } from '../../machines/app/app.selectors.ts';
import { useApp } from '../parts/app.context.ts';
import { useConfirm } from '../parts/useConfirm.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { isFocusLost } from '../ui/focus/isFocusLost.ts';
import { PageHeader, PageLayout } from '../ui/PageLayout.tsx';
import { listRow, rowFacts, rowList, rowName, rowNote } from '../ui/rowListStyles.ts';
import { SkeletonTable } from '../ui/SkeletonTable.tsx';
import { Time } from '../ui/Time.tsx';
import { accountsFailureTitle, explained } from './accountsFailure.ts';
import { IdentityCheck } from './IdentityCheck.tsx';

type SignInMethodsFlow = ActorRefFrom<typeof signInMethodsMachine>;

const parts = css({ display: 'grid', gap: '4' });
const buttons = css({ display: 'flex', flexWrap: 'wrap', gap: '2' });
const note = css({ color: 'muted' });

/** Tells two accounts at one provider apart. */
const nameOf = ({ provider, account }: AccountIdentity): string =>
  account === null ? provider.name : `${provider.name} (${account})`;

function MethodList({ flow, isFixed }: { flow: SignInMethodsFlow; isFixed: boolean }) {
  const methods = useSelector(flow, selectMethods);
  const isReady = useSelector(flow, selectIsReady);
  const isRemovable = !isFixed && methods.length > 1;
  const list = useRef<HTMLUListElement>(null);
  const count = useRef(methods.length);
  useEffect(() => {
    // The button that asked for the removal has vanished.
    if (methods.length < count.current && isFocusLost()) list.current?.focus();
    count.current = methods.length;
  }, [methods]);
  return (
    <Card flush>
      <ul ref={list} tabIndex={-1} className={rowList} aria-label="Sign-in methods">
        {methods.map((method) => (
          <li key={method.id} className={listRow}>
            <div className={rowFacts}>
              <span className={rowName}>{method.provider.name}</span>
              {method.account !== null && <span>{method.account}</span>}
              <p className={rowNote}>
                {method.addedAt !== null && (
                  <>
                    Added <Time value={method.addedAt} detail="day" />
                  </>
                )}
                {method.usedAt !== null && (
                  <>
                    {' · '}Last used <Time value={method.usedAt} detail="relative" />
                  </>
                )}
              </p>
            </div>
            {isRemovable && (
              <Button
                size="small"
                disabled={!isReady}
                aria-label={`Remove ${nameOf(method)}`}
                onClick={() => flow.send({ type: 'removal.requested', method })}
              >
                Remove
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Buttons for the providers that the account does not sign in with yet. */
function Addition({ flow, isFixed }: { flow: SignInMethodsFlow; isFixed: boolean }) {
  const { providers = [] } = useSelector(useApp(), selectConfig).auth;
  const methods = useSelector(flow, selectMethods);
  const failure = useSelector(flow, selectAdditionFailure);
  const leavingFor = useSelector(flow, selectLeavingFor);
  const isReady = useSelector(flow, selectIsReady);
  const others = providers.filter(({ id }) => methods.every(({ provider }) => provider.id !== id));
  const failed = failure && (
    <ErrorState
      title={accountsFailureTitle(failure, 'Could not add the sign-in method')}
      failure={explained(failure)}
    />
  );
  if (isFixed) return failed;
  return (
    <Card title="Add a sign-in method">
      <div className={parts}>
        {failed}
        {others.length === 0 && (
          <p className={note}>
            {providers.length === 0
              ? 'This server has no other sign-in methods.'
              : 'All of this server’s providers are connected.'}
          </p>
        )}
        {others.length > 0 && (
          <div className={buttons}>
            {others.map((provider) => (
              <Button
                key={provider.id}
                loading={leavingFor?.id === provider.id}
                disabled={!isReady && leavingFor?.id !== provider.id}
                onClick={() => flow.send({ type: 'addition.requested', provider })}
              >
                {`Add ${provider.name}`}
              </Button>
            ))}
          </div>
        )}
      </div>
    </Card>
  );
}

/** What else goes with a way to sign in. */
function consequenceOf({ provider: { id, name } }: AccountIdentity): string {
  if (id === 'email')
    return 'Your password is removed too. Your account gets the address of another sign-in method, if one has an address.';
  if (id === 'phone') return 'You can no longer sign in with a code by SMS.';
  return `You can no longer sign in with ${name}. Your account there stays.`;
}

function RemovalDialog({ flow }: { flow: SignInMethodsFlow }) {
  const removed = useSelector(flow, selectRemoved);
  const { dialog, failure } = useConfirm(flow);
  return (
    <ConfirmDialog
      {...dialog}
      variant="danger"
      title={`Remove ${removed ? nameOf(removed) : ''}?`}
      confirmLabel="Remove method"
      description={removed ? consequenceOf(removed) : ''}
    >
      {failure && (
        <ErrorState title={accountsFailureTitle(failure, 'Could not remove the method')} failure={explained(failure)} />
      )}
    </ConfirmDialog>
  );
}

/** The ways to sign in that the user has. */
export default function SignInMethodsScreen({ flow }: { flow: SignInMethodsFlow }) {
  const loading = useSelector(flow, selectIsLoading);
  const loadFailure = useSelector(flow, selectLoadFailure);
  const isFixed = useSelector(useApp(), selectConfig).auth.linking === false;
  return (
    <PageLayout width="form">
      <PageHeader
        title="Sign-in methods"
        guide="account#sign-in-methods"
        description={
          isFixed
            ? 'You can sign in with any of these. This server does not let you change your sign-in methods.'
            : 'You can sign in with any of these. Add a second one so that you are not locked out if one fails.'
        }
      />
      {loading && <SkeletonTable label="Loading your sign-in methods" />}
      {loadFailure && (
        <ErrorState
          title="Could not load your sign-in methods"
          failure={loadFailure}
          onRetry={() => flow.send({ type: 'methods.retried' })}
        />
      )}
      {!loading && !loadFailure && (
        <>
          <MethodList flow={flow} isFixed={isFixed} />
          <Addition flow={flow} isFixed={isFixed} />
        </>
      )}
      <RemovalDialog flow={flow} />
      <IdentityCheck
        flow={useSelector(flow, selectCheck)}
        onDismiss={() => flow.send({ type: 'identity.dismissed' })}
      />
    </PageLayout>
  );
}
