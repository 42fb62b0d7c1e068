import { fireEvent, within } from '@testing-library/react';
import { expect } from 'vitest';
import BillingScreen from '../../../src/views/organizations/BillingScreen.tsx';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { acme } from '../../fixtures/screen.ts';
import { coverView } from '../../support/coverView.ts';
import type { Screen } from '../../support/viewDriver.tsx';
import { organizationPlanModel } from './organizationPlan.model.ts';

const dialog = (screen: Screen) => within(screen.getByRole('alertdialog'));

coverView(organizationPlanModel, {
  view: (flow) => (
    <InApp app={startTestApp({ '/organizations/acme': acme, '/projects': [] })}>
      <BillingScreen params={{ slug: acme.slug }} flow={flow} />
    </InApp>
  ),
  does: {
    'plan.chosen': async (_, screen) => {
      fireEvent.click(await screen.findByRole('button', { name: 'Change to Team' }));
    },
    'action.confirmed': (_, screen) => {
      fireEvent.click(dialog(screen).getByRole('button', { name: 'Change to Team' }));
    },
    'action.cancelled': (_, screen) => {
      fireEvent.click(dialog(screen).getByRole('button', { name: 'Cancel' }));
    },
  },
  sees: {
    idle: (screen) => expect(screen.queryByRole('alertdialog')).toBeNull(),
    confirming: (screen, { context }) => {
      expect(dialog(screen).getByText('Change Acme to Team?')).toBeTruthy();
      expect(dialog(screen).queryByText('Could not change the plan') !== null).toBe(context.confirmFailure !== null);
    },
    changing: (screen) =>
      expect(dialog(screen).getByRole('button', { name: 'Change to Team' }).getAttribute('aria-busy')).toBe('true'),
  },
});
