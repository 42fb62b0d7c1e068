import { expect } from 'vitest';
import { ConnectionNote } from '../../../src/views/shell/ConnectionNote.tsx';
import { coverView } from '../../support/coverView.ts';
import type { Screen } from '../../support/viewDriver.tsx';
import { connectionModel } from './connection.model.ts';

const seesNothing = (screen: Screen) => expect(screen.getByRole('status').textContent).toBe('');
const sees =
  (obstacle: string) =>
  (screen: Screen, { context: { held } }: { context: { held: number } }) =>
    expect(screen.getByRole('status').textContent).toBe(
      held === 0 ? `${obstacle}, reconnecting` : `${obstacle}, ${held} request${held === 1 ? '' : 's'} waiting`,
    );
const seesOffline = sees('Offline');
const seesServerGone = sees('Server unreachable');

coverView(connectionModel, {
  view: (connection) => <ConnectionNote connection={connection} />,
  does: {
    'network.lost': 'elsewhere',
    'network.regained': 'elsewhere',
    'request.held': 'elsewhere',
    'request.released': 'elsewhere',
    'request.unanswered': 'elsewhere',
  },
  sees: {
    'online.reachable': seesNothing,
    'online.uncertain': seesNothing,
    'online.unreachable.waiting': seesServerGone,
    'online.unreachable.probing': seesServerGone,
    'offline.uncertain': seesNothing,
    'offline.reachable': seesNothing,
    'offline.unreachable.waiting': seesOffline,
    'offline.unreachable.probing': seesOffline,
  },
});
