import { fireEvent } from '@testing-library/react';
import { expect } from 'vitest';
import SecondFactorScreen from '../../../src/views/accounts/SecondFactorScreen.tsx';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { typeInto } from '../../fixtures/typeInto.ts';
import { coverView } from '../../support/coverView.ts';
import { submitForm } from '../../support/submitForm.ts';
import type { Screen } from '../../support/viewDriver.tsx';
import { secondFactorModel } from './secondFactor.model.ts';

const field = (screen: Screen) => screen.getByLabelText<HTMLInputElement>('Code');
const button = (screen: Screen) => screen.getByRole<HTMLButtonElement>('button', { name: 'Verify code' });

coverView(secondFactorModel, {
  view: (flow) => (
    <InApp app={startTestApp()}>
      <SecondFactorScreen flow={flow} />
    </InApp>
  ),
  does: {
    'field.changed': ({ value }, screen) => typeInto(field(screen), value),
    'form.submitted': (_, screen) => {
      submitForm(field(screen));
    },
    'factor.chosen': ({ id }, screen) => {
      fireEvent.change(screen.getByLabelText('Authenticator app'), { target: { value: id } });
    },
    'factors.retried': (_, screen) => {
      fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    },
  },
  sees: {
    loading: (screen) => expect(screen.getByRole('status').textContent).toBe('Loading your authenticator apps…'),
    failed: (screen) => expect(screen.getByText('Could not load your authenticator apps')).toBeTruthy(),
    typing: (screen, { context }) => {
      expect(field(screen).value).toBe(context.values.code);
      expect(screen.getByLabelText<HTMLSelectElement>('Authenticator app').value).toBe(context.chosen);
      expect(field(screen).getAttribute('aria-invalid')).toBe(context.fieldErrors.code === undefined ? null : 'true');
      expect(screen.queryByText('Could not verify the code') !== null).toBe(context.failure !== null);
    },
    verifying: (screen) => {
      expect(button(screen).getAttribute('aria-busy')).toBe('true');
      expect(field(screen).readOnly).toBe(true);
    },
    verified: (screen) => expect(button(screen).disabled).toBe(true),
  },
});
