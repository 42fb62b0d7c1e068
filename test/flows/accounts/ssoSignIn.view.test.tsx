import { expect } from 'vitest';
import SsoSignInScreen from '../../../src/views/accounts/SsoSignInScreen.tsx';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { typeInto } from '../../fixtures/typeInto.ts';
import { coverView } from '../../support/coverView.ts';
import { submitForm } from '../../support/submitForm.ts';
import type { Screen } from '../../support/viewDriver.tsx';
import { ssoSignInModel } from './ssoSignIn.model.ts';

const field = (screen: Screen) => screen.getByLabelText<HTMLInputElement>('Email');
const opening = (screen: Screen) => expect(screen.getByText('Signing you in…')).toBeTruthy();

coverView(ssoSignInModel, {
  view: (flow) => (
    <InApp app={startTestApp()}>
      <SsoSignInScreen flow={flow} />
    </InApp>
  ),
  does: {
    'field.changed': ({ value }, screen) => typeInto(field(screen), value),
    'form.submitted': (_, screen) => {
      submitForm(field(screen));
    },
  },
  sees: {
    opening,
    signedIn: opening,
    editing: (screen, { context }) => {
      expect(field(screen).value).toBe(context.values.email);
      expect(screen.queryByText('Could not sign you in') !== null).toBe(context.failure !== null);
    },
    leaving: (screen) =>
      expect(screen.getByText('Continue with SSO').closest('button')!.getAttribute('aria-busy')).toBe('true'),
  },
});
