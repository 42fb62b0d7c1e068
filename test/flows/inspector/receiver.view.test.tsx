import { expect } from 'vitest';
import ReceiverScreen from '../../../src/views/inspector/ReceiverScreen.tsx';
import { coverView } from '../../support/coverView.ts';
import type { Screen } from '../../support/viewDriver.tsx';
import { receiverModel } from './receiver.model.ts';

const seesNoInspector = (screen: Screen) => expect(screen.queryByRole('tree', { name: 'Actors' })).toBeNull();
const seesInspector = (screen: Screen) => {
  expect(screen.getByRole('tree', { name: 'Actors' })).toBeDefined();
  // Who was told does not tell on.
  expect(screen.queryByRole('button', { name: 'Open in Stately Inspector' })).toBeNull();
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
      expect(screen.getByText('Waiting for connection…')).toBeDefined();
    },
    'open.unanswered': (screen) => {
      seesNoInspector(screen);
      expect(screen.getByText('The other window is not responding')).toBeDefined();
    },
    'open.withoutOpener': (screen) => {
      seesNoInspector(screen);
      expect(screen.getByRole('link', { name: 'Inspect this window' }).getAttribute('href')).toBe('/_flows');
    },
    'open.watching.live': (screen) => {
      seesInspector(screen);
      expect(screen.getByText(/^Live/)).toBeDefined();
    },
    'open.watching.disconnected': (screen) => {
      seesInspector(screen);
      expect(screen.getByText('Connection lost')).toBeDefined();
    },
    'open.watching.closed': (screen) => {
      seesInspector(screen);
      expect(screen.getByText('The other window was closed')).toBeDefined();
      expect(screen.queryByText(/^Live/)).toBeNull();
    },
    switchedOff: (screen) => expect(screen.getByText('Flow inspector disabled')).toBeDefined(),
    broken: (screen) => {
      seesNoInspector(screen);
      expect(screen.getByText('The flow inspector crashed')).toBeDefined();
    },
  },
});
