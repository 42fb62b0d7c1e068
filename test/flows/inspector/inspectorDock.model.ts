import { inspectorDockMachine } from '../../../src/machines/inspector/inspectorDock/inspectorDock.machine.ts';
import type { Model } from '../../support/paths.ts';
import { view } from './inspector.model.ts';

export const inspectorDockModel: Model<typeof inspectorDockMachine> = {
  machine: inspectorDockMachine,
  input: () => ({ session: view.root.sessionId, chart: 'gate' }),
  events: {
    'position.loaded': [],
    'layout.changed': [],
    'dock.reopened': [],
    'dock.toggled': [{ type: 'dock.toggled' }],
    'dock.moved': [
      { type: 'dock.moved', side: 'right' },
      { type: 'dock.moved', side: 'bottom' },
    ],
    'dock.resized': [{ type: 'dock.resized', share: 0.5 }],
    'dock.maximized': [{ type: 'dock.maximized' }],
    'dock.restored': [{ type: 'dock.restored' }],
    'page.entered': [{ type: 'page.entered' }],
    'page.left': [{ type: 'page.left' }],
  },
  answers: {
    page: [
      { sends: { type: 'position.loaded', position: { side: 'right', share: 0.3 } } },
      { sends: { type: 'dock.toggled' } },
      { sends: { type: 'dock.reopened' } },
      { sends: { type: 'layout.changed', narrow: true } },
      { error: new Error('No storage here.') },
    ],
    inspector: [{ error: new Error('A mistake in the chart.') }],
  },
  distinguish: ({ position }) => position.side,
  invariants: [
    {
      says: 'Whether the panel is open is kept, so that loading the page anew finds it so.',
      when: (snapshot, { before, awaited }) =>
        before !== null &&
        awaited.includes('page') &&
        snapshot.matches({ used: 'docked' }) !== before.matches({ used: 'docked' }) &&
        !snapshot.matches('broken') &&
        !snapshot.matches({ used: 'onPage' }),
      holds: (snapshot, { sent }) =>
        sent.some(
          ({ to, event }) =>
            to === 'page' &&
            event.type === 'openness.changed' &&
            event['open'] === snapshot.matches({ used: 'docked' }),
        ),
    },
    {
      says: 'What was looked at is remembered for as long as the page lives.',
      when: (_, { before }) => before?.matches('used') === true,
      holds: (snapshot) => snapshot.matches('used') || snapshot.matches('broken'),
    },
    {
      says: 'Whoever moves or sizes the panel finds it so again.',
      when: ({ context }, { before, awaited }) =>
        before !== null && awaited.includes('page') && before.context.position !== context.position,
      holds: ({ context }, { sent }) =>
        sent.length === 0 ||
        sent.some(
          ({ to, event }) => to === 'page' && JSON.stringify(event['position']) === JSON.stringify(context.position),
        ),
    },
  ],
};
