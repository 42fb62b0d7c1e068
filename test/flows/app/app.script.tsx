import type { appMachine } from '../../../src/machines/app/app.machine.ts';
import { App } from '../../../src/views/app/App.tsx';
import type { ScreenViews } from '../../../src/views/parts/screenViews.ts';
import type { Screen, ViewScript } from '../../support/viewDriver.tsx';

const views: ScreenViews = { viewOf: () => () => null, frameOf: () => null };

/** The children stand still on their first snapshots here: what they make of the window, their own scripts say. */
function seesWaiting(screen: Screen) {
  void screen.getByRole('progressbar', { name: 'Loading Basechart' });
  void screen.getByRole('region', { name: 'Notifications' });
}

export const appScript: ViewScript<typeof appMachine> = {
  view: (actor) => <App app={actor} views={views} />,
  does: {
    'navigation.requested': 'elsewhere',
    'toast.requested': 'elsewhere',
    'resource.invalidated': 'elsewhere',
    'resource.overwritten': 'elsewhere',
    'resource.appended': 'elsewhere',
    'resource.patched': 'elsewhere',
    'resource.changed': 'elsewhere',
    'session.refused': 'elsewhere',
    'session.retried': 'elsewhere',
    'session.began': 'elsewhere',
    'session.ended': 'elsewhere',
    'signOut.requested': 'elsewhere',
    'event.recorded': 'elsewhere',
    'choice.made': 'elsewhere',
    'consent.changed': 'elsewhere',
    'privacy.opened': 'elsewhere',
    'previews.opened': 'elsewhere',
    'route.changed': 'elsewhere',
    'page.changed': 'elsewhere',
    'screen.opened': 'elsewhere',
    'screen.closed': 'elsewhere',
  },
  sees: {
    'running.starting': seesWaiting,
    'running.signedOut': seesWaiting,
    'running.signedIn': seesWaiting,
    broken: (screen) => void screen.getByText('A machine has a fault.'),
  },
};
