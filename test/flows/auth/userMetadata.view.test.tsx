import { fireEvent } from '@testing-library/react';
import { expect } from 'vitest';
import type { SnapshotFrom } from 'xstate';
import type { userMetadataMachine } from '../../../src/machines/auth/userMetadata/userMetadata.machine.ts';
import { UserMetadataDialog } from '../../../src/views/auth/UserMetadataDialog.tsx';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { coverView } from '../../support/coverView.ts';
import { submitForm } from '../../support/submitForm.ts';
import type { Screen } from '../../support/viewDriver.tsx';
import { userMetadataModel } from './userMetadata.model.ts';

const labels = { user_metadata: 'User metadata', app_metadata: 'App metadata' } as const;
const field = (screen: Screen, name: keyof typeof labels) =>
  screen.getByLabelText<HTMLTextAreaElement>(labels[name], { exact: true });
const button = (screen: Screen) => screen.getByRole<HTMLButtonElement>('button', { name: 'Save metadata' });

const seesForm = (screen: Screen, { context }: SnapshotFrom<typeof userMetadataMachine>) => {
  for (const name of ['user_metadata', 'app_metadata'] as const) {
    expect(field(screen, name).value).toBe(context.values[name]);
    expect(field(screen, name).getAttribute('aria-invalid')).toBe(
      context.fieldErrors[name] === undefined ? null : 'true',
    );
  }
  expect(screen.queryByText('Could not save the metadata') !== null).toBe(context.failure !== null);
};
const seesBusy = (screen: Screen) => expect(button(screen).disabled).toBe(true);

coverView(userMetadataModel, {
  view: (flow) => (
    <InApp app={startTestApp()}>
      <UserMetadataDialog flow={flow} />
    </InApp>
  ),
  does: {
    'field.changed': (change, screen) => {
      // The same text again is no change.
      if (field(screen, change.field).value === change.value) return 'elsewhere';
      fireEvent.change(field(screen, change.field), { target: { value: change.value } });
      return undefined;
    },
    'form.submitted': (_, screen) => {
      submitForm(field(screen, 'user_metadata'));
    },
    'form.left': (_, screen) => {
      fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    },
    'edits.discarded': (_, screen) => {
      const discard = screen.queryByRole('button', { name: 'Discard changes' });
      if (discard === null) return 'elsewhere';
      fireEvent.click(discard);
      return undefined;
    },
  },
  sees: {
    loadingDraft: seesForm,
    leaving: seesBusy,
    left: seesBusy,
    forgetting: seesBusy,
    discarding: seesBusy,
    editing: seesForm,
    saving: (screen) => {
      expect(button(screen).getAttribute('aria-busy')).toBe('true');
      expect(field(screen, 'user_metadata').readOnly).toBe(true);
    },
    saved: seesBusy,
  },
});
