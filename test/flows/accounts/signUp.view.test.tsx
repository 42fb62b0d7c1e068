import { fireEvent } from '@testing-library/react';
import { expect } from 'vitest';
import SignUpScreen from '../../../src/views/accounts/SignUpScreen.tsx';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { typeInto } from '../../fixtures/typeInto.ts';
import { coverView } from '../../support/coverView.ts';
import type { Screen } from '../../support/viewDriver.tsx';
import { signUpModel } from './signUp.model.ts';

const fields = { email: 'Email', password: 'Password' } as const;
const field = (screen: Screen, name: keyof typeof fields) => screen.getByLabelText<HTMLInputElement>(fields[name]);
const button = (screen: Screen) => screen.getByRole<HTMLButtonElement>('button', { name: 'Sign up' });
const noForm = (screen: Screen) => expect(screen.queryByRole('button', { name: 'Sign up' })).toBeNull();

coverView(signUpModel, {
  view: (flow) => (
    <InApp app={startTestApp()}>
      <SignUpScreen flow={flow} />
    </InApp>
  ),
  does: {
    'pendingCode.loaded': 'elsewhere',
    'field.changed': (event, screen) => typeInto(field(screen, event.field), event.value),
    'password.focused': (_, screen) => {
      const password = screen.queryByLabelText(fields.password);
      if (password) fireEvent.focus(password);
    },
    // By Enter in a field: the button is off while anything is empty.
    'form.submitted': (_, screen) => {
      const email = screen.queryByLabelText(fields.email);
      if (email) fireEvent.submit(email);
    },
    'form.reopened': (_, screen) => {
      fireEvent.click(screen.getByRole('button', { name: 'Use a different email' }));
    },
    'strength.changed': 'elsewhere',
    'code.accepted': 'elsewhere',
  },
  sees: {
    'form.reading': (screen) => expect(field(screen, 'email').value).toBe(''),
    'form.filling.editing': (screen, { context }) => {
      const isEmpty = context.values.email === '' || context.values.password === '';
      // Reached by the keyboard, without an effect.
      expect([button(screen).disabled, button(screen).getAttribute('aria-disabled')]).toEqual([
        false,
        isEmpty ? 'true' : null,
      ]);
      expect(isEmpty && fireEvent.click(button(screen))).toBe(false);
      // Why it is off is said beside it, and by it.
      const reason = screen.getByText('Enter your email address and a password to sign up.');
      expect(button(screen).getAttribute('aria-describedby')).toBe(isEmpty ? reason.id : null);
      for (const name of ['email', 'password'] as const) {
        const problem = context.fieldErrors[name];
        expect(field(screen, name).getAttribute('aria-invalid')).toBe(problem === undefined ? null : 'true');
        if (problem !== undefined) expect(screen.getByText(problem)).toBeTruthy();
      }
      expect(screen.queryByText('Could not create the account') !== null).toBe(context.failure !== null);
    },
    'form.filling.awaitingStrength': (screen) => expect(button(screen).getAttribute('aria-busy')).toBe('true'),
    'form.signingUp': (screen) => {
      expect(button(screen).getAttribute('aria-busy')).toBe('true');
      expect(field(screen, 'email').readOnly).toBe(true);
    },
    'form.mailSent': (screen, { context }) => {
      noForm(screen);
      expect(screen.getByRole('status').textContent).toContain(context.values.email);
    },
    'form.signedIn': (screen) => expect(button(screen).disabled).toBe(true),
    'form.closed': (screen) => {
      noForm(screen);
      expect(screen.getByText('Sign-ups are disabled')).toBeTruthy();
    },
    'rules.hidden': (screen) => expect(screen.queryByRole('list', { name: 'Password requirements' })).toBeNull(),
    'rules.shown': (screen, snapshot) => {
      if (snapshot.matches({ form: 'filling' }))
        expect(screen.getByRole('progressbar', { name: 'Password strength' })).toBeTruthy();
    },
  },
});
