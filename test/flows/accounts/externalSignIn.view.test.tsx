import { fireEvent } from '@testing-library/react';
import { expect } from 'vitest';
import ExternalSignInScreen from '../../../src/views/accounts/ExternalSignInScreen.tsx';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { coverView } from '../../support/coverView.ts';
import type { Screen } from '../../support/viewDriver.tsx';
import { externalSignInModel } from './externalSignIn.model.ts';

const status = (screen: Screen) => screen.queryByRole('status')?.textContent;

coverView(externalSignInModel, {
  view: (flow) => (
    <InApp app={startTestApp()}>
      <ExternalSignInScreen flow={flow} />
    </InApp>
  ),
  does: {
    'signIn.retried': (_, screen) => {
      fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    },
  },
  sees: {
    opening: (screen) => expect(status(screen)).toBe('Signing you in…'),
    leaving: (screen) => expect(status(screen)).toBe('Opening a provider…'),
    refused: (screen) => {
      expect(screen.getByText('Could not sign you in with a provider')).toBeTruthy();
      expect(screen.getByText('Not like this.')).toBeTruthy();
    },
    signedIn: (screen) => expect(status(screen)).toBe('Signing you in…'),
  },
});
