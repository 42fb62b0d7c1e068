import { fireEvent, within } from '@testing-library/react';
import { expect } from 'vitest';
import AccountSessionsScreen from '../../../src/views/accounts/AccountSessionsScreen.tsx';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { coverView } from '../../support/coverView.ts';
import type { Screen } from '../../support/viewDriver.tsx';
import { accountSessionsModel, laptop, mobile } from './accountSessions.model.ts';

const dialog = (screen: Screen) => within(screen.getByRole('alertdialog'));
const confirm = /^Sign out devices?$/;

const asking =
  (title: string, refused: string) =>
  (screen: Screen, { context }: { context: { confirmFailure: unknown } }) => {
    expect(dialog(screen).getByText(title)).toBeTruthy();
    expect(dialog(screen).queryByText(refused) !== null).toBe(context.confirmFailure !== null);
  };
const working = (screen: Screen) =>
  expect(dialog(screen).getByRole('button', { name: confirm }).getAttribute('aria-busy')).toBe('true');

coverView(accountSessionsModel, {
  view: (flow) => (
    <InApp app={startTestApp({ '/profile/sessions': [laptop, mobile] })}>
      <AccountSessionsScreen flow={flow} />
    </InApp>
  ),
  does: {
    'end.requested': async (_, screen) => {
      fireEvent.click(await screen.findByText('Sign out'));
    },
    'others.requested': async (_, screen) => {
      fireEvent.click(await screen.findByText('Sign out other devices'));
    },
    'action.confirmed': (_, screen) => {
      fireEvent.click(dialog(screen).getByRole('button', { name: confirm }));
    },
    'action.cancelled': (_, screen) => {
      fireEvent.click(dialog(screen).getByRole('button', { name: 'Cancel' }));
    },
  },
  sees: {
    idle: (screen) => expect(screen.queryByRole('alertdialog')).toBeNull(),
    confirmingEnd: asking('Sign out Safari on iPhone?', 'Could not sign out the device'),
    ending: working,
    confirmingOthersEnd: asking('Sign out your other devices?', 'Could not sign out your other devices'),
    endingOthers: working,
  },
});
