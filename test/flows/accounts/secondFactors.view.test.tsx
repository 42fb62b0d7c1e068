import { fireEvent, within } from '@testing-library/react';
import { expect } from 'vitest';
import SecondFactorsScreen from '../../../src/views/accounts/SecondFactorsScreen.tsx';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { typeInto } from '../../fixtures/typeInto.ts';
import { coverView } from '../../support/coverView.ts';
import { submitForm } from '../../support/submitForm.ts';
import type { Screen } from '../../support/viewDriver.tsx';
import { dismissCheck, seesCheck } from './identityCheck.view.ts';
import { phone, tablet } from './secondFactor.model.ts';
import { secondFactorsModel } from './secondFactors.model.ts';

const field = (screen: Screen) => screen.getByLabelText<HTMLInputElement>('App name');
const proceed = (screen: Screen) => screen.getByText<HTMLElement>('Continue').closest('button')!;
const dialog = (screen: Screen) => within(screen.getByRole('alertdialog'));

coverView(secondFactorsModel, {
  view: (flow) => (
    <InApp app={startTestApp()}>
      <SecondFactorsScreen flow={flow} />
    </InApp>
  ),
  does: {
    'field.changed': ({ value }, screen) => typeInto(field(screen), value),
    'form.submitted': (_, screen) => {
      submitForm(field(screen));
    },
    'factors.retried': (_, screen) => {
      fireEvent.click(screen.getByText('Try again'));
    },
    'setup.restarted': (_, screen) => {
      const again = screen.queryByRole('button', { name: 'Start again' });
      if (again === null) return 'elsewhere';
      fireEvent.click(again);
      return undefined;
    },
    'setup.discarded': (_, screen) => {
      const discard = screen.queryByRole('button', { name: 'Discard' });
      if (discard === null) return 'elsewhere';
      fireEvent.click(discard);
      return undefined;
    },
    'factor.verified': 'elsewhere',
    'setup.cancelled': (_, screen) => {
      fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    },
    'removal.requested': ({ factor }, screen) => {
      fireEvent.click(screen.getByLabelText(`Remove ${factor.name}`));
    },
    'action.confirmed': (_, screen) => {
      fireEvent.click(dialog(screen).getByRole('button', { name: 'Remove app' }));
    },
    'action.cancelled': (_, screen) => {
      fireEvent.click(dialog(screen).getByRole('button', { name: 'Cancel' }));
    },
    'identity.verified': 'elsewhere',
    'identity.dismissed': (_, screen) => dismissCheck(screen),
  },
  sees: {
    loading: (screen, { context }) =>
      expect(screen.queryByRole('status', { name: 'Loading your authenticator apps' }) !== null).toBe(
        context.factors.length === 0,
      ),
    failed: (screen) => expect(screen.getByText('Could not load your authenticator apps')).toBeTruthy(),
    ready: (screen, { context }) => {
      expect(field(screen).value).toBe(context.values.name);
      expect(screen.queryByText(`The setup of ${tablet.name} is not finished`) !== null).toBe(context.begun !== null);
      for (const { name } of context.factors) expect(screen.getByText(name)).toBeTruthy();
      expect(screen.queryByText('Could not add the app') !== null).toBe(context.failure !== null);
    },
    enrolling: (screen) => expect(proceed(screen).getAttribute('aria-busy')).toBe('true'),
    settingUp: (screen) => expect(screen.getByAltText('QR code with the setup key')).toBeTruthy(),
    discardingBegun: (screen) =>
      expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Discard' }).disabled).toBe(true),
    discarding: (screen) => expect(screen.queryByAltText('QR code with the setup key')).toBeNull(),
    confirmingRemoval: (screen, { context }) => {
      expect(dialog(screen).getByText(`Remove ${phone.name}?`)).toBeTruthy();
      expect(dialog(screen).queryByText('Could not remove the app') !== null).toBe(context.confirmFailure !== null);
    },
    provingToAdd: seesCheck,
    provingToRemove: seesCheck,
    removing: (screen) =>
      expect(dialog(screen).getByRole('button', { name: 'Remove app' }).getAttribute('aria-busy')).toBe('true'),
  },
});
