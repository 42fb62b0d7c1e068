import { useSelector } from '@xstate/react';
import { css } from 'styled-system/css';
import type { ActorRefFrom } from 'xstate';
import type { AccountDeletion } from '../../contract/accounts/accountDeletion.ts';
import type { accountDeletionMachine } from '../../machines/accounts/accountDeletion/accountDeletion.machine.ts';
import {
  selectCheck,
  selectIsBlocked,
  selectIsLoading,
  selectLoadFailure,
  selectPreview,
} from '../../machines/accounts/accountDeletion/accountDeletion.selectors.ts';
import { href } from '../../router/href.ts';
import { useForm } from '../parts/useForm.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { PageHeader, PageLayout } from '../ui/PageLayout.tsx';
import { SkeletonForm } from '../ui/SkeletonForm.tsx';
import { TextField } from '../ui/TextField.tsx';
import { TextLink } from '../ui/TextLink.tsx';
import { accountsFailureTitle, explained } from './accountsFailure.ts';
import { accountForm } from './accountStyles.ts';
import { IdentityCheck } from './IdentityCheck.tsx';

type DeletionFlow = ActorRefFrom<typeof accountDeletionMachine>;

const list = css({ margin: '0', paddingInlineStart: '5', listStyle: 'disc', '& > li': { marginTop: '1' } });

const reasons: Readonly<Record<AccountDeletion['obstacles'][number]['reason'], string>> = {
  members: 'has other members and no other owner',
  projects: 'has projects: delete them first',
};

/** Why the account cannot be deleted yet. */
function Obstacles({ flow }: { flow: DeletionFlow }) {
  const preview = useSelector(flow, selectPreview);
  return (
    <Alert
      variant="warning"
      title="You are the only owner of an organization"
      actions={<Button onClick={() => flow.send({ type: 'preview.requested' })}>Check again</Button>}
    >
      <p>Its members and projects would be left without an owner, so the account cannot be deleted yet.</p>
      <ul className={list}>
        {preview?.obstacles.map(({ slug, name, reason }) => (
          <li key={slug}>
            <TextLink href={href('organization', { slug })}>{name}</TextLink> {reasons[reason]}
          </li>
        ))}
      </ul>
    </Alert>
  );
}

function DeletionForm({ flow, preview }: { flow: DeletionFlow; preview: AccountDeletion }) {
  const { values, fieldErrors, failure, busy, change, form } = useForm(flow);
  return (
    <Card title="Delete your account">
      <form {...form} className={accountForm}>
        <ul className={list}>
          <li>You are signed out everywhere, and your access tokens stop working.</li>
          <li>Your profile, your memberships, and your saved queries are deleted. This cannot be undone.</li>
          {preview.deleted.length > 0 && (
            <li>
              Also deleted, because they have no other member: {preview.deleted.map(({ name }) => name).join(', ')}.
            </li>
          )}
        </ul>
        {failure && (
          <ErrorState
            title={accountsFailureTitle(failure, 'Could not delete the account')}
            failure={explained(failure)}
          />
        )}
        <TextField
          label={`Type “${preview.confirmation}” to confirm`}
          name="confirmation"
          autoComplete="off"
          value={values.confirmation}
          error={fieldErrors.confirmation}
          readOnly={busy}
          onValueChange={(value) => change({ field: 'confirmation', value })}
        />
        <Button type="submit" variant="danger" loading={busy}>
          Delete account
        </Button>
      </form>
    </Card>
  );
}

/** The end of the user's account. */
export default function AccountDeletionScreen({ flow }: { flow: DeletionFlow }) {
  const loading = useSelector(flow, selectIsLoading);
  const blocked = useSelector(flow, selectIsBlocked);
  const loadFailure = useSelector(flow, selectLoadFailure);
  const preview = useSelector(flow, selectPreview);
  return (
    <PageLayout width="form">
      <PageHeader
        title="Delete account"
        guide="account#delete-your-account"
        description="Permanently deletes your account and everything that only you own."
      />
      {loading && <SkeletonForm label="Checking your organizations" />}
      {loadFailure && (
        <ErrorState
          title="Could not check your organizations"
          failure={loadFailure}
          onRetry={() => flow.send({ type: 'preview.requested' })}
        />
      )}
      {blocked && <Obstacles flow={flow} />}
      {!loading && !loadFailure && !blocked && preview && <DeletionForm flow={flow} preview={preview} />}
      <IdentityCheck
        flow={useSelector(flow, selectCheck)}
        onDismiss={() => flow.send({ type: 'identity.dismissed' })}
      />
    </PageLayout>
  );
}
