import { fireEvent } from '@testing-library/react';
import { expect } from 'vitest';
import ForgotPasswordScreen from '../../../src/views/accounts/ForgotPasswordScreen.tsx';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { typeInto } from '../../fixtures/typeInto.ts';
import { coverView } from '../../support/coverView.ts';
import { submitForm } from '../../support/submitForm.ts';
import type { Screen } from '../../support/viewDriver.tsx';
import { forgotPasswordModel } from './forgotPassword.model.ts';

const field = (screen: Screen) => screen.getByLabelText<HTMLInputElement>('Email');
const button = (screen: Screen) => screen.queryByRole<HTMLButtonElement>('button', { name: 'Send email' });

coverView(forgotPasswordModel, {
  view: (flow) => (
    <InApp app={startTestApp()}>
      <ForgotPasswordScreen flow={flow} />
    </InApp>
  ),
  does: {
    'pendingCode.loaded': 'elsewhere',
    'field.changed': ({ value }, screen) => typeInto(field(screen), value),
    'form.submitted': (_, screen) => {
      submitForm(field(screen));
    },
    'form.reopened': (_, screen) => {
      fireEvent.click(screen.getByRole('button', { name: 'Use a different email' }));
    },
    'code.accepted': 'elsewhere',
  },
  sees: {
    reading: (screen) => expect(field(screen).value).toBe(''),
    editing: (screen, { context }) => {
      expect(field(screen).value).toBe(context.values.email);
      expect(button(screen)?.disabled).toBe(false);
      expect(screen.queryByText('Could not send the email') !== null).toBe(context.failure !== null);
    },
    requesting: (screen) => {
      expect(button(screen)?.getAttribute('aria-busy')).toBe('true');
      expect(field(screen).readOnly).toBe(true);
    },
    mailSent: (screen, { context }) => {
      expect(button(screen)).toBeNull();
      expect(screen.getByRole('status').textContent).toContain(context.values.email);
      expect(screen.getByLabelText('Code')).toBe(document.activeElement);
    },
    verified: (screen) => expect(screen.getByRole('heading', { name: 'Forgot password' })).toBeTruthy(),
  },
});
