import { FailureError } from '../../../src/contract/common/failureError.ts';
import { everyRow } from '../../../src/contract/tables/rows.ts';
import { tableScreenMachine, type OpenedExport } from '../../../src/machines/tables/tableScreen/tableScreen.machine.ts';
import { refusal, screenInput } from '../../fixtures/screen.ts';
import { boats } from '../../fixtures/tables.ts';
import type { Model } from '../../support/paths.ts';
import { notes } from './cellEditor.model.ts';
import { boatOfTrip } from './reference.model.ts';
import { rename } from './stagedEdits.model.ts';

const boatsExport: OpenedExport = {
  scope: 'all',
  exported: {
    name: 'boats',
    view: everyRow,
    viewAs: null,
    columns: boats.columns.map(({ name }) => name),
    total: 2,
    selected: null,
  },
};

export const tableScreenModel: Model<typeof tableScreenMachine> = {
  machine: tableScreenMachine,
  input: (_, port) => ({ ...screenInput({ port }), params: { ref: 'abc', id: String(boats.id) } }),
  events: {
    'project.opened': [],
    'rows.outdated': [],
    'role.changed': [],
    'table.outdated': [],
    'export.opened': [{ type: 'export.opened', ...boatsExport }],
    'export.closed': [{ type: 'export.closed' }],
    'cell.accepted': [],
    'table.reloaded': [{ type: 'table.reloaded' }],
    'cell.opened': [{ type: 'cell.opened', cell: notes }],
    'reference.opened': [{ type: 'reference.opened', cell: boatOfTrip }],
    'reference.closed': [{ type: 'reference.closed' }],
    'cell.closed': [{ type: 'cell.closed' }],
  },
  answers: {
    project: [{ sends: { type: 'project.opened' } }],
    table: [
      { output: boats },
      { error: refusal },
      { error: new FailureError({ code: 404, reason: 'table_not_found', message: 'Not here.' }) },
    ],
    rows: [
      { sends: { type: 'role.changed', viewAs: { role: 'anon', user: null } } },
      { sends: { type: 'table.outdated' } },
    ],
    layout: [],
    news: [{ sends: { type: 'table.reloaded' } }],
    edits: [{ sends: { type: 'rows.outdated' } }],
    export: [],
    reference: [{ sends: { type: 'cell.accepted', cells: [rename('Grace')] } }],
    cell: [
      { sends: { type: 'cell.accepted', cells: [rename('Grace')] } },
      { sends: { type: 'cell.accepted', cells: [{ ...rename('Grace'), column: 'dropped' }] } },
    ],
  },
  distinguish: ({ failure }) => failure?.code ?? null,
  invariants: [
    {
      says: 'Rows are only shown of a table that is known.',
      when: (snapshot) => snapshot.matches('open'),
      holds: ({ context: { table } }) => table !== null,
    },
    {
      says: 'The rows are read with the columns that the table has now.',
      when: (snapshot, { before }) =>
        snapshot.matches({ open: { description: 'current' } }) &&
        before?.matches({ open: { description: 'rereading' } }) === true,
      holds: (_, { sent }) => sent.some(({ event }) => event.type === 'table.described'),
    },
    {
      says: 'An accepted value is staged.',
      when: (snapshot, { before }) =>
        snapshot.matches({ open: { work: 'grid' } }) && before?.matches({ open: { work: 'cell' } }) === true,
      holds: (_, { event, sent }) =>
        event?.type !== 'cell.accepted' || sent.some((effect) => effect.event.type === 'cells.edited'),
    },
  ],
};
