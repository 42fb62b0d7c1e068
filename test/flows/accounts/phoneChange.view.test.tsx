import { fireEvent } from '@testing-library/react';
import { expect } from 'vitest';
import { PhoneCard } from '../../../src/views/accounts/PhoneCard.tsx';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { typeInto } from '../../fixtures/typeInto.ts';
import { coverView } from '../../support/coverView.ts';
import { submitForm } from '../../support/submitForm.ts';
import type { Screen } from '../../support/viewDriver.tsx';
import { dismissCheck, seesCheck } from './identityCheck.view.ts';
import { phoneChangeModel } from './phoneChange.model.ts';

const field = (screen: Screen) => screen.getByLabelText<HTMLInputElement>('New phone number');

coverView(phoneChangeModel, {
  view: (flow) => (
    <InApp app={startTestApp()}>
      <PhoneCard flow={flow} />
    </InApp>
  ),
  does: {
    'pendingCode.loaded': 'elsewhere',
    'field.changed': ({ value }, screen) => typeInto(field(screen), value),
    'form.submitted': (_, screen) => void submitForm(field(screen)),
    'phone.retried': (_, screen) => void fireEvent.click(screen.getByRole('button', { name: 'Try again' })),
    'form.reopened': (_, screen) =>
      void fireEvent.click(screen.getByRole('button', { name: 'Use a different number' })),
    'code.accepted': 'elsewhere',
    'resend.proofNeeded': 'elsewhere',
    'identity.verified': 'elsewhere',
    'identity.dismissed': (_, screen) => dismissCheck(screen),
  },
  sees: {
    reading: (screen) => expect(screen.getByLabelText('Loading your phone number')).toBeTruthy(),
    loading: (screen) => expect(screen.getByLabelText('Loading your phone number')).toBeTruthy(),
    failed: (screen) => expect(screen.getByText('Could not load your phone number')).toBeTruthy(),
    editing: (screen, { context }) => {
      expect(field(screen).value).toBe(context.values.phone);
      expect(screen.queryByText('Could not change the phone number') !== null).toBe(context.failure !== null);
      expect(
        screen.getByText(context.currentPhone ?? 'Your account has no phone number.', { exact: false }),
      ).toBeTruthy();
    },
    requesting: (screen, { context }) =>
      expect(
        screen
          .getByRole('button', { name: context.currentPhone === null ? 'Add phone number' : 'Change phone number' })
          .getAttribute('aria-busy'),
      ).toBe('true'),
    checkingIdentity: seesCheck,
    'confirming.typing': (screen) => expect(screen.getByText('Check your phone')).toBeTruthy(),
    'confirming.checkingIdentity': seesCheck,
  },
});
