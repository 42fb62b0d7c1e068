import { everyRow } from '../../../src/contract/tables/rows.ts';
import { exportRowsMachine } from '../../../src/machines/tables/exportRows/exportRows.machine.ts';
import { refusal } from '../../fixtures/screen.ts';
import { boats } from '../../fixtures/tables.ts';
import type { Model } from '../../support/paths.ts';

export const exportRowsModel: Model<typeof exportRowsMachine> = {
  machine: exportRowsMachine,
  input: () => ({
    ref: 'abc',
    id: boats.id,
    scope: 'cells',
    exported: {
      name: 'boats',
      view: everyRow,
      viewAs: null,
      columns: ['id', 'name'],
      total: 400,
      selected: {
        view: everyRow,
        viewAs: null,
        only: { by: 'key', keys: [{ id: '7' }, { id: '8' }] },
        rows: 2,
        columns: ['name'],
      },
    },
  }),
  events: {
    'scope.chosen': [{ type: 'scope.chosen', scope: 'all' }],
    'format.chosen': [{ type: 'format.chosen', format: 'json' }],
    'export.started': [{ type: 'export.started' }],
    'export.cancelled': [{ type: 'export.cancelled' }],
    'rows.received': [],
    'file.saved': [],
    'export.failed': [],
  },
  answers: {
    file: [
      { sends: { type: 'rows.received', rows: 200 } },
      { sends: { type: 'file.saved' } },
      { sends: { type: 'export.failed', failure: { code: 400, message: 'Not like this.' } } },
      { error: refusal },
    ],
  },
  distinguish: ({ failure, format, scope, rows }) => [failure !== null, format, scope, rows > 0],
  invariants: [
    {
      says: 'A new export counts its rows from the beginning.',
      when: (snapshot, { event }) => snapshot.matches('exporting') && event?.type === 'export.started',
      holds: ({ context: { rows, failure } }) => rows === 0 && failure === null,
    },
  ],
};
