import { expect } from 'vitest';
import type { connectionMachine } from '../../../src/machines/shell/connection/connection.machine.ts';
import { ConnectionNote } from '../../../src/views/shell/ConnectionNote.tsx';
import type { Screen, ViewScript } from '../../support/viewDriver.tsx';

const seesNothing = (screen: Screen) => expect(screen.getByRole('status').textContent).toBe('');
const sees =
  (obstacle: string) =>
  (screen: Screen, { context: { held } }: { context: { held: number } }) =>
    expect(screen.getByRole('status').textContent).toBe(
      held === 1 ? `${obstacle}, 1 request waits` : `${obstacle}, ${held === 0 ? '' : `${held} `}requests wait`,
    );
const seesOffline = sees('Offline');
const seesServerGone = sees('Server out of reach');

export const connectionScript: ViewScript<typeof connectionMachine> = {
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
};
