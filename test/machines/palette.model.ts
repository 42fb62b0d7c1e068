import { paletteMachine } from '../../src/machines/palette/palette.machine.ts';
import type { Model } from '../support/paths.ts';

export const paletteModel: Model<typeof paletteMachine> = {
  machine: paletteMachine,
  input: (_, parent) => ({ parent }),
  events: {
    'palette.opened': [{ type: 'palette.opened' }, { type: 'palette.opened', page: 'theme' }],
    'palette.closed': [{ type: 'palette.closed' }],
    'query.changed': [{ type: 'query.changed', query: 'dark' }],
    'entry.highlighted': [{ type: 'entry.highlighted', id: 'theme:light' }],
    'page.entered': [{ type: 'page.entered', page: 'theme' }],
    'page.left': [{ type: 'page.left' }],
    'command.chosen': [{ type: 'command.chosen', id: 'theme:dark' }],
    'place.changed': [{ type: 'place.changed' }],
    'recent.found': [],
  },
  answers: {
    chunk: [{ output: undefined }, { error: new Error('offline') }],
    early: [{ output: undefined }, { error: new Error('offline') }],
    storage: [{ sends: { type: 'recent.found', commands: ['theme:light'] } }, { error: new Error('no storage here') }],
  },
  // Whether there is a way back. What is typed or remembered changes nothing about where one can go.
  distinguish: ({ levels }) => levels.length > 1,
};
