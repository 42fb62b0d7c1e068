import { setImmediate } from 'node:timers/promises';
import { fireEvent, within } from '@testing-library/react';
import { expect } from 'vitest';
import type { ProjectUser } from '../../../src/contract/auth/projectUser.ts';
import { Users } from '../../../src/views/auth/Users.tsx';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { coverView } from '../../support/coverView.ts';
import type { Screen } from '../../support/viewDriver.tsx';
import { projectUsersModel } from './projectUsers.model.ts';

const dialog = (screen: Screen) => within(screen.getByRole('alertdialog'));
const confirm = /^(?:Ban user|Lift ban|Delete user)$/;

async function choose(screen: Screen, { email }: ProjectUser, item: RegExp): Promise<void | 'elsewhere'> {
  const actions = screen.queryByRole('button', { name: `Actions for ${email}` });
  if (actions === null) return 'elsewhere';
  fireEvent.click(actions);
  await setImmediate();
  fireEvent.click(screen.getByRole('menuitem', { name: item }));
  return undefined;
}

async function chooseView(screen: Screen, item: string): Promise<void> {
  const view = screen.getByRole('button', { name: 'View' });
  if (view.getAttribute('aria-expanded') !== 'true') fireEvent.click(view);
  await setImmediate();
  fireEvent.click(screen.getByRole('menuitemradio', { name: item }));
}

const asking = (screen: Screen, { context }: { context: { confirmFailure: unknown } }) => {
  expect(dialog(screen).getByRole('button', { name: confirm })).toBeTruthy();
  expect(dialog(screen).queryByText(/^Could not (?:change|delete) the user$/) !== null).toBe(
    context.confirmFailure !== null,
  );
};
const working = (screen: Screen) =>
  expect(dialog(screen).getByRole('button', { name: confirm }).getAttribute('aria-busy')).toBe('true');
const seesList = (screen: Screen, { context }: { context: { users: readonly ProjectUser[] } }) => {
  expect(screen.queryAllByRole('rowheader', { hidden: true }).length).toBe(context.users.length);
};

coverView(projectUsersModel, {
  view: (flow) => (
    <InApp app={startTestApp()}>
      <Users flow={flow} projectRef="abc" />
    </InApp>
  ),
  does: {
    'filter.changed': ({ filter }, screen) => {
      const field = screen.getByLabelText<HTMLInputElement>('Search users');
      // The same text again is no change.
      if (field.value === filter) return 'elsewhere';
      fireEvent.change(field, { target: { value: filter } });
      return undefined;
    },
    'order.chosen': (_, screen) => chooseView(screen, 'Oldest first'),
    'columns.chosen': 'elsewhere',
    'columns.found': 'elsewhere',
    'search.found': 'elsewhere',
    'more.requested': (_, screen) => {
      const more = screen.queryByRole('button', { name: 'Load more' });
      if (more === null) return 'elsewhere';
      fireEvent.click(more);
      return undefined;
    },
    'list.retried': (_, screen) => {
      fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    },
    'creation.requested': (_, screen) => {
      fireEvent.click(screen.getAllByRole('button', { name: 'Create user' })[0]!);
    },
    'creation.cancelled': 'elsewhere',
    'invitation.requested': (_, screen) => {
      fireEvent.click(screen.getByRole('button', { name: 'Invite user' }));
    },
    'invitation.cancelled': 'elsewhere',
    'ban.requested': ({ user }, screen) => choose(screen, user, /^(?:Ban user|Lift ban)…$/),
    'deletion.requested': ({ user }, screen) => choose(screen, user, /^Delete user…$/),
    'action.confirmed': (_, screen) => {
      fireEvent.click(dialog(screen).getByRole('button', { name: confirm }));
    },
    'action.cancelled': (_, screen) => {
      fireEvent.click(dialog(screen).getByRole('button', { name: 'Cancel' }));
    },
    'user.created': 'elsewhere',
    'user.invited': 'elsewhere',
    'list.changed': 'elsewhere',
    'project.opened': 'elsewhere',
  },
  sees: {
    'list.awaitingProject': (screen) => expect(screen.getByRole('status', { name: 'Loading users' })).toBeTruthy(),
    'list.reading': seesList,
    'list.debouncing': (screen, { context }) =>
      expect(screen.getByLabelText<HTMLInputElement>('Search users').value).toBe(context.filter),
    'list.ready': (screen, snapshot) => {
      seesList(screen, snapshot);
      expect(screen.queryByText('Could not load more users') !== null).toBe(snapshot.context.failure !== null);
    },
    'list.readingMore': (screen) =>
      expect(screen.getByRole('button', { name: 'Load more', hidden: true }).getAttribute('aria-busy')).toBe('true'),
    'list.failed': (screen) => expect(screen.getByText('Could not load the users')).toBeTruthy(),
    'work.idle': (screen) => expect(screen.queryByRole('alertdialog')).toBeNull(),
    'work.creating': (screen) => expect(screen.getByRole('dialog', { name: 'Create user' })).toBeTruthy(),
    'work.inviting': (screen) => expect(screen.getByRole('dialog', { name: 'Invite user' })).toBeTruthy(),
    'work.confirmingBan': asking,
    'work.banning': working,
    'work.confirmingDeletion': asking,
    'work.deleting': working,
  },
});
