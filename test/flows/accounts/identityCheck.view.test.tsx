import { fireEvent } from '@testing-library/react';
import { expect } from 'vitest';
import { IdentityCheckContent } from '../../../src/views/accounts/IdentityCheck.tsx';
import { typeInto } from '../../fixtures/typeInto.ts';
import { coverView } from '../../support/coverView.ts';
import { submitForm } from '../../support/submitForm.ts';
import type { Screen } from '../../support/viewDriver.tsx';
import { identityCheckModel } from './identityCheck.model.ts';

const passwordField = (screen: Screen) => screen.queryByLabelText<HTMLInputElement>('Password', { selector: 'input' });
const codeField = (screen: Screen) => screen.queryByLabelText<HTMLInputElement>('Code');
const field = (screen: Screen) => (passwordField(screen) ?? codeField(screen))!;
const button = (screen: Screen) => screen.getByRole('button', { name: 'Confirm identity' });

coverView(identityCheckModel, {
  view: (flow) => <IdentityCheckContent flow={flow} />,
  does: {
    // What the user's way to prove it does not ask for is on no screen.
    'field.changed': ({ field: name, value }, screen) => {
      const chooser = screen.queryByLabelText('Authenticator app');
      const input = name === 'password' ? passwordField(screen) : codeField(screen);
      if (name === 'factorId') {
        if (chooser === null) return 'elsewhere';
        fireEvent.change(chooser, { target: { value } });
        return undefined;
      }
      if (input === null) return 'elsewhere';
      typeInto(input, value);
      return undefined;
    },
    'form.submitted': (_, screen) => {
      submitForm(field(screen));
    },
    'check.retried': (_, screen) => {
      fireEvent.click(screen.getByText('Try again'));
    },
    'code.requested': (_, screen) => {
      const again = screen.queryByText('Send another code');
      if (again === null) return 'elsewhere';
      fireEvent.click(again);
      return undefined;
    },
  },
  sees: {
    loading: (screen) => expect(screen.getByRole('status').textContent).toBe('Loading…'),
    failed: (screen) => expect(screen.getByText('Could not find out how to confirm that it is you')).toBeTruthy(),
    sendingCode: (screen) => expect(button(screen).getAttribute('aria-busy')).toBe('true'),
    typing: (screen, { context: { method, values, failure } }) => {
      expect(field(screen).value).toBe(method === 'password' ? values.password : values.code);
      expect(screen.queryByText('Could not confirm that it is you') !== null).toBe(failure !== null);
    },
    verifying: (screen) => expect(button(screen).getAttribute('aria-busy')).toBe('true'),
    verified: (screen) => expect(button(screen).getAttribute('aria-busy')).toBe('true'),
  },
});
