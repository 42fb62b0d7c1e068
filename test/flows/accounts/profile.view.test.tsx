import { fireEvent } from '@testing-library/react';
import { expect } from 'vitest';
import type { profileMachine } from '../../../src/machines/accounts/profile/profile.machine.ts';
import { ProfileFailure } from '../../../src/views/accounts/ProfileFailure.tsx';
import { coverView } from '../../support/coverView.ts';
import { hidden, type Screen, type ViewScript } from '../../support/viewDriver.tsx';
import { profileModel } from './profile.model.ts';

type Sees = ViewScript<typeof profileMachine>['sees'][string];

const seesNothing: Sees = (screen) => expect(screen.queryByRole('alert')).toBeNull();
const again = (screen: Screen) => screen.getByRole('button', { name: /Try again/ });
/** Nothing the first time; afterwards what went wrong before, which is being tried again. */
const seesTrying: Sees = (screen, snapshot) => {
  if (snapshot.context.failure === null) seesNothing(screen, snapshot);
  else expect(again(screen).getAttribute('aria-busy')).toBe('true');
};
const unreported = hidden('That a sign-up is reported to telemetry changes nothing on the page.');

coverView(profileModel, {
  view: (actor) => <ProfileFailure profile={actor} />,
  does: {
    'profile.loaded': 'elsewhere',
    'profile.missing': 'elsewhere',
    'profile.refused': 'elsewhere',
    'profile.failed': 'elsewhere',
    'profile.created': 'elsewhere',
    'profile.retried': (_, screen) => {
      fireEvent.click(again(screen));
    },
  },
  sees: {
    'profile.loading': seesTrying,
    'profile.creating': seesTrying,
    'profile.confirming': seesTrying,
    'profile.ready': seesNothing,
    'profile.failed': (screen, { context }) => {
      expect(screen.getByRole('alert').textContent).toContain('Could not load your profile');
      expect(screen.getByRole('alert').textContent).toContain(context.failure?.message);
      expect(again(screen).getAttribute('aria-busy')).not.toBe('true');
    },
    // The user is being signed out; what went wrong before stays until then.
    'profile.refused': (screen, { context }) =>
      expect(screen.queryByRole('alert') !== null).toBe(context.failure !== null),
    'conversion.unreported': unreported,
    'conversion.reporting': unreported,
    'conversion.reported': unreported,
  },
});
