import { expect } from 'vitest';
import ReceiverScreen from '../../../src/views/inspector/ReceiverScreen.tsx';
import { coverView } from '../../support/coverView.ts';
import type { Screen } from '../../support/viewDriver.tsx';
import { receiverModel } from './receiver.model.ts';

const seesNoInspector = (screen: Screen) => expect(screen.queryByRole('tree', { name: 'Actors' })).toBeNull();
const seesInspector = (screen: Screen) => {
  expect(screen.getByRole('tree', { name: 'Actors' })).toBeDefined();
  // Who was told does not tell on.
  expect(screen.queryByRole('button', { name: 'Open Stately’s inspector' })).toBeNull();
};

coverView(receiverModel, {
  view: (receiver) => <ReceiverScreen flow={receiver} />,
  does: {
    'publisher.connected': 'elsewhere',
    'publisher.disconnected': 'elsewhere',
    'opener.missing': 'elsewhere',
    'inspection.refused': 'elsewhere',
  },
  sees: {
    'open.connecting': (screen) => {
      seesNoInspector(screen);
      expect(screen.getByText('Waiting for the other window')).toBeDefined();
    },
    'open.unanswered': (screen) => {
      seesNoInspector(screen);
      expect(screen.getByText('The other window does not answer')).toBeDefined();
    },
    'open.withoutOpener': (screen) => {
      seesNoInspector(screen);
      expect(screen.getByRole('link', { name: 'Look at this window instead' }).getAttribute('href')).toBe('/_flows');
    },
    'open.watching.live': (screen) => {
      seesInspector(screen);
      expect(screen.getByText(/^Live/)).toBeDefined();
    },
    'open.watching.disconnected': (screen) => {
      seesInspector(screen);
      expect(screen.getByText('The other window tells nothing more')).toBeDefined();
    },
    'open.watching.closed': (screen) => {
      seesInspector(screen);
      expect(screen.getByText('The other window was closed')).toBeDefined();
      expect(screen.queryByText(/^Live/)).toBeNull();
    },
    switchedOff: (screen) => expect(screen.getByText('The flow inspector is switched off here')).toBeDefined(),
    broken: (screen) => {
      seesNoInspector(screen);
      expect(screen.getByText('The flow inspector has a fault')).toBeDefined();
    },
  },
});
