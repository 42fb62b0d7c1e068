import { fireEvent } from '@testing-library/react';
import { expect } from 'vitest';
import { SentCodeForm } from '../../../src/views/accounts/SentCodeForm.tsx';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { typeInto } from '../../fixtures/typeInto.ts';
import { coverView } from '../../support/coverView.ts';
import { submitForm } from '../../support/submitForm.ts';
import type { Screen } from '../../support/viewDriver.tsx';
import { sentCodeModel } from './sentCode.model.ts';

const field = (screen: Screen) => screen.getByLabelText<HTMLInputElement>('Code');
const verify = (screen: Screen) => screen.getByRole<HTMLButtonElement>('button', { name: 'Verify code' });
const again = (screen: Screen) => screen.getByRole<HTMLButtonElement>('button', { name: /^Send again/ });

coverView(sentCodeModel, {
  view: (code) => (
    <InApp app={startTestApp()}>
      <SentCodeForm code={code} onOtherAddress={() => {}} />
    </InApp>
  ),
  does: {
    'field.changed': ({ value }, screen) => typeInto(field(screen), value),
    'form.submitted': (_, screen) => {
      submitForm(field(screen));
    },
    'resend.requested': (_, screen) => {
      fireEvent.click(again(screen));
    },
  },
  sees: {
    'entry.typing': (screen, { context }) => {
      expect(field(screen).value).toBe(context.values.code);
      expect(field(screen).getAttribute('aria-invalid')).toBe(context.fieldErrors.code === undefined ? null : 'true');
      expect(screen.queryByText('Could not verify the code') !== null).toBe(context.failure !== null);
      const said = screen.getByRole('status').textContent;
      expect(said).toContain(context.isHalf ? 'One address has agreed' : 'We sent ada@example.com a link');
      expect(said).toContain('ada@example.org');
    },
    'entry.limited': (screen, { context }) => {
      const button = screen.getByRole<HTMLButtonElement>('button', { name: /^Verify code in/ });
      expect(button.disabled).toBe(true);
      expect(button.textContent).toMatch(/in \d+ s$/);
      expect(screen.getByText('Too many attempts')).toBeTruthy();
      expect(field(screen).value).toBe(context.values.code);
    },
    'entry.verifying': (screen) => {
      expect(verify(screen).getAttribute('aria-busy')).toBe('true');
      expect(field(screen).readOnly).toBe(true);
    },
    'entry.accepted': (screen) => expect(verify(screen).disabled).toBe(true),
    'resending.waiting': (screen) => expect(again(screen).disabled).toBe(true),
    'resending.offered': (screen, { context }) => {
      expect(again(screen).disabled).toBe(false);
      expect(screen.queryByText('Could not send the email') !== null).toBe(context.resendFailure !== null);
    },
    'resending.sending': (screen) => expect(again(screen).getAttribute('aria-busy')).toBe('true'),
  },
});
