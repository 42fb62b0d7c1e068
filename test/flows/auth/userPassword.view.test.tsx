import { expect } from 'vitest';
import { UserPasswordDialog } from '../../../src/views/auth/UserPasswordDialog.tsx';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { typeInto } from '../../fixtures/typeInto.ts';
import { coverView } from '../../support/coverView.ts';
import { submitForm } from '../../support/submitForm.ts';
import type { Screen } from '../../support/viewDriver.tsx';
import { userPasswordModel } from './userPassword.model.ts';

const field = (screen: Screen) => screen.getByLabelText<HTMLInputElement>('New password', { exact: true });
const button = (screen: Screen) => screen.getByRole<HTMLButtonElement>('button', { name: 'Set password' });

coverView(userPasswordModel, {
  view: (flow) => (
    <InApp app={startTestApp()}>
      <UserPasswordDialog flow={flow} onCancel={() => {}} />
    </InApp>
  ),
  does: {
    'field.changed': ({ value }, screen) => typeInto(field(screen), value),
    'form.submitted': (_, screen) => {
      submitForm(field(screen));
    },
  },
  sees: {
    editing: (screen, { context }) => {
      expect(field(screen).value).toBe(context.values.password);
      expect(field(screen).getAttribute('aria-invalid')).toBe(
        context.fieldErrors.password === undefined ? null : 'true',
      );
      expect(screen.queryByText('Could not set the password') !== null).toBe(context.failure !== null);
    },
    saving: (screen) => {
      expect(button(screen).getAttribute('aria-busy')).toBe('true');
      expect(field(screen).readOnly).toBe(true);
    },
    saved: (screen) => expect(button(screen).disabled).toBe(true),
  },
});
