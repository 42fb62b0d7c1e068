import { fireEvent } from '@testing-library/react';
import { expect } from 'vitest';
import type { SnapshotFrom } from 'xstate';
import type { newUserMachine } from '../../../src/machines/auth/newUser/newUser.machine.ts';
import { NewUserDialog } from '../../../src/views/auth/NewUserDialog.tsx';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { typeInto } from '../../fixtures/typeInto.ts';
import { coverView } from '../../support/coverView.ts';
import { submitForm } from '../../support/submitForm.ts';
import type { Screen } from '../../support/viewDriver.tsx';
import { newUserModel } from './newUser.model.ts';

const labels = { email: 'Email', password: 'Password' } as const;
const field = (screen: Screen, name: keyof typeof labels) =>
  screen.getByLabelText<HTMLInputElement>(labels[name], { exact: true });
const checkbox = (screen: Screen) => screen.getByRole<HTMLInputElement>('checkbox');
const button = (screen: Screen) => screen.getByRole<HTMLButtonElement>('button', { name: 'Create user' });

const seesForm = (screen: Screen, { context }: SnapshotFrom<typeof newUserMachine>) => {
  for (const name of ['email', 'password'] as const) {
    expect(field(screen, name).value).toBe(context.values[name]);
    expect(field(screen, name).getAttribute('aria-invalid')).toBe(
      context.fieldErrors[name] === undefined ? null : 'true',
    );
  }
  expect(checkbox(screen).checked).toBe(context.values.email_confirm);
  expect(screen.queryByText('Could not create the user') !== null).toBe(context.failure !== null);
};
const seesBusy = (screen: Screen) => expect(button(screen).disabled).toBe(true);

coverView(newUserModel, {
  view: (flow) => (
    <InApp app={startTestApp()}>
      <NewUserDialog flow={flow} />
    </InApp>
  ),
  does: {
    'field.changed': (change, screen) => {
      if (change.field === 'email_confirm') {
        if (checkbox(screen).checked === change.value) return 'elsewhere';
        fireEvent.click(checkbox(screen));
      } else typeInto(field(screen, change.field), change.value);
      return undefined;
    },
    'form.submitted': (_, screen) => {
      submitForm(field(screen, 'email'));
    },
    'form.left': (_, screen) => {
      fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    },
  },
  sees: {
    loadingDraft: seesForm,
    leaving: seesBusy,
    left: seesBusy,
    forgetting: seesBusy,
    editing: seesForm,
    creating: (screen) => {
      expect(button(screen).getAttribute('aria-busy')).toBe('true');
      expect(field(screen, 'email').readOnly).toBe(true);
    },
    created: seesBusy,
  },
});
