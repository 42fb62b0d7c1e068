import { fireEvent } from '@testing-library/react';
import { expect } from 'vitest';
import type { SnapshotFrom } from 'xstate';
import ProfileScreen from '../../../src/views/accounts/ProfileScreen.tsx';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { typeInto } from '../../fixtures/typeInto.ts';
import { coverView } from '../../support/coverView.ts';
import { submitForm } from '../../support/submitForm.ts';
import type { Screen } from '../../support/viewDriver.tsx';
import { profileNamesModel } from './profileNames.model.ts';

const labels = { first_name: 'First name', last_name: 'Last name' } as const;
const field = (screen: Screen, name: keyof typeof labels) => screen.getByLabelText<HTMLInputElement>(labels[name]);
const button = (screen: Screen) => screen.getByRole<HTMLButtonElement>('button', { name: 'Save profile' });

const seesForm = (screen: Screen, { context }: SnapshotFrom<typeof profileNamesModel.machine>): void => {
  for (const name of ['first_name', 'last_name'] as const) {
    expect(field(screen, name).value).toBe(context.values[name]);
    expect(field(screen, name).getAttribute('aria-invalid')).toBe(
      context.fieldErrors[name] === undefined ? null : 'true',
    );
  }
  expect(screen.queryByText('Could not save your profile') !== null).toBe(context.failure !== null);
};

coverView(profileNamesModel, {
  view: (flow) => (
    <InApp app={startTestApp()}>
      <ProfileScreen flow={flow} />
    </InApp>
  ),
  does: {
    'field.changed': ({ field: name, value }, screen) => typeInto(field(screen, name), value),
    'form.submitted': (_, screen) => {
      submitForm(button(screen));
    },
    'edits.discarded': (_, screen) => {
      const discard = screen.queryByRole('button', { name: 'Discard changes' });
      if (discard === null) return 'elsewhere';
      fireEvent.click(discard);
      return undefined;
    },
    'profile.loaded': 'elsewhere',
    'profile.missing': 'elsewhere',
    'profile.refused': 'elsewhere',
    'profile.failed': 'elsewhere',
  },
  sees: {
    loadingDraft: (screen) => expect(screen.getByRole('status', { name: 'Loading your profile' })).toBeTruthy(),
    loading: (screen) => expect(screen.getByRole('status', { name: 'Loading your profile' })).toBeTruthy(),
    editing: seesForm,
    forgettingDraft: (screen) => expect(button(screen).getAttribute('aria-busy')).toBe('true'),
    saving: (screen) => {
      expect(button(screen).getAttribute('aria-busy')).toBe('true');
      expect(field(screen, 'last_name').readOnly).toBe(true);
    },
  },
});
