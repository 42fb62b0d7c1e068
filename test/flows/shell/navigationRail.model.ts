import { navigationRailMachine } from '../../../src/machines/shell/navigationRail/navigationRail.machine.ts';
import type { Model } from '../../support/paths.ts';

export const navigationRailModel: Model<typeof navigationRailMachine> = {
  machine: navigationRailMachine,
  events: {
    'layout.changed': [],
    'pin.loaded': [],
    'pointer.entered': [{ type: 'pointer.entered' }],
    'pointer.left': [{ type: 'pointer.left' }],
    'focus.entered': [{ type: 'focus.entered' }],
    'focus.left': [{ type: 'focus.left' }],
    'rail.closed': [{ type: 'rail.closed' }],
    'pin.toggled': [
      { type: 'pin.toggled', underPointer: true },
      { type: 'pin.toggled', underPointer: false },
    ],
    'sheet.opened': [{ type: 'sheet.opened' }],
    'sheet.closed': [{ type: 'sheet.closed' }],
    'route.changed': [{ type: 'route.changed' }],
  },
  answers: {
    page: [
      { sends: { type: 'layout.changed', narrow: true } },
      { sends: { type: 'layout.changed', narrow: false } },
      { sends: { type: 'pin.loaded', pinned: true } },
      { sends: { type: 'pin.loaded', pinned: false } },
      { error: new Error('no media queries here') },
    ],
  },
  invariants: [
    {
      says: 'The pin is stored when the user has changed it, and never because the window became narrow or wide.',
      when: (_, { sent }) => sent.some(({ event }) => event.type === 'pin.chosen'),
      holds: (snapshot, { before, sent }) =>
        before?.matches({ working: 'wide' }) === true &&
        sent.every(({ event }) => event['pinned'] === snapshot.matches({ working: { wide: 'pinned' } })),
    },
    {
      says: 'It hears of the page for as long as it can.',
      holds: (snapshot, { awaited }) => awaited.includes('page') === snapshot.matches('working'),
    },
  ],
};
