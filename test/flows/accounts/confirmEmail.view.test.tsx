import { fireEvent } from '@testing-library/react';
import { expect } from 'vitest';
import ConfirmEmailScreen from '../../../src/views/accounts/ConfirmEmailScreen.tsx';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { coverView } from '../../support/coverView.ts';
import type { Screen } from '../../support/viewDriver.tsx';
import { confirmEmailModel } from './confirmEmail.model.ts';

const toSignIn = (screen: Screen) =>
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/sign-in');
const waiting = (screen: Screen) => expect(screen.getByRole('status').textContent).toContain('Confirming your email');

coverView(confirmEmailModel, {
  view: (flow) => (
    <InApp app={startTestApp()}>
      <ConfirmEmailScreen flow={flow} />
    </InApp>
  ),
  does: {
    'link.retried': (_, screen) => {
      const again = screen.queryByRole('button', { name: 'Try again' });
      if (again === null) return 'elsewhere';
      fireEvent.click(again);
      return undefined;
    },
  },
  sees: {
    opening: waiting,
    signedIn: waiting,
    unsigned: (screen, { context }) => {
      expect(screen.getByText('Your email address is confirmed')).toBeTruthy();
      toSignIn(screen);
      expect(screen.queryByText('Could not sign you in here') !== null).toBe(context.failure !== null);
    },
    refused: (screen) => {
      expect(screen.getByText('This code or link is invalid or has expired')).toBeTruthy();
      toSignIn(screen);
    },
  },
});
