import { fireEvent } from '@testing-library/react';
import { expect } from 'vitest';
import EmailSignInScreen from '../../../src/views/accounts/EmailSignInScreen.tsx';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { typeInto } from '../../fixtures/typeInto.ts';
import { coverView } from '../../support/coverView.ts';
import { submitForm } from '../../support/submitForm.ts';
import type { Screen } from '../../support/viewDriver.tsx';
import { emailSignInModel } from './emailSignIn.model.ts';

const field = (screen: Screen) => screen.getByLabelText<HTMLInputElement>('Email');
const button = (screen: Screen) => screen.getByRole<HTMLButtonElement>('button', { name: 'Send email' });

coverView(emailSignInModel, {
  view: (flow) => (
    <InApp app={startTestApp()}>
      <EmailSignInScreen flow={flow} />
    </InApp>
  ),
  does: {
    'pendingCode.loaded': 'elsewhere',
    'link.retried': (_, screen) => {
      fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    },
    'field.changed': ({ value }, screen) => typeInto(field(screen), value),
    'form.submitted': (_, screen) => {
      submitForm(field(screen));
    },
    'form.reopened': (_, screen) => {
      fireEvent.click(screen.getByRole('button', { name: /^(?:Use a different|Send another) email$/ }));
    },
    'code.accepted': 'elsewhere',
  },
  sees: {
    reading: (screen) => expect(screen.getByRole('status').textContent).toBe('Checking the link…'),
    opening: (screen) => expect(screen.getByRole('status').textContent).toBe('Checking the link…'),
    unopened: (screen) => {
      expect(screen.getByText('Could not sign you in with this link')).toBeTruthy();
      expect(screen.queryByLabelText('Email')).toBeNull();
    },
    editing: (screen, { context }) => {
      expect(field(screen).value).toBe(context.values.email);
      expect(button(screen).disabled).toBe(false);
      expect(screen.queryByText('Could not send the email') !== null).toBe(context.failure !== null);
    },
    requesting: (screen) => {
      expect(button(screen).getAttribute('aria-busy')).toBe('true');
      expect(field(screen).readOnly).toBe(true);
    },
    mailSent: (screen, { context }) => {
      expect(screen.getByRole('status').textContent).toContain(`If ${context.values.email} has an account`);
      expect(screen.getByLabelText('Code')).toBe(document.activeElement);
    },
    signedIn: (screen) => expect(screen.getByRole('status').textContent).toBe('Signing you in…'),
  },
});
