import { fireEvent } from '@testing-library/react';
import { expect } from 'vitest';
import ResetPasswordScreen from '../../../src/views/accounts/ResetPasswordScreen.tsx';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { typeInto } from '../../fixtures/typeInto.ts';
import { coverView } from '../../support/coverView.ts';
import { submitForm } from '../../support/submitForm.ts';
import type { Screen } from '../../support/viewDriver.tsx';
import { resetPasswordModel } from './resetPassword.model.ts';

const field = (screen: Screen) => screen.getByLabelText<HTMLInputElement>('New password');
const button = (screen: Screen) => screen.getByRole<HTMLButtonElement>('button', { name: 'Change password' });
const noForm = (screen: Screen) => expect(screen.queryByLabelText('New password')).toBeNull();
const anotherEmail = (screen: Screen) =>
  expect(screen.getByRole('link', { name: 'Send another email' }).getAttribute('href')).toBe('/forgot-password');

coverView(resetPasswordModel, {
  view: (flow) => (
    <InApp app={startTestApp()}>
      <ResetPasswordScreen flow={flow} />
    </InApp>
  ),
  does: {
    'field.changed': ({ value }, screen) => typeInto(field(screen), value),
    'form.submitted': (_, screen) => {
      submitForm(field(screen));
    },
    'link.retried': (_, screen) => {
      const again = screen.queryByRole('button', { name: 'Try again' });
      if (again === null) return 'elsewhere';
      fireEvent.click(again);
      return undefined;
    },
    'strength.changed': 'elsewhere',
  },
  sees: {
    opening: (screen) => {
      noForm(screen);
      expect(screen.getByRole('status').textContent).toBe('Checking the link…');
    },
    unproven: (screen, { context }) => {
      noForm(screen);
      anotherEmail(screen);
      expect(screen.queryByText('Open this page from the email') !== null).toBe(context.failure === null);
    },
    refused: (screen) => {
      noForm(screen);
      anotherEmail(screen);
      expect(screen.getByText('This code or link is invalid or has expired')).toBeTruthy();
    },
    'filling.editing': (screen, { context }) => {
      expect(button(screen).disabled).toBe(false);
      expect(field(screen).value).toBe(context.values.password);
      const problem = context.fieldErrors.password;
      expect(field(screen).getAttribute('aria-invalid')).toBe(problem === undefined ? null : 'true');
      expect(screen.queryByText('Could not change the password') !== null).toBe(context.failure !== null);
    },
    'filling.awaitingStrength': (screen) => expect(button(screen).getAttribute('aria-busy')).toBe('true'),
    saving: (screen) => {
      expect(button(screen).getAttribute('aria-busy')).toBe('true');
      expect(field(screen).readOnly).toBe(true);
    },
    changed: (screen) => expect(field(screen).value).toBe(''),
  },
});
