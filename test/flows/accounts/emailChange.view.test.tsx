import { fireEvent } from '@testing-library/react';
import { expect } from 'vitest';
import EmailScreen from '../../../src/views/accounts/EmailScreen.tsx';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { typeInto } from '../../fixtures/typeInto.ts';
import { coverView } from '../../support/coverView.ts';
import { submitForm } from '../../support/submitForm.ts';
import type { Screen } from '../../support/viewDriver.tsx';
import { emailChangeModel } from './emailChange.model.ts';
import { dismissCheck, seesCheck } from './identityCheck.view.ts';

const field = (screen: Screen) => screen.getByLabelText<HTMLInputElement>('New email');
const button = (screen: Screen) => screen.getByRole<HTMLButtonElement>('button', { name: 'Change email' });

coverView(emailChangeModel, {
  view: (flow) => (
    <InApp app={startTestApp()}>
      <EmailScreen flow={flow} />
    </InApp>
  ),
  does: {
    'pendingCode.loaded': 'elsewhere',
    'field.changed': ({ value }, screen) => typeInto(field(screen), value),
    'form.submitted': (_, screen) => {
      submitForm(button(screen));
    },
    'form.reopened': (_, screen) => {
      fireEvent.click(screen.getByRole('button', { name: 'Use a different email' }));
    },
    'code.accepted': 'elsewhere',
    'resend.proofNeeded': 'elsewhere',
    'identity.verified': 'elsewhere',
    'identity.dismissed': (_, screen) => dismissCheck(screen),
    'profile.loaded': 'elsewhere',
    'profile.missing': 'elsewhere',
    'profile.refused': 'elsewhere',
    'profile.failed': 'elsewhere',
  },
  sees: {
    reading: (screen) => expect(screen.getByRole('status', { name: 'Loading your email' })).toBeTruthy(),
    loading: (screen) => expect(screen.getByRole('status', { name: 'Loading your email' })).toBeTruthy(),
    editing: (screen, { context }) => {
      expect(field(screen).value).toBe(context.values.email);
      expect(field(screen).getAttribute('aria-invalid')).toBe(context.fieldErrors.email === undefined ? null : 'true');
      expect(screen.queryByText('Could not change the email') !== null).toBe(context.failure !== null);
    },
    requesting: (screen) => {
      expect(button(screen).getAttribute('aria-busy')).toBe('true');
      expect(field(screen).readOnly).toBe(true);
    },
    checkingIdentity: seesCheck,
    'confirming.checkingIdentity': seesCheck,
    'confirming.typing': (screen, { context }) => {
      expect(screen.getByRole('status').textContent).toContain(context.values.email);
      expect(screen.getByLabelText('Code')).toBeTruthy();
    },
  },
});
