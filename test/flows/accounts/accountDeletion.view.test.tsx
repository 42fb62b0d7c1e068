import { fireEvent } from '@testing-library/react';
import { expect } from 'vitest';
import AccountDeletionScreen from '../../../src/views/accounts/AccountDeletionScreen.tsx';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { typeInto } from '../../fixtures/typeInto.ts';
import { coverView } from '../../support/coverView.ts';
import { submitForm } from '../../support/submitForm.ts';
import type { Screen } from '../../support/viewDriver.tsx';
import { accountDeletionModel } from './accountDeletion.model.ts';
import { dismissCheck, seesCheck } from './identityCheck.view.ts';

const field = (screen: Screen) => screen.getByLabelText<HTMLInputElement>('Type “ada@example.com” to confirm');
const button = (screen: Screen) =>
  screen.getByText('Delete account', { selector: 'button, button *' }).closest('button')!;

coverView(accountDeletionModel, {
  view: (flow) => (
    <InApp app={startTestApp()}>
      <AccountDeletionScreen flow={flow} />
    </InApp>
  ),
  does: {
    'field.changed': ({ value }, screen) => typeInto(field(screen), value),
    'form.submitted': (_, screen) => {
      submitForm(field(screen));
    },
    'preview.requested': (_, screen) => {
      fireEvent.click(screen.getByText(/^(?:Try again|Check again)$/));
    },
    'identity.verified': 'elsewhere',
    'identity.dismissed': (_, screen) => dismissCheck(screen),
  },
  sees: {
    loading: (screen) => expect(screen.getByRole('status', { name: 'Checking your organizations' })).toBeTruthy(),
    failed: (screen) => expect(screen.getByText('Could not check your organizations')).toBeTruthy(),
    blocked: (screen) => {
      expect(screen.getByRole('link', { name: 'Globex' })).toBeTruthy();
      expect(screen.queryByText('Delete account', { selector: 'button, button *' })).toBeNull();
    },
    ready: (screen, { context }) => {
      expect(field(screen).value).toBe(context.values.confirmation);
      expect(screen.getByText(/Acme/)).toBeTruthy();
      expect(screen.queryByText('Could not delete the account') !== null).toBe(context.failure !== null);
    },
    deleting: (screen) => expect(button(screen).getAttribute('aria-busy')).toBe('true'),
    checkingIdentity: seesCheck,
    deleted: (screen) => expect(button(screen).getAttribute('aria-busy')).toBe('true'),
  },
});
