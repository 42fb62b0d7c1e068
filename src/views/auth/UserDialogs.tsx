import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { ProjectUserDetail, UserEmail } from '../../contract/auth/projectUser.ts';
import type { projectUserMachine } from '../../machines/auth/projectUser/projectUser.machine.ts';
import { selectAsked, selectMetadata, selectPassword } from '../../machines/auth/projectUser/projectUser.selectors.ts';
import type { UserAction } from '../../machines/auth/projectUser/userAction.ts';
import { href } from '../../router/href.ts';
import { deviceName } from '../parts/deviceName.ts';
import { useConfirm } from '../parts/useConfirm.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { TextLink } from '../ui/TextLink.tsx';
import { UserMetadataDialog } from './UserMetadataDialog.tsx';
import { nameOf } from './userName.ts';
import { UserPasswordDialog } from './UserPasswordDialog.tsx';

type UserFlow = ActorRefFrom<typeof projectUserMachine>;

const emailNames: Readonly<Record<UserEmail, string>> = {
  recovery: 'a link to reset the password',
  magiclink: 'a sign-in link',
  confirmation: 'a link that confirms the address',
};

interface Question {
  variant: 'success' | 'warning' | 'danger';
  title: string;
  confirm: string;
  failed: string;
  description: ReactNode;
}

/** Where links of emails lead is a setting of the project that is easily forgotten. */
const LinkTarget = ({ projectRef }: { projectRef: string }) => (
  <>
    The link goes to your app’s site URL, which you set in{' '}
    <TextLink href={href('authConfig', { ref: projectRef }, { section: 'urls' })}>Auth settings</TextLink>.
  </>
);

function questionOf(action: UserAction, user: ProjectUserDetail | null, projectRef: string): Question {
  const name = nameOf(user);
  switch (action.kind) {
    case 'email':
      return {
        variant: 'success',
        title: `Send ${name} ${emailNames[action.email]}?`,
        confirm: 'Send email',
        failed: 'Could not send the email',
        description: <LinkTarget projectRef={projectRef} />,
      };
    case 'confirmation':
      return {
        variant: 'success',
        title: `Confirm ${name}?`,
        confirm: 'Confirm address',
        failed: 'Could not confirm the address',
        description: 'Do this only if you know that the user owns the address.',
      };
    case 'ban':
      return action.banned
        ? {
            variant: 'warning',
            title: `Ban ${name}?`,
            confirm: 'Ban user',
            failed: 'Could not ban the user',
            description: 'The user can no longer sign in. You can lift the ban at any time.',
          }
        : {
            variant: 'success',
            title: `Lift the ban of ${name}?`,
            confirm: 'Lift ban',
            failed: 'Could not lift the ban',
            description: 'The user can sign in again.',
          };
    case 'factor':
      return {
        variant: 'warning',
        title: `Remove ${action.factor.friendly_name || 'the second factor'}?`,
        confirm: 'Remove factor',
        failed: 'Could not remove the second factor',
        description: 'The user can sign in without it and set up another.',
      };
    case 'session':
      return {
        variant: 'warning',
        title: `End the session on ${deviceName(action.session.user_agent)}?`,
        confirm: 'End session',
        failed: 'Could not end the session',
        description: 'To use your app there again, the user has to sign in.',
      };
    case 'sessions':
      return {
        variant: 'warning',
        title: `Sign out ${name} everywhere?`,
        confirm: 'End all sessions',
        failed: 'Could not end the sessions',
        description: 'To use your app again, the user has to sign in on each device.',
      };
    case 'deletion':
      return {
        variant: 'danger',
        title: `Delete ${name}?`,
        confirm: 'Delete user',
        failed: 'Could not delete the user',
        description:
          'The user is deleted with all sign-in methods and sessions. Foreign keys decide what happens to rows that reference the user. This cannot be undone.',
      };
  }
}

function ActionDialog({ flow, user, projectRef }: { flow: UserFlow; user: ProjectUserDetail; projectRef: string }) {
  const asked = useSelector(flow, selectAsked);
  const { dialog, failure } = useConfirm(flow);
  if (asked === null) return null;
  const { variant, title, confirm, failed, description } = questionOf(asked, user, projectRef);
  return (
    <ConfirmDialog {...dialog} variant={variant} title={title} confirmLabel={confirm} description={description}>
      {failure && <ErrorState title={failed} failure={failure} />}
    </ConfirmDialog>
  );
}

/** What is open over the page of a user. */
export function UserDialogs({
  flow,
  user,
  projectRef,
}: {
  flow: UserFlow;
  user: ProjectUserDetail;
  projectRef: string;
}) {
  const metadata = useSelector(flow, selectMetadata);
  const password = useSelector(flow, selectPassword);
  return (
    <>
      <ActionDialog flow={flow} user={user} projectRef={projectRef} />
      {metadata && <UserMetadataDialog flow={metadata} />}
      {password && <UserPasswordDialog flow={password} onCancel={() => flow.send({ type: 'form.cancelled' })} />}
    </>
  );
}
