import type { Port } from '../../../src/machines/parts/port.ts';
import { duplicateTableMachine } from '../../../src/machines/tables/duplicateTable/duplicateTable.machine.ts';
import type { TableMade } from '../../../src/machines/tables/newTable/newTable.machine.ts';
import { refusal } from '../../fixtures/screen.ts';
import { boats } from '../../fixtures/tables.ts';
import type { Model } from '../../support/paths.ts';

export const duplicateTableModel: Model<typeof duplicateTableMachine> = {
  machine: duplicateTableMachine,
  input: (_, port) => ({
    ref: 'abc',
    id: boats.id,
    name: 'boats',
    parent: port as unknown as Port<TableMade>,
  }),
  events: {
    'field.changed': [
      { type: 'field.changed', field: 'name', value: 'ships' },
      { type: 'field.changed', field: 'name', value: '' },
      { type: 'field.changed', field: 'rows', value: false },
    ],
    'form.submitted': [{ type: 'form.submitted' }],
  },
  answers: { copy: [{ output: { id: 9 } }, { error: refusal }] },
  distinguish: ({ values }) => [values.name, values.rows],
  invariants: [
    {
      says: 'Only a copy with a name is made.',
      when: (snapshot) => snapshot.matches('copying'),
      holds: ({ context: { values } }) => values.name !== '',
    },
  ],
};
