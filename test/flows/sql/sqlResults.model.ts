import { sqlResultsMachine } from '../../../src/machines/sql/sqlResults/sqlResults.machine.ts';
import type { Model } from '../../support/paths.ts';

const range = { fromRow: 0, toRow: 1, fromColumn: 0, toColumn: 1 };

export const sqlResultsModel: Model<typeof sqlResultsMachine> = {
  machine: sqlResultsMachine,
  input: (_, port) => ({ ref: 'abc', query: 'q1', tab: null, port }),
  events: {
    'tab.chosen': [
      { type: 'tab.chosen', run: 'run-1', tab: { pane: 'result', index: 1 } },
      { type: 'tab.chosen', run: 'run-1', tab: { pane: 'history' } },
    ],
    'cell.opened': [{ type: 'cell.opened', cell: { run: 'run-1', result: 0, row: 0, column: 1 } }],
    'cell.closed': [{ type: 'cell.closed' }],
    'copy.requested': [
      { type: 'copy.requested', request: { run: 'run-1', result: 0, range, format: 'csv', withHeader: true } },
    ],
    'valueCopy.requested': [{ type: 'valueCopy.requested', text: '{"a":1}' }],
    'export.requested': [
      { type: 'export.requested', request: { run: 'run-1', result: 0, format: 'json', name: 'Orders' } },
    ],
    'export.cancelled': [{ type: 'export.cancelled' }],
    'remedy.opened': [
      {
        type: 'remedy.opened',
        remedy: { run: 'run-1', sql: 'close it', text: 'It is closed', timeLimitMs: 60_000 },
      },
    ],
  },
  answers: {
    storingTab: [{ output: undefined }, { error: new Error('The storage of this computer is full.') }],
    copy: [
      { output: { rows: 1, cells: 1 } },
      { output: { rows: 2, cells: 4 } },
      { error: new Error('The window has no focus.') },
    ],
    remedyChunk: [{ output: undefined }, { error: new Error('offline') }],
    remedy: [],
    export: [{ output: { rows: 1000, file: 'Orders.csv' } }, { error: new Error('The disk is full.') }],
  },
  // The tab decides what a user can open, copy and export.
  distinguish: ({ copy, tab }) => [copy, tab],
  // Four regions beside each other, whose states combine.
  limit: 9_000,
  invariants: [
    {
      says: 'One copy or export is made at a time, and the request is forgotten when it has ended.',
      holds: (snapshot, { awaited }) =>
        awaited.filter((id) => id === 'copy' || id === 'export').length <= 1 &&
        (!snapshot.matches({ transfer: 'idle' }) ||
          (!awaited.some((id) => id === 'copy' || id === 'export') &&
            snapshot.context.copy === null &&
            snapshot.context.export === null)),
    },
    {
      says: 'Code for closing what a run has opened loads when the user asks for it.',
      when: (snapshot) => snapshot.matches({ remedy: 'none' }),
      holds: (_, { awaited }) => !awaited.some((id) => id.startsWith('remedy')),
    },
    {
      says: 'A cell is shown exactly while its dialog is open.',
      holds: (snapshot) => (snapshot.context.cell !== null) === snapshot.matches({ viewer: 'open' }),
    },
  ],
};
