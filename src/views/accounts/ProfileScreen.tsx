import { useSelector } from '@xstate/react';
import { css } from 'styled-system/css';
import type { ActorRefFrom } from 'xstate';
import type { profileNamesMachine } from '../../machines/accounts/profileNames/profileNames.machine.ts';
import { selectIsEdited, selectIsLoading } from '../../machines/accounts/profileNames/profileNames.selectors.ts';
import { href } from '../../router/href.ts';
import { ResourceError } from '../parts/ResourceError.tsx';
import { useForm } from '../parts/useForm.ts';
import { useResource } from '../parts/useResource.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { PageHeader, PageLayout } from '../ui/PageLayout.tsx';
import { SkeletonForm } from '../ui/SkeletonForm.tsx';
import { TextField } from '../ui/TextField.tsx';
import { TextLink } from '../ui/TextLink.tsx';
import { accountForm } from './accountStyles.ts';

type ProfileNamesFlow = ActorRefFrom<typeof profileNamesMachine>;

const buttons = css({ display: 'flex', flexWrap: 'wrap', gap: '2' });
const emailText = css({ overflowWrap: 'anywhere' });

function NamesForm({ flow }: { flow: ProfileNamesFlow }) {
  const { values, fieldErrors, failure, busy, change, form } = useForm(flow);
  const edited = useSelector(flow, selectIsEdited);
  return (
    <form {...form} className={accountForm}>
      {failure && <ErrorState title="Could not save your profile" failure={failure} />}
      <TextField
        label="First name"
        name="first_name"
        autoComplete="given-name"
        value={values.first_name}
        error={fieldErrors.first_name}
        readOnly={busy}
        onValueChange={(value) => change({ field: 'first_name', value })}
      />
      <TextField
        label="Last name"
        name="last_name"
        autoComplete="family-name"
        value={values.last_name}
        error={fieldErrors.last_name}
        readOnly={busy}
        onValueChange={(value) => change({ field: 'last_name', value })}
      />
      <div className={buttons}>
        <Button type="submit" variant="primary" loading={busy}>
          Save profile
        </Button>
        {edited && (
          <Button disabled={busy} onClick={() => flow.send({ type: 'edits.discarded' })}>
            Discard changes
          </Button>
        )}
      </div>
    </form>
  );
}

/** Who the signed-in user is. */
export default function ProfileScreen({ flow }: { flow: ProfileNamesFlow }) {
  const loading = useSelector(flow, selectIsLoading);
  const profile = useResource('profile');
  return (
    <PageLayout width="form">
      <PageHeader title="Profile" guide="account#profile" description="Your name is shown in the account menu." />
      {profile.state === 'failed' ? (
        <ResourceError title="Could not load your profile" read={profile} />
      ) : loading ? (
        <SkeletonForm label="Loading your profile" />
      ) : (
        <>
          <Card title="Name">
            <NamesForm flow={flow} />
          </Card>
          <Card title="Email">
            <p className={emailText}>{profile.data?.primary_email}</p>
            <TextLink href={href('accountEmail')} standalone>
              Change email
            </TextLink>
          </Card>
        </>
      )}
    </PageLayout>
  );
}
