import type { TableEntry } from '../../../src/contract/tables/table.ts';
import { tableListMachine, type ListedTables } from '../../../src/machines/tables/tableList/tableList.machine.ts';
import { refusal, screenInput } from '../../fixtures/screen.ts';
import type { Model } from '../../support/paths.ts';

export const entry = (id: number, name: string, kind: TableEntry['kind'] = 'table'): TableEntry => ({
  id,
  schema: 'public',
  name,
  kind,
  rowSecurity: true,
});

export const listed = (tables: TableEntry[], next: string | null = null): ListedTables => ({
  schema: 'public',
  schemas: ['harbor', 'public'],
  tables,
  next,
});

export const tableListModel: Model<typeof tableListMachine> = {
  machine: tableListMachine,
  input: (_, port) => ({ ...screenInput({ port }), params: { ref: 'abc' } }),
  events: {
    'page.changed': [{ type: 'page.changed' }],
    'project.opened': [],
    'last.remembered': [],
    'schema.chosen': [{ type: 'schema.chosen', schema: 'harbor' }],
    'search.changed': [{ type: 'search.changed', search: 'boat' }],
    'more.requested': [{ type: 'more.requested' }],
    'list.reloaded': [{ type: 'list.reloaded' }],
    'creation.requested': [{ type: 'creation.requested' }],
    'creation.cancelled': [{ type: 'creation.cancelled' }],
    'table.created': [],
    'drop.requested': [{ type: 'drop.requested', table: entry(1, 'boats') }],
    'action.confirmed': [{ type: 'action.confirmed' }],
    'action.cancelled': [{ type: 'action.cancelled' }],
  },
  answers: {
    project: [{ sends: { type: 'project.opened' } }],
    tables: [
      { output: listed([entry(1, 'boats')], 'boats') },
      { output: listed([entry(1, 'boats'), entry(2, 'calm', 'view')]) },
      { error: refusal },
    ],
    more: [{ output: listed([entry(3, 'trips')]) }, { error: refusal }],
    last: [{ sends: { type: 'last.remembered', last: { id: 1, name: 'boats' } } }],
    newTable: [{ sends: { type: 'table.created', id: 9 } }],
    drop: [{ output: undefined }, { error: refusal }],
  },
  // What is listed changes nothing about where one can go.
  distinguish: ({ next }) => next !== null,
  invariants: [
    {
      says: 'The tables of a schema that was left are not listed.',
      when: (snapshot) => snapshot.context.schema === 'harbor',
      holds: ({ context: { tables } }) => tables.length === 0,
    },
    {
      says: 'No table is dropped that the user was not asked about.',
      when: (_, { awaited }) => awaited.includes('drop'),
      holds: (_, { before }) =>
        before?.matches({ work: 'confirmingDrop' }) === true || before?.matches({ work: 'dropping' }) === true,
    },
    {
      says: 'After a table was created or dropped, the list is read again.',
      when: (snapshot, { before, event }) =>
        snapshot.matches({ work: 'idle' }) &&
        (event?.type === 'table.created' || before?.matches({ work: 'dropping' }) === true),
      holds: (snapshot) => snapshot.matches({ list: 'reading' }),
    },
  ],
};
