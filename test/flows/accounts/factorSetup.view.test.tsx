import { expect } from 'vitest';
import { FactorSetup } from '../../../src/views/accounts/SecondFactorsScreen.tsx';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { typeInto } from '../../fixtures/typeInto.ts';
import { coverView } from '../../support/coverView.ts';
import { submitForm } from '../../support/submitForm.ts';
import type { Screen } from '../../support/viewDriver.tsx';
import { enrollment, factorSetupModel } from './factorSetup.model.ts';

const field = (screen: Screen) => screen.getByLabelText<HTMLInputElement>('Code');
const button = (screen: Screen) => screen.getByRole<HTMLButtonElement>('button', { name: 'Verify code' });

coverView(factorSetupModel, {
  view: (flow) => (
    <InApp app={startTestApp()}>
      <FactorSetup flow={flow} onCancel={() => {}} />
    </InApp>
  ),
  does: {
    'field.changed': ({ value }, screen) => typeInto(field(screen), value),
    'form.submitted': (_, screen) => {
      submitForm(field(screen));
    },
  },
  sees: {
    typing: (screen, { context }) => {
      expect(field(screen).value).toBe(context.values.code);
      expect(screen.getByAltText<HTMLImageElement>('QR code with the setup key').src).toBe(enrollment.secretImage);
      expect(screen.getByLabelText<HTMLInputElement>('Setup key').value).toBe('JBSW Y3DP EHPK 3PXP');
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
