import { firstColumns, newColumn, type NewTable } from '../../../src/contract/tables/newTable.ts';
import type { Port } from '../../../src/machines/parts/port.ts';
import { newTableMachine, type TableMade } from '../../../src/machines/tables/newTable/newTable.machine.ts';
import { refusal } from '../../fixtures/screen.ts';
import type { Model } from '../../support/paths.ts';

export const harbors: NewTable = {
  schema: 'public',
  name: 'harbors',
  comment: '',
  rowSecurity: false,
  columns: [newColumn({ name: 'code' })],
  constraints: [],
};

export const newTableModel: Model<typeof newTableMachine> = {
  machine: newTableMachine,
  input: (_, port) => ({ ref: 'abc', schema: 'public', parent: port as unknown as Port<TableMade> }),
  events: {
    'field.changed': [
      { type: 'field.changed', field: 'name', value: 'harbors' },
      { type: 'field.changed', field: 'columns', value: [...firstColumns, newColumn()] },
    ],
    'form.submitted': [{ type: 'form.submitted' }],
  },
  answers: {
    suggestions: [],
    draft: [{ output: null }, { output: harbors }, { error: refusal }],
    keeping: [{ output: undefined }, { error: refusal }],
    table: [{ output: { id: 9 } }, { error: refusal }],
  },
  distinguish: ({ values }) => [values.name !== '', values.columns.every(({ name }) => name !== '')],
  invariants: [
    {
      says: 'Only a table with a name, whose columns have names, is sent.',
      when: (snapshot, { before }) => snapshot.matches('creating') && before?.matches('creating') !== true,
      holds: ({ context: { values } }) => values.name !== '' && values.columns.every(({ name }) => name !== ''),
    },
    {
      says: 'The list hears of the table.',
      when: (snapshot, { before }) => snapshot.matches('forgetting') && before?.matches('forgetting') !== true,
      holds: (_, { sent }) => sent.some(({ event }) => event.type === 'table.created'),
    },
  ],
};
