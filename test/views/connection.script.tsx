import { expect } from 'vitest';
import type { connectionMachine } from '../../src/machines/connection/connection.machine.ts';
import { ConnectionNote } from '../../src/views/shell/ConnectionNote.tsx';
import type { Screen, ViewScript } from '../support/viewStage.tsx';

const seesNothing = (screen: Screen) => expect(screen.getByRole('status').textContent).toBe('');
const seesOffline = (screen: Screen, { context: { held } }: { context: { held: number } }) =>
  expect(screen.getByRole('status').textContent).toBe(held === 1 ? 'Offline, 1 request waits' : `Offline, ${held === 0 ? '' : `${held} `}requests wait`);

export const connectionScript: ViewScript<typeof connectionMachine> = {
  view: (connection) => <ConnectionNote connection={connection} />,
  does: { 'network.lost': 'elsewhere', 'network.found': 'elsewhere', 'request.held': 'elsewhere', 'request.released': 'elsewhere' },
  sees: { online: seesNothing, 'offline.doubted': seesNothing, 'offline.nearby': seesNothing, 'offline.cut.resting': seesOffline, 'offline.cut.asking': seesOffline },
};
