import { useSelector } from '@xstate/react';
import Columns from 'lucide-react/icons/columns-3';
import UsersIcon from 'lucide-react/icons/users';
import { css } from 'styled-system/css';
import type { ActorRefFrom } from 'xstate';
import { foundMax, userColumns, userOrders, type UserColumn, type UserOrder } from '../../contract/auth/projectUser.ts';
import { grouped } from '../../contract/common/counts.ts';
import type { projectUsersMachine } from '../../machines/auth/projectUsers/projectUsers.machine.ts';
import {
  selectChosen,
  selectColumns,
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
  selectOrder,
  selectTotal,
} from '../../machines/auth/projectUsers/projectUsers.selectors.ts';
import { useConfirm } from '../parts/useConfirm.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Menu } from '../ui/Menu.tsx';
import { menuChoices } from '../ui/menuChoices.ts';
import { PageHeader, PageLayout } from '../ui/PageLayout.tsx';
import { SkeletonTable } from '../ui/SkeletonTable.tsx';
import { TextField } from '../ui/TextField.tsx';
import { InvitationDialog } from './InvitationDialog.tsx';
import { NewUserDialog } from './NewUserDialog.tsx';
import { isBanned, nameOf } from './userName.ts';
import { columnLabels, UserTable } from './UserTable.tsx';

const tools = css({
  display: 'flex',
  alignItems: 'center',
  gap: '2',
  '& > :first-child': { flex: '1', minWidth: '0' },
});

type UsersFlow = ActorRefFrom<typeof projectUsersMachine>;

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
      {newUser && <NewUserDialog flow={newUser} />}
      {invitation && <InvitationDialog flow={invitation} />}
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
        description="The user is deleted with all sign-in methods and sessions. Foreign keys decide what happens to rows that reference the user. This cannot be undone."
      >
        {failure && <ErrorState title="Could not delete the user" failure={failure} />}
      </ConfirmDialog>
    </>
  );
}

function UserList({ flow, projectRef }: { flow: UsersFlow; projectRef: string }) {
  const users = useSelector(flow, selectList);
  const columns = useSelector(flow, selectColumns);
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
        Search by part of an email address or name, the start of a phone number, a full ID, or a provider.
      </EmptyState>
    );
  return (
    <>
      <Card flush>
        <UserTable users={users} columns={columns} isBusy={reading} flow={flow} projectRef={projectRef} />
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

const orderLabels: Readonly<Record<UserOrder, string>> = { newest: 'Newest first', oldest: 'Oldest first' };

function ViewMenu({ flow }: { flow: UsersFlow }) {
  const order = useSelector(flow, selectOrder);
  const columns = useSelector(flow, selectColumns);
  const toggled = (column: UserColumn): readonly UserColumn[] =>
    userColumns.filter((one) => columns.includes(one) !== (one === column));
  return (
    <Menu
      label="View"
      align="end"
      trigger={<Button icon={<Columns />}>View</Button>}
      items={[
        { kind: 'heading', key: 'order', label: 'Order' },
        ...menuChoices({
          name: 'order',
          values: userOrders,
          chosen: order,
          labelOf: (one) => orderLabels[one],
          onChosen: (chosen) => flow.send({ type: 'order.chosen', order: chosen }),
        }),
        { kind: 'heading', key: 'columns', label: 'Columns' },
        ...userColumns.map((column) => ({
          kind: 'choice' as const,
          key: column,
          label: columnLabels[column],
          checked: columns.includes(column),
          isSwitch: true,
          onSelect: () => flow.send({ type: 'columns.chosen', columns: toggled(column) }),
        })),
      ]}
    />
  );
}

function describeTotal(total: number, isSearch: boolean): string {
  if (total === 0) return 'People who sign in to your app.';
  if (isSearch && total > foundMax) return `More than ${grouped(foundMax)} users found.`;
  return `${grouped(total)} ${total === 1 ? 'user' : 'users'}${isSearch ? ' found' : ''}.`;
}

/** The users of a project's app: the page, once the project can be used. */
export function Users({ flow, projectRef }: { flow: UsersFlow; projectRef: string }) {
  const total = useSelector(flow, selectTotal);
  const filter = useSelector(flow, selectFilter);
  return (
    <PageLayout>
      <PageHeader
        title="Users"
        guide="auth#manage-the-users-of-your-app"
        description={describeTotal(total, filter.trim() !== '')}
        actions={
          <>
            <Button onClick={() => flow.send({ type: 'invitation.requested' })}>Invite user</Button>
            <Button variant="primary" onClick={() => flow.send({ type: 'creation.requested' })}>
              Create user
            </Button>
          </>
        }
      />
      <div className={tools}>
        <TextField
          label="Search users"
          hideLabel
          type="search"
          placeholder="Email, phone, name, or ID"
          value={filter}
          onValueChange={(text) => flow.send({ type: 'filter.changed', filter: text })}
        />
        <ViewMenu flow={flow} />
      </div>
      <UserList flow={flow} projectRef={projectRef} />
      <UserDialogs flow={flow} />
    </PageLayout>
  );
}
