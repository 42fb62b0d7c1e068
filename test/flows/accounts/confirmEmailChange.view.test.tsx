import { expect } from 'vitest';
import ConfirmEmailChangeScreen from '../../../src/views/accounts/ConfirmEmailChangeScreen.tsx';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { coverView } from '../../support/coverView.ts';
import type { Screen } from '../../support/viewDriver.tsx';
import { confirmEmailChangeModel } from './confirmEmailChange.model.ts';

const toEmail = (screen: Screen) =>
  expect(screen.getByRole('link', { name: 'Email settings' }).getAttribute('href')).toBe('/account/email');

coverView(confirmEmailChangeModel, {
  view: (flow) => (
    <InApp app={startTestApp()}>
      <ConfirmEmailChangeScreen flow={flow} />
    </InApp>
  ),
  does: {},
  sees: {
    opening: (screen) => expect(screen.getByRole('status').textContent).toContain('Confirming your email'),
    changed: (screen) => {
      expect(screen.getByText('Your email address is changed')).toBeTruthy();
      expect(screen.getByRole('link', { name: 'Continue' }).getAttribute('href')).toBe('/');
    },
    half: (screen) => expect(screen.getByText('One address has agreed')).toBeTruthy(),
    withoutLink: toEmail,
    refused: (screen) => {
      expect(screen.getByText('This code or link is invalid or has expired')).toBeTruthy();
      toEmail(screen);
    },
  },
});
