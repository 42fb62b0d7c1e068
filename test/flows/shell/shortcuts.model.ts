import { shortcutsMachine, type KeyPressed } from '../../../src/machines/shell/shortcuts/shortcuts.machine.ts';
import type { Model } from '../../support/paths.ts';

const pressed = (stroke: string): { sends: KeyPressed } => ({
  sends: { type: 'key.pressed', stroke, inField: false, inDialog: false },
});

export const shortcutsModel: Model<typeof shortcutsMachine> = {
  machine: shortcutsMachine,
  events: {
    'handler.registered': [
      { type: 'handler.registered', handler: { id: 'goSql', by: 'shell', inDialog: false } },
      { type: 'handler.registered', handler: { id: 'sheet', by: 'app', inDialog: false } },
    ],
    'handler.withdrawn': [{ type: 'handler.withdrawn', by: 'shell' }],
    'shortcut.switched': [
      { type: 'shortcut.switched', id: 'goSql', on: false },
      { type: 'shortcut.switched', id: 'goSql', on: true },
    ],
    'paletteKey.chosen': [{ type: 'paletteKey.chosen', key: 'p' }],
    'key.pressed': [],
    'settings.loaded': [],
  },
  answers: {
    keyboard: [pressed('G'), pressed('S'), pressed('?'), { error: new Error('no keyboard here') }],
    storage: [
      { sends: { type: 'settings.loaded', settings: { off: ['goSql'], paletteKey: 'k' } } },
      { error: new Error('no storage here') },
    ],
  },
  // Who answers is told apart by whom, not by how often or since when.
  distinguish: ({ handlers, settings, prefix }) => ({
    handlers: [...new Set(handlers.map(({ id }) => id))].toSorted(),
    off: settings.off,
    prefix,
  }),
  invariants: [
    {
      says: 'No shortcut fires whose key the browser was left to act on.',
      when: (_, { sent }) => sent.some(({ to }) => to === 'anyone'),
      holds: (_, { sent }) => sent.some(({ to, event }) => to === 'keyboard' && event.type === 'key.taken'),
    },
    {
      says: 'A chord that has begun is given up by itself.',
      holds: (snapshot, { timers }) =>
        timers === (snapshot.matches({ listening: 'chording' }) ? 1 : 0) &&
        (snapshot.context.prefix !== null) === (timers === 1),
    },
  ],
};
