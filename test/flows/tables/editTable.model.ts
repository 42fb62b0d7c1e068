import { addedShapeColumn, type StoredShape } from '../../../src/contract/tables/shape.ts';
import type { Port } from '../../../src/machines/parts/port.ts';
import { editTableMachine, type TableAltered } from '../../../src/machines/tables/editTable/editTable.machine.ts';
import { refusal } from '../../fixtures/screen.ts';
import { boats } from '../../fixtures/tables.ts';
import type { Model } from '../../support/paths.ts';

export const storedBoats: StoredShape = {
  schema: 'public',
  version: 'v1',
  dependants: ['view calm_boats'],
  shape: {
    name: 'boats',
    comment: '',
    rowSecurity: true,
    columns: [
      { ...addedShapeColumn, storedName: 'id', name: 'id', dataType: 'bigint', nullable: false, identity: true },
      { ...addedShapeColumn, storedName: 'name', name: 'name', default: "'none'::text" },
    ],
    constraints: [{ storedName: 'boats_pkey', kind: 'primary key', definition: 'PRIMARY KEY (id)' }],
  },
};

const { shape } = storedBoats;

export const editTableModel: Model<typeof editTableMachine> = {
  machine: editTableMachine,
  input: (_, port) => ({ ref: 'abc', id: boats.id, parent: port as unknown as Port<TableAltered> }),
  events: {
    'field.changed': [
      { type: 'field.changed', field: 'name', value: 'ships' },
      { type: 'field.changed', field: 'columns', value: [...shape.columns, addedShapeColumn] },
      { type: 'field.changed', field: 'columns', value: shape.columns.slice(0, 1) },
    ],
    'form.submitted': [{ type: 'form.submitted' }],
    'action.confirmed': [{ type: 'action.confirmed' }],
    'action.cancelled': [{ type: 'action.cancelled' }],
    'shape.reloaded': [{ type: 'shape.reloaded' }],
  },
  answers: {
    suggestions: [],
    shape: [{ output: storedBoats }, { error: refusal }],
    draft: [
      { output: null },
      { output: { version: 'v1', shape: { ...shape, comment: 'Typed before' } } },
      { output: { version: 'v0', shape: { ...shape, name: 'older' } } },
      { error: refusal },
    ],
    keeping: [{ output: undefined }, { error: refusal }],
    storing: [{ output: undefined }, { error: refusal }],
    change: [{ output: { ...storedBoats, version: 'v2' } }, { error: refusal }],
  },
  distinguish: ({ values, stored, failure }) => [
    values.name,
    values.comment,
    values.columns.every(({ name }) => name !== ''),
    values.columns.length,
    stored?.version,
    failure !== null,
  ],
  invariants: [
    {
      says: 'No value is lost that the user was not asked about.',
      when: ({ context: { values } }, { awaited, before }) =>
        awaited.includes('change') && before?.matches('altering') !== true && values.columns.length === 1,
      holds: (_, { before }) => before?.matches('confirming') === true,
    },
    {
      says: 'What was typed for another version of the table is not taken.',
      when: (snapshot) => snapshot.matches('editing'),
      holds: ({ context: { values } }) => values.name !== 'older',
    },
    {
      says: 'Only changes of columns with names are sent.',
      when: (snapshot, { before }) => snapshot.matches('altering') && before?.matches('altering') !== true,
      holds: ({ context: { values, stored } }) =>
        values.columns.every(({ name }) => name !== '') && JSON.stringify(values) !== JSON.stringify(stored?.shape),
    },
    {
      says: 'The list hears of the change.',
      when: (snapshot, { before }) => snapshot.matches('forgetting') && before?.matches('forgetting') !== true,
      holds: (_, { sent }) => sent.some(({ event }) => event.type === 'table.altered'),
    },
  ],
};
