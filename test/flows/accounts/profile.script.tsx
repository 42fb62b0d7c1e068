import { fireEvent } from '@testing-library/react';
import { expect } from 'vitest';
import type { profileMachine } from '../../../src/machines/accounts/profile/profile.machine.ts';
import { ProfileFailure } from '../../../src/views/accounts/ProfileFailure.tsx';
import type { Screen, ViewScript } from '../../support/viewDriver.tsx';

type Sees = ViewScript<typeof profileMachine>['sees'][string];

const seesNothing: Sees = (screen) => expect(screen.queryByRole('alert')).toBeNull();
const again = (screen: Screen) => screen.getByRole('button', { name: /Try again/ });
/** Nothing the first time; afterwards what went wrong before, which is being tried again. */
const seesTrying: Sees = (screen, snapshot) => {
  if (snapshot.context.failure === null) seesNothing(screen, snapshot);
  else expect(again(screen).getAttribute('aria-busy')).toBe('true');
};
const seesWhatItShows: Sees = () => {};

export const profileScript: ViewScript<typeof profileMachine> = {
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
      expect(screen.getByRole('alert').textContent).toContain('Your profile could not be loaded');
      expect(screen.getByRole('alert').textContent).toContain(context.failure?.message);
      expect(again(screen).getAttribute('aria-busy')).not.toBe('true');
    },
    'profile.refused': seesWhatItShows,
    'conversion.unreported': seesWhatItShows,
    'conversion.reporting': seesWhatItShows,
    'conversion.reported': seesWhatItShows,
  },
};
