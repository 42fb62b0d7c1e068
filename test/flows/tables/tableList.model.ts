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
    'table.shown': [],
    'schema.chosen': [{ type: 'schema.chosen', schema: 'harbor' }],
    'search.changed': [{ type: 'search.changed', search: 'boat' }],
    'sizes.toggled': [{ type: 'sizes.toggled' }],
    'more.requested': [{ type: 'more.requested' }],
    'list.reloaded': [{ type: 'list.reloaded' }],
    'creation.requested': [{ type: 'creation.requested' }],
    'creation.cancelled': [{ type: 'creation.cancelled' }],
    'table.created': [],
    'table.altered': [],
    'change.requested': [{ type: 'change.requested', table: entry(1, 'boats') }],
    'change.cancelled': [{ type: 'change.cancelled' }],
    'copy.requested': [{ type: 'copy.requested', table: entry(1, 'boats') }],
    'copy.cancelled': [{ type: 'copy.cancelled' }],
    'truncation.requested': [{ type: 'truncation.requested', table: entry(1, 'boats') }],
    'identity.chosen': [{ type: 'identity.chosen', restarts: true }],
    'drop.requested': [{ type: 'drop.requested', table: entry(1, 'boats') }],
    'import.requested': [{ type: 'import.requested', table: null, file: null }],
    'import.closed': [{ type: 'import.closed' }],
    'import.opened': [],
    'rows.imported': [],
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
    last: [
      { sends: { type: 'last.remembered', last: { id: 1, name: 'boats' } } },
      { sends: { type: 'table.shown', schema: 'harbor' } },
    ],
    atHand: [],
    newTable: [{ sends: { type: 'table.created', id: 9 } }],
    editTable: [{ sends: { type: 'table.altered' } }],
    duplicateTable: [{ sends: { type: 'table.created', id: 9 } }],
    file: [{ output: null }],
    importRows: [{ sends: { type: 'rows.imported' } }, { sends: { type: 'import.opened', id: 9 } }],
    truncation: [{ output: undefined }, { error: refusal }],
    drop: [{ output: undefined }, { error: refusal }],
  },
  // What is listed changes nothing about where one can go.
  distinguish: ({ next }) => next !== null,
  limit: 20_000,
  invariants: [
    {
      says: 'The tables of a schema that was left are not listed.',
      when: (snapshot) => snapshot.context.schema === 'harbor',
      holds: ({ context: { tables } }) => tables.length === 0,
    },
    {
      says: 'No table is dropped or emptied that the user was not asked about.',
      when: (_, { awaited }) => awaited.includes('drop') || awaited.includes('truncation'),
      holds: (_, { before, awaited }) => {
        const [asking, doing] = awaited.includes('drop')
          ? (['confirmingDrop', 'dropping'] as const)
          : (['confirmingTruncation', 'truncating'] as const);
        return before?.matches({ work: asking }) === true || before?.matches({ work: doing }) === true;
      },
    },
    {
      says: 'After a table was created, altered or dropped, or rows were imported, the list is read again.',
      when: (snapshot, { before, event }) =>
        event?.type === 'rows.imported' ||
        (snapshot.matches({ work: 'idle' }) &&
          (event?.type === 'table.created' ||
            event?.type === 'table.altered' ||
            before?.matches({ work: 'dropping' }) === true)),
      holds: (snapshot) => snapshot.matches({ list: 'reading' }),
    },
  ],
};
