import { useSelector } from '@xstate/react';
import Ban from 'lucide-react/icons/ban';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Trash from 'lucide-react/icons/trash-2';
import UsersIcon from 'lucide-react/icons/users';
import type { ActorRefFrom } from 'xstate';
import type { ProjectUser } from '../../contract/auth/projectUser.ts';
import type { projectUsersMachine } from '../../machines/auth/projectUsers/projectUsers.machine.ts';
import {
  selectChosen,
  selectFailure,
  selectFilter,
  selectHasFailed,
  selectHasMore,
  selectIsConfirmingBan,
  selectIsConfirmingDeletion,
  selectInvitation,
  selectIsReading,
  selectIsReadingMore,
  selectList,
  selectNewUser,
  selectTotal,
} from '../../machines/auth/projectUsers/projectUsers.selectors.ts';
import { href } from '../../router/href.ts';
import { useConfirm } from '../parts/useConfirm.ts';
import { Badge } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Menu } from '../ui/Menu.tsx';
import { PageHeader, PageLayout } from '../ui/PageLayout.tsx';
import { listRow, nameRow, rowFacts, rowList, rowName, rowNote } from '../ui/rowListStyles.ts';
import { SkeletonTable } from '../ui/SkeletonTable.tsx';
import { TextField } from '../ui/TextField.tsx';
import { TextLink } from '../ui/TextLink.tsx';
import { Time } from '../ui/Time.tsx';
import { InvitationDialog } from './InvitationDialog.tsx';
import { NewUserDialog } from './NewUserDialog.tsx';
import { nameOf } from './userName.ts';

type UsersFlow = ActorRefFrom<typeof projectUsersMachine>;

const isBanned = (user: ProjectUser | null): boolean => user !== null && user.banned_until !== null;

function UserRow({ user, flow, projectRef }: { user: ProjectUser; flow: UsersFlow; projectRef: string }) {
  const name = nameOf(user);
  const banned = isBanned(user);
  return (
    <li className={listRow}>
      <div className={rowFacts}>
        <div className={nameRow}>
          <span className={rowName}>
            <TextLink href={href('user', { ref: projectRef, id: user.id })}>{name}</TextLink>
          </span>
          {banned && <Badge tone="danger">Banned</Badge>}
          {user.confirmed_at === null && <Badge>Unconfirmed</Badge>}
        </div>
        <p className={rowNote}>
          {user.providers.length > 0 && <>{user.providers.join(', ')} · </>}
          created <Time value={user.created_at} detail="day" /> ·{' '}
          {user.last_sign_in_at === null ? (
            'never signed in'
          ) : (
            <>
              last signed in <Time value={user.last_sign_in_at} detail="relative" />
            </>
          )}
        </p>
      </div>
      <Menu
        label={`Actions for ${name}`}
        align="end"
        tip="Actions"
        trigger={<IconButton label={`Actions for ${name}`} tip={false} variant="text" icon={<Ellipsis />} />}
        items={[
          {
            kind: 'action',
            key: 'ban',
            label: banned ? 'Lift ban…' : 'Ban user…',
            icon: <Ban />,
            onSelect: () => flow.send({ type: 'ban.requested', user }),
          },
          {
            kind: 'action',
            key: 'delete',
            label: 'Delete user…',
            icon: <Trash />,
            onSelect: () => flow.send({ type: 'deletion.requested', user }),
          },
        ]}
      />
    </li>
  );
}

