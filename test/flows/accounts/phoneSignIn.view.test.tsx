import { fireEvent } from '@testing-library/react';
import { expect } from 'vitest';
import PhoneSignInScreen from '../../../src/views/accounts/PhoneSignInScreen.tsx';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { typeInto } from '../../fixtures/typeInto.ts';
import { coverView } from '../../support/coverView.ts';
import { submitForm } from '../../support/submitForm.ts';
import type { Screen } from '../../support/viewDriver.tsx';
import { phoneSignInModel } from './phoneSignIn.model.ts';

const phone = (screen: Screen) => screen.getByLabelText<HTMLInputElement>('Phone');
const password = (screen: Screen) => screen.getByLabelText<HTMLInputElement>('Password');
const button = (screen: Screen, name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

coverView(phoneSignInModel, {
  view: (flow) => (
    <InApp app={startTestApp()}>
      <PhoneSignInScreen flow={flow} />
    </InApp>
  ),
  does: {
    'pendingCode.loaded': 'elsewhere',
    'field.changed': ({ field, value }, screen) =>
      typeInto(field === 'phone' ? phone(screen) : password(screen), value),
    'form.submitted': (_, screen) => void submitForm(phone(screen)),
    'code.requested': (_, screen) => void fireEvent.click(button(screen, 'Send code by SMS')),
    'form.reopened': (_, screen) => void fireEvent.click(button(screen, 'Use a different number')),
    'code.accepted': 'elsewhere',
  },
  sees: {
    reading: (screen) => expect(phone(screen).value).toBe(''),
    editing: (screen, { context }) => {
      expect([phone(screen).value, password(screen).value]).toEqual([context.values.phone, context.values.password]);
      expect(screen.queryByText('Could not sign in') !== null).toBe(context.failure !== null);
      expect(phone(screen).getAttribute('aria-invalid')).toBe(context.fieldErrors.phone === undefined ? null : 'true');
    },
    signingIn: (screen) => expect(button(screen, 'Sign in').getAttribute('aria-busy')).toBe('true'),
    requesting: (screen) => expect(button(screen, 'Send code by SMS').getAttribute('aria-busy')).toBe('true'),
    codeSent: (screen) => expect(screen.getByText('Check your phone')).toBeTruthy(),
    signedIn: (screen) => expect(phone(screen).readOnly).toBe(true),
  },
});
