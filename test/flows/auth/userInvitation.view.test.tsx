import { fireEvent } from '@testing-library/react';
import { expect } from 'vitest';
import type { SnapshotFrom } from 'xstate';
import type { userInvitationMachine } from '../../../src/machines/auth/userInvitation/userInvitation.machine.ts';
import { InvitationDialog } from '../../../src/views/auth/InvitationDialog.tsx';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { typeInto } from '../../fixtures/typeInto.ts';
import { coverView } from '../../support/coverView.ts';
import { submitForm } from '../../support/submitForm.ts';
import type { Screen } from '../../support/viewDriver.tsx';
import { userInvitationModel } from './userInvitation.model.ts';

const field = (screen: Screen) => screen.getByLabelText<HTMLInputElement>('Email', { exact: true });
const button = (screen: Screen) => screen.getByRole<HTMLButtonElement>('button', { name: 'Send invitation' });

const seesForm = (screen: Screen, { context }: SnapshotFrom<typeof userInvitationMachine>) => {
  expect(field(screen).value).toBe(context.values.email);
  // A phone shows the keyboard of addresses, and the browser does not suggest those of whoever invites.
  expect([field(screen).inputMode, field(screen).autocomplete]).toEqual(['email', 'off']);
  expect(field(screen).getAttribute('aria-invalid')).toBe(context.fieldErrors.email === undefined ? null : 'true');
  expect(screen.queryByText('Could not send the invitation') !== null).toBe(context.failure !== null);
};
const seesBusy = (screen: Screen) => expect(button(screen).disabled).toBe(true);

coverView(userInvitationModel, {
  view: (flow) => (
    <InApp app={startTestApp()}>
      <InvitationDialog flow={flow} />
    </InApp>
  ),
  does: {
    'field.changed': ({ value }, screen) => typeInto(field(screen), value),
    'form.submitted': (_, screen) => {
      submitForm(field(screen));
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
    inviting: (screen) => {
      expect(button(screen).getAttribute('aria-busy')).toBe('true');
      expect(field(screen).readOnly).toBe(true);
    },
    invited: seesBusy,
  },
});