function UserDialogs({ flow }: { flow: UsersFlow }) {
  const confirmingBan = useSelector(flow, selectIsConfirmingBan);
  const confirmingDeletion = useSelector(flow, selectIsConfirmingDeletion);
  const chosen = useSelector(flow, selectChosen);
  const newUser = useSelector(flow, selectNewUser);
  const invitation = useSelector(flow, selectInvitation);
  const { dialog, failure } = useConfirm(flow);
  const name = nameOf(chosen);
  const banned = isBanned(chosen);
  return (
    <>
      {newUser && <NewUserDialog flow={newUser} onCancel={() => flow.send({ type: 'creation.cancelled' })} />}
      {invitation && (
        <InvitationDialog flow={invitation} onCancel={() => flow.send({ type: 'invitation.cancelled' })} />
      )}
      <ConfirmDialog
        {...dialog}
        open={confirmingBan}
        variant={banned ? 'success' : 'warning'}
        title={banned ? `Lift the ban of ${name}?` : `Ban ${name}?`}
        confirmLabel={banned ? 'Lift ban' : 'Ban user'}
        description={
          banned ? 'The user can sign in again.' : 'The user can no longer sign in. You can lift the ban at any time.'
        }
      >
        {failure && <ErrorState title="Could not change the user" failure={failure} />}
      </ConfirmDialog>
      <ConfirmDialog
        {...dialog}
        open={confirmingDeletion}
        variant="danger"
        title={`Delete ${name}?`}
        confirmLabel="Delete user"
        description="The user is removed with all sign-in methods and sessions. Rows that refer to the user follow their foreign keys. This cannot be undone."
      >
        {failure && <ErrorState title="Could not delete the user" failure={failure} />}
      </ConfirmDialog>
    </>
  );
}

function UserList({ flow, projectRef }: { flow: UsersFlow; projectRef: string }) {
  const users = useSelector(flow, selectList);
  const filter = useSelector(flow, selectFilter);
  const failure = useSelector(flow, selectFailure);
  const failed = useSelector(flow, selectHasFailed);
  const reading = useSelector(flow, selectIsReading);
  const readingMore = useSelector(flow, selectIsReadingMore);
  const hasMore = useSelector(flow, selectHasMore);
  if (failed && failure)
    return (
      <ErrorState
        title="Could not load the users"
        failure={failure}
        onRetry={() => flow.send({ type: 'list.retried' })}
      />
    );
  if (users.length === 0 && reading) return <SkeletonTable label="Loading users" />;
  if (users.length === 0)
    return filter.trim() === '' ? (
      <EmptyState
        icon={<UsersIcon />}
        title="No users yet"
        action={<Button onClick={() => flow.send({ type: 'creation.requested' })}>Create user</Button>}
      >
        Users appear here when they sign up in your app, or when you create them.
      </EmptyState>
    ) : (
      <EmptyState icon={<UsersIcon />} title="No users match">
        Search for a part of an email address or a name, the beginning of a phone number, or a whole ID.
      </EmptyState>
    );
  return (
    <>
      <Card flush>
        <ul className={rowList} aria-label="Users" aria-busy={reading}>
          {users.map((user) => (
            <UserRow key={user.id} user={user} flow={flow} projectRef={projectRef} />
          ))}
        </ul>
      </Card>
      {failure && <ErrorState title="Could not load more users" failure={failure} />}
      {hasMore && (
        <Button loading={readingMore} onClick={() => flow.send({ type: 'more.requested' })}>
          Load more
        </Button>
      )}
    </>
  );
}

/** The users of a project's app: the page, once the project can be used. */
export function Users({ flow, projectRef }: { flow: UsersFlow; projectRef: string }) {
  const total = useSelector(flow, selectTotal);
  const filter = useSelector(flow, selectFilter);
  return (
    <PageLayout>
      <PageHeader
        title="Users"
        description={
          total === 0
            ? 'People who sign in to your app.'
            : `${total.toLocaleString('en')} ${total === 1 ? 'user' : 'users'}${filter.trim() === '' ? '' : ' found'}`
        }
        actions={
          <>
            <Button onClick={() => flow.send({ type: 'invitation.requested' })}>Invite user</Button>
            <Button variant="primary" onClick={() => flow.send({ type: 'creation.requested' })}>
              Create user
            </Button>
          </>
        }
      />
      <TextField
        label="Search users"
        hideLabel
        type="search"
        placeholder="Search by email, phone, name or ID"
        value={filter}
        onValueChange={(text) => flow.send({ type: 'filter.changed', filter: text })}
      />
      <UserList flow={flow} projectRef={projectRef} />
      <UserDialogs flow={flow} />
    </PageLayout>
  );
}
