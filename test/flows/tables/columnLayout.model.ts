import { columnLayoutMachine } from '../../../src/machines/tables/columnLayout/columnLayout.machine.ts';
import { boats } from '../../fixtures/tables.ts';
import type { Model } from '../../support/paths.ts';

export const columnLayoutModel: Model<typeof columnLayoutMachine> = {
  machine: columnLayoutMachine,
  input: () => ({ ref: 'abc', id: boats.id }),
  events: {
    'layout.recalled': [],
    'columns.ordered': [{ type: 'columns.ordered', order: ['notes', 'id', 'name', 'active', 'doubled'] }],
    'column.resized': [{ type: 'column.resized', name: 'name', width: 240 }],
    'columns.frozen': [{ type: 'columns.frozen', names: ['name'] }],
    'zone.chosen': [{ type: 'zone.chosen', zone: 'Europe/Berlin' }],
    'layout.reset': [{ type: 'layout.reset' }],
  },
  answers: {
    storage: [
      { sends: { type: 'layout.recalled', layout: { order: ['name'], widths: { id: 90 }, frozen: [], zone: null } } },
    ],
  },
  // How the columns stand changes nothing about where one can go.
  distinguish: () => null,
  invariants: [
    {
      says: 'What the user arranges is stored.',
      when: (_, { event }) => event !== null && event.type !== 'layout.recalled' && !event.type.startsWith('xstate.'),
      holds: ({ context: { layout } }, { sent }) =>
        sent.some(({ event }) => event.type === 'layout.changed' && event['layout'] === layout),
    },
  ],
};
