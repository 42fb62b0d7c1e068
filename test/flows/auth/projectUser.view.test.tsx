import { fireEvent, within } from '@testing-library/react';
import { expect } from 'vitest';
import { selectIsGone } from '../../../src/machines/auth/projectUser/projectUser.selectors.ts';
import { User } from '../../../src/views/auth/User.tsx';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { coverView } from '../../support/coverView.ts';
import type { Screen } from '../../support/viewDriver.tsx';
import { grace } from './newUser.model.ts';
import { projectUserModel } from './projectUser.model.ts';

const dialog = (screen: Screen) => within(screen.getByRole('alertdialog'));
const confirm = /^(?:Ban user|Delete user)$/;
const press = (screen: Screen, name: string): void | 'elsewhere' => {
  const button = screen.queryByRole('button', { name });
  if (button === null) return 'elsewhere';
  fireEvent.click(button);
  return undefined;
};

coverView(projectUserModel, {
  view: (flow) => (
    <InApp app={startTestApp()}>
      <User flow={flow} projectRef="abc" />
    </InApp>
  ),
  does: {
    'user.retried': (_, screen) => press(screen, 'Try again'),
    'action.requested': ({ action }, screen) => press(screen, action.kind === 'ban' ? 'Ban user…' : 'Delete user…'),
    'action.confirmed': (_, screen) => {
      fireEvent.click(dialog(screen).getByRole('button', { name: confirm }));
    },
    'action.cancelled': (_, screen) => {
      fireEvent.click(dialog(screen).getByRole('button', { name: 'Cancel' }));
    },
    'metadata.opened': (_, screen) => press(screen, 'Edit metadata…'),
    'password.opened': (_, screen) => press(screen, 'Set password…'),
    'form.cancelled': (_, screen) => {
      // The form of the metadata closes once its draft is stored.
      if (screen.queryByRole('dialog', { name: 'Edit metadata' }) !== null) return 'elsewhere';
      fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
      return undefined;
    },
    'metadata.saved': 'elsewhere',
    'password.saved': 'elsewhere',
    'user.changed': 'elsewhere',
    'project.opened': 'elsewhere',
  },
  sees: {
    'user.awaitingProject': (screen) => expect(screen.getByRole('status', { name: 'Loading the user' })).toBeTruthy(),
    'user.reading': (screen, { context }) =>
      expect(screen.queryByRole('status', { name: 'Loading the user' }) !== null).toBe(context.user === null),
    'user.ready': (screen) => {
      expect(screen.getByRole('heading', { level: 1, name: grace.email, hidden: true })).toBeTruthy();
      for (const fact of [grace.id, 'Phone', 's1', 's2'])
        expect(screen.getAllByText(fact, { exact: true }).length).toBeGreaterThan(0);
      expect(screen.queryByText('Could not load the user')).toBeNull();
    },
    // A deleted user cannot be read, which surprises no reader.
    'user.failed': (screen, snapshot) =>
      expect(screen.queryByText('Could not load the user') !== null).toBe(!selectIsGone(snapshot)),
    'work.idle': (screen) => expect(screen.queryByRole('alertdialog')).toBeNull(),
    'work.confirming': (screen, { context }) => {
      expect(dialog(screen).getByRole('button', { name: confirm })).toBeTruthy();
      expect(dialog(screen).queryByText(/^Could not (?:ban|delete) the user$/) !== null).toBe(
        context.confirmFailure !== null,
      );
    },
    'work.acting': (screen) =>
      expect(dialog(screen).getByRole('button', { name: confirm }).getAttribute('aria-busy')).toBe('true'),
    'work.editingMetadata': (screen) => expect(screen.getByRole('dialog', { name: 'Edit metadata' })).toBeTruthy(),
    'work.settingPassword': (screen) => expect(screen.getByRole('dialog', { name: 'Set password' })).toBeTruthy(),
    'work.gone': (screen) => expect(screen.queryByRole('alertdialog')).toBeNull(),
  },
});
