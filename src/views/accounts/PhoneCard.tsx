import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { phoneChangeMachine } from '../../machines/accounts/phoneChange/phoneChange.machine.ts';
import {
  selectCheck,
  selectCode,
  selectCurrentPhone,
  selectIsLoading,
  selectIsUnread,
} from '../../machines/accounts/phoneChange/phoneChange.selectors.ts';
import { useForm } from '../parts/useForm.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { SkeletonForm } from '../ui/SkeletonForm.tsx';
import { phoneExplained, phoneFailureTitle } from './accountsFailure.ts';
import { accountForm } from './accountStyles.ts';
import { IdentityCheck } from './IdentityCheck.tsx';
import { PhoneField } from './PhoneField.tsx';
import { SentCodeForm } from './SentCodeForm.tsx';

type PhoneChangeFlow = ActorRefFrom<typeof phoneChangeMachine>;

function NewPhoneForm({ flow }: { flow: PhoneChangeFlow }) {
  const { values, fieldErrors, failure, busy, change, form } = useForm(flow);
  const current = useSelector(flow, selectCurrentPhone);
  return (
    <form {...form} className={accountForm}>
      {failure && (
        <ErrorState
          title={phoneFailureTitle(failure, 'Could not change the phone number')}
          failure={phoneExplained(failure)}
        />
      )}
      <p>{current === null ? 'Your account has no phone number.' : `You can sign in with ${current}.`}</p>
      <PhoneField
        label="New phone number"
        value={values.phone}
        error={fieldErrors.phone}
        readOnly={busy}
        onValueChange={(value) => change({ field: 'phone', value })}
      />
      <Button type="submit" variant="primary" loading={busy}>
        {current === null ? 'Add phone number' : 'Change phone number'}
      </Button>
    </form>
  );
}

/** The phone number of the signed-in user. */
export function PhoneCard({ flow }: { flow: PhoneChangeFlow }) {
  const loading = useSelector(flow, selectIsLoading);
  const unread = useSelector(flow, selectIsUnread);
  const code = useSelector(flow, selectCode);
  const check = useSelector(flow, selectCheck);
  const { failure } = useForm(flow);
  const content = () => {
    if (loading) return <SkeletonForm label="Loading your phone number" />;
    if (unread && failure)
      return (
        <ErrorState
          title="Could not load your phone number"
          failure={failure}
          onRetry={() => flow.send({ type: 'phone.retried' })}
        />
      );
    if (code) return <SentCodeForm code={code} onOtherAddress={() => flow.send({ type: 'form.reopened' })} />;
    return <NewPhoneForm flow={flow} />;
  };
  return (
    <>
      <Card title={code ? 'Confirm the new phone number' : 'Phone number'}>{content()}</Card>
      <IdentityCheck flow={check} onDismiss={() => flow.send({ type: 'identity.dismissed' })} />
    </>
  );
}
