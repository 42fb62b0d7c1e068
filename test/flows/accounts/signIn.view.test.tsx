import { fireEvent } from '@testing-library/react';
import { expect } from 'vitest';
import SignInScreen from '../../../src/views/accounts/SignInScreen.tsx';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { typeInto } from '../../fixtures/typeInto.ts';
import { coverView } from '../../support/coverView.ts';
import type { Screen } from '../../support/viewDriver.tsx';
import { signInModel } from './signIn.model.ts';

const fields = { email: 'Email', password: 'Password' } as const;
const field = (screen: Screen, name: keyof typeof fields) => screen.getByLabelText<HTMLInputElement>(fields[name]);
const button = (screen: Screen) => screen.getByRole<HTMLButtonElement>('button', { name: 'Sign in' });

coverView(signInModel, {
  view: (flow) => (
    <InApp app={startTestApp()}>
      <SignInScreen flow={flow} />
    </InApp>
  ),
  does: {
    'form.touched': (_, screen) => {
      // Focus that is there already enters no second time.
      if (document.activeElement === field(screen, 'email')) return 'elsewhere';
      field(screen, 'email').focus();
      return undefined;
    },
    'field.changed': (event, screen) => typeInto(field(screen, event.field), event.value),
    'form.submitted': (_, screen) => {
      fireEvent.click(button(screen));
    },
  },
  sees: {
    'form.editing': (screen, { context }) => {
      expect(button(screen).disabled).toBe(false);
      expect(field(screen, 'email').value).toBe(context.values.email);
      for (const name of ['email', 'password'] as const) {
        const problem = context.fieldErrors[name];
        expect(field(screen, name).getAttribute('aria-invalid')).toBe(problem === undefined ? null : 'true');
        if (problem !== undefined) expect(screen.getByText(problem)).toBeTruthy();
      }
      expect(screen.queryByText('Last used')?.parentElement?.querySelector('a')?.textContent).toBe(
        context.lastMethod === 'email' ? 'Sign in by email' : undefined,
      );
      expect(screen.queryByText('Could not sign in') !== null).toBe(context.failure !== null);
    },
    'form.signingIn': (screen) => {
      expect(button(screen).disabled).toBe(true);
      expect(field(screen, 'password').readOnly).toBe(true);
    },
    'form.signedIn': (screen) => {
      expect(button(screen).disabled).toBe(true);
      expect(field(screen, 'password').value).toBe('');
    },
    'client.absent': (screen) => expect(button(screen)).toBeTruthy(),
    'client.fetching': (screen) => expect(button(screen)).toBeTruthy(),
    'client.ready': (screen) => expect(button(screen)).toBeTruthy(),
  },
});
