import Ban from 'lucide-react/icons/ban';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Trash from 'lucide-react/icons/trash-2';
import type { ReactNode } from 'react';
import { css, cx } from 'styled-system/css';
import type { ActorRefFrom } from 'xstate';
import type { ProjectUser, UserColumn } from '../../contract/auth/projectUser.ts';
import type { projectUsersMachine } from '../../machines/auth/projectUsers/projectUsers.machine.ts';
import { href } from '../../router/href.ts';
import { Badge } from '../ui/Badge.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Menu } from '../ui/Menu.tsx';
import { rowCardsClass } from '../ui/rowCards.ts';
import { Table } from '../ui/Table.tsx';
import { TextLink } from '../ui/TextLink.tsx';
import { Time } from '../ui/Time.tsx';
import { isBanned, nameOf, providerName } from './userName.ts';

// The menu of a row stays in the corner of its card.
const frame = css({
  mdDown: {
    '& tbody tr': { position: 'relative', paddingInlineEnd: '12' },
    '& tbody td:last-child': { position: 'absolute', top: '2', insetInlineEnd: '2', padding: '0!' },
  },
});
const who = css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2', overflowWrap: 'anywhere' });
const fact = css({
  textStyle: 'small',
  fontVariantNumeric: 'tabular-nums',
  overflowWrap: 'anywhere',
  '& > time': { whiteSpace: 'nowrap' },
});
const identifier = css({ textStyle: 'mono', color: 'muted', overflowWrap: 'anywhere' });
const spoken = css({ srOnly: true });

export const columnLabels: Readonly<Record<UserColumn, string>> = {
  name: 'Name',
  phone: 'Phone',
  providers: 'Providers',
  created: 'Created',
  lastSignIn: 'Last sign-in',
  id: 'ID',
};

const facts: Readonly<Record<UserColumn, (user: ProjectUser) => ReactNode>> = {
  name: ({ name }) => name || '–',
  phone: ({ phone }) => (phone === '' ? '–' : `+${phone}`),
  providers: ({ providers }) => providers.map(providerName).join(', ') || '–',
  created: ({ created_at: created }) => <Time value={created} detail="day" />,
  lastSignIn: ({ last_sign_in_at: last }) => (last === null ? 'Never' : <Time value={last} detail="relative" />),
  id: ({ id }) => <span className={identifier}>{id}</span>,
};

interface RowProps {
  user: ProjectUser;
  columns: readonly UserColumn[];
  flow: ActorRefFrom<typeof projectUsersMachine>;
  projectRef: string;
}

function UserRow({ user, columns, flow, projectRef }: RowProps) {
  const name = nameOf(user);
  const banned = isBanned(user);
  return (
    <tr>
      <th scope="row">
        <div className={who}>
          <TextLink href={href('user', { ref: projectRef, id: user.id })} standalone>
            {name}
          </TextLink>
          {banned && <Badge tone="danger">Banned</Badge>}
          {user.confirmed_at === null && <Badge>Unconfirmed</Badge>}
        </div>
      </th>
      {columns.map((column) => (
        <td key={column} data-name={columnLabels[column]}>
          <span className={fact}>{facts[column](user)}</span>
        </td>
      ))}
      <td>
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
      </td>
    </tr>
  );
}

interface UserTableProps extends Omit<RowProps, 'user'> {
  users: readonly ProjectUser[];
  /** Another list is being read. */
  isBusy: boolean;
}

/** Users of a project with the chosen columns. */
export const UserTable = ({ users, columns, isBusy, flow, projectRef }: UserTableProps) => (
  <div className={cx(rowCardsClass, frame)} aria-busy={isBusy}>
    <Table label="Users" bare>
      <thead>
        <tr>
          <th scope="col">User</th>
          {columns.map((column) => (
            <th key={column} scope="col">
              {columnLabels[column]}
            </th>
          ))}
          <th scope="col">
            <span className={spoken}>Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {users.map((user) => (
          <UserRow key={user.id} user={user} columns={columns} flow={flow} projectRef={projectRef} />
        ))}
      </tbody>
    </Table>
  </div>
);
