import { expect } from 'vitest';
import PasswordScreen from '../../../src/views/accounts/PasswordScreen.tsx';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { typeInto } from '../../fixtures/typeInto.ts';
import { coverView } from '../../support/coverView.ts';
import { submitForm } from '../../support/submitForm.ts';
import type { Screen } from '../../support/viewDriver.tsx';
import { dismissCheck, seesCheck } from './identityCheck.view.ts';
import { passwordChangeModel } from './passwordChange.model.ts';

const labels = { password: 'New password', currentPassword: 'Current password', nonce: 'Code' } as const;
const field = (screen: Screen, name: keyof typeof labels) => screen.queryByLabelText<HTMLInputElement>(labels[name]);
const button = (screen: Screen) => screen.getByRole<HTMLButtonElement>('button', { name: 'Change password' });
const seesWork = (screen: Screen) => {
  expect(button(screen).getAttribute('aria-busy')).toBe('true');
  expect(field(screen, 'password')?.readOnly).toBe(true);
};

coverView(passwordChangeModel, {
  view: (flow) => (
    <InApp app={startTestApp()}>
      <PasswordScreen flow={flow} />
    </InApp>
  ),
  does: {
    'field.changed': ({ field: name, value }, screen) => {
      const input = field(screen, name);
      if (input === null) return 'elsewhere';
      return typeInto(input, value);
    },
    'form.submitted': (_, screen) => {
      submitForm(button(screen));
    },
    'strength.changed': 'elsewhere',
    'identity.verified': 'elsewhere',
    'identity.dismissed': (_, screen) => dismissCheck(screen),
  },
  sees: {
    'filling.editing': (screen, { context }) => {
      expect(button(screen).disabled).toBe(false);
      expect(field(screen, 'password')?.value).toBe(context.values.password);
      expect(field(screen, 'currentPassword') !== null).toBe(context.asksCurrent);
      expect(field(screen, 'nonce') !== null).toBe(context.asksCode);
      expect(screen.queryByText('Details') !== null).toBe(context.failure !== null);
    },
    'filling.awaitingStrength': (screen) => expect(button(screen).getAttribute('aria-busy')).toBe('true'),
    saving: seesWork,
    checkingIdentity: seesCheck,
    requestingCode: seesWork,
  },
});
