import { useSelector } from '@xstate/react';
import { css } from 'styled-system/css';
import type { ActorRefFrom } from 'xstate';
import type { emailChangeMachine } from '../../machines/accounts/emailChange/emailChange.machine.ts';
import {
  selectCheck,
  selectCode,
  selectIsLoading,
  selectPhone,
} from '../../machines/accounts/emailChange/emailChange.selectors.ts';
import { ResourceError } from '../parts/ResourceError.tsx';
import { useForm } from '../parts/useForm.ts';
import { useResource } from '../parts/useResource.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { PageHeader, PageLayout } from '../ui/PageLayout.tsx';
import { SkeletonForm } from '../ui/SkeletonForm.tsx';
import { accountsFailureTitle, explained } from './accountsFailure.ts';
import { accountForm } from './accountStyles.ts';
import { EmailField } from './EmailField.tsx';
import { IdentityCheck } from './IdentityCheck.tsx';
import { PhoneCard } from './PhoneCard.tsx';
import { SentCodeForm } from './SentCodeForm.tsx';

type EmailChangeFlow = ActorRefFrom<typeof emailChangeMachine>;

const emailText = css({ overflowWrap: 'anywhere' });

function NewEmailForm({ flow }: { flow: EmailChangeFlow }) {
  const { values, fieldErrors, failure, busy, change, form } = useForm(flow);
  return (
    <form {...form} className={accountForm}>
      {failure && (
        <ErrorState title={accountsFailureTitle(failure, 'Could not change the email')} failure={explained(failure)} />
      )}
      <EmailField
        label="New email"
        value={values.email}
        error={fieldErrors.email}
        readOnly={busy}
        onValueChange={(value) => change({ field: 'email', value })}
      />
      <Button type="submit" variant="primary" loading={busy}>
        Change email
      </Button>
    </form>
  );
}

/** Another email address for the signed-in user. */
export default function EmailScreen({ flow }: { flow: EmailChangeFlow }) {
  const loading = useSelector(flow, selectIsLoading);
  const code = useSelector(flow, selectCode);
  const phone = useSelector(flow, selectPhone);
  const check = useSelector(flow, selectCheck);
  const profile = useResource('profile');
  return (
    <PageLayout width="form">
      <PageHeader
        title="Email"
        guide="account#change-your-email"
        description="You sign in with this address, and we send account emails to it."
      />
      {profile.state === 'failed' ? (
        <ResourceError title="Could not load your email" read={profile} />
      ) : loading ? (
        <SkeletonForm label="Loading your email" />
      ) : (
        <>
          <Card title="Current email">
            <p className={emailText}>{profile.data?.primary_email}</p>
          </Card>
          <Card title={code ? 'Confirm the new email' : 'Change email'}>
            {code ? (
              <SentCodeForm code={code} onOtherAddress={() => flow.send({ type: 'form.reopened' })} />
            ) : (
              <NewEmailForm flow={flow} />
            )}
          </Card>
        </>
      )}
      {phone && <PhoneCard flow={phone} />}
      <IdentityCheck flow={check} onDismiss={() => flow.send({ type: 'identity.dismissed' })} />
    </PageLayout>
  );
}
