import type { TableEntry } from '../../../src/contract/tables/table.ts';
import { dropTableMachine, type DropTableInput } from '../../../src/machines/tables/dropTable/dropTable.machine.ts';
import {
  duplicateTableMachine,
  type DuplicateTableInput,
} from '../../../src/machines/tables/duplicateTable/duplicateTable.machine.ts';
import { editTableMachine, type EditTableInput } from '../../../src/machines/tables/editTable/editTable.machine.ts';
import { importRowsMachine, type ImportRowsInput } from '../../../src/machines/tables/importRows/importRows.machine.ts';
import { newTableMachine, type NewTableInput } from '../../../src/machines/tables/newTable/newTable.machine.ts';
import { tableListMachine, type ListedTables } from '../../../src/machines/tables/tableList/tableList.machine.ts';
import { refusal, screenInput } from '../../fixtures/screen.ts';
import { loaded } from '../../support/fakeWorld.ts';
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
  machine: tableListMachine.provide({
    actors: {
      newTable: loaded<NewTableInput>(newTableMachine),
      editTable: loaded<EditTableInput>(editTableMachine),
      duplicateTable: loaded<DuplicateTableInput>(duplicateTableMachine),
      dropTable: loaded<DropTableInput>(dropTableMachine),
      importRows: loaded<ImportRowsInput>(importRowsMachine),
    },
  }),
  input: (_, port) => ({ ...screenInput({ port }), params: { ref: 'abc' } }),
  events: {
    'page.changed': [{ type: 'page.changed' }],
    'project.opened': [],
    'last.remembered': [],
    'table.shown': [],
    'table.missing': [],
    'schema.chosen': [{ type: 'schema.chosen', schema: 'harbor' }],
    'search.changed': [{ type: 'search.changed', search: 'boat' }],
    'sizes.toggled': [{ type: 'sizes.toggled' }],
    'more.requested': [{ type: 'more.requested' }],
    'list.reloaded': [{ type: 'list.reloaded' }],
    'creation.requested': [{ type: 'creation.requested' }],
    'creation.cancelled': [{ type: 'creation.cancelled' }],
    'opening.retried': [{ type: 'opening.retried' }],
    'opening.cancelled': [{ type: 'opening.cancelled' }],
    'table.created': [],
    'table.altered': [],
    'change.requested': [{ type: 'change.requested', table: entry(1, 'boats') }],
    'change.cancelled': [{ type: 'change.cancelled' }],
    'copy.requested': [{ type: 'copy.requested', table: entry(1, 'boats') }],
    'copy.cancelled': [{ type: 'copy.cancelled' }],
    'truncation.requested': [{ type: 'truncation.requested', table: entry(1, 'boats') }],
    'identity.chosen': [{ type: 'identity.chosen', restarts: true }],
    'drop.requested': [{ type: 'drop.requested', table: entry(1, 'boats') }],
    'table.dropped': [],
    'drop.cancelled': [],
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
      { sends: { type: 'table.missing' } },
    ],
    tabsAndFavorites: [],
    forms: [{ output: undefined }, { error: new Error('The code did not come.') }],
    newTable: [{ sends: { type: 'table.created', id: 9 } }],
    editTable: [{ sends: { type: 'table.altered' } }],
    duplicateTable: [{ sends: { type: 'table.created', id: 9 } }],
    file: [{ output: null }],
    importRows: [{ sends: { type: 'rows.imported' } }, { sends: { type: 'import.opened', id: 9 } }],
    truncation: [{ output: undefined }, { error: refusal }],
    dropTable: [{ sends: { type: 'table.dropped' } }, { sends: { type: 'drop.cancelled' } }],
  },
  // What is listed changes nothing about where one can go.
  distinguish: ({ next, asked, formsFailure }) => ({ hasMore: next !== null, asked, failed: formsFailure !== null }),
  limit: 20_000,
  invariants: [
    {
      says: 'The tables of a schema that was left are not listed.',
      when: (snapshot) => snapshot.context.schema === 'harbor',
      holds: ({ context: { tables } }) => tables.length === 0,
    },
    {
      says: 'No table is emptied that the user was not asked about.',
      when: (_, { awaited }) => awaited.includes('truncation'),
      holds: (_, { before }) =>
        before?.matches({ work: 'confirmingTruncation' }) === true || before?.matches({ work: 'truncating' }) === true,
    },
    {
      says: 'The code of the forms loads when one is asked for, and none opens before.',
      holds: (snapshot, { before, awaited }) =>
        awaited.includes('forms') === snapshot.matches({ work: 'loading' }) &&
        (before?.matches({ work: 'idle' }) !== true ||
          ['idle', 'receiving'].some((work) => snapshot.matches({ work } as { work: 'idle' })) ||
          snapshot.matches({ work: 'loading' })),
    },
    {
      says: 'What opens is what was asked for last.',
      when: (_, { before }) => before?.matches({ work: 'loading' }) === true,
      holds: ({ context: { asked } }, { awaited }) =>
        ['newTable', 'editTable', 'duplicateTable', 'dropTable', 'importRows'].every(
          (form) => !awaited.includes(form) || form === (asked === 'drop' ? 'dropTable' : asked),
        ),
    },
    {
      says: 'It is said why a form did not open, until it does or another is asked for.',
      when: (snapshot) => snapshot.matches({ work: 'missing' }),
      holds: ({ context }) => context.formsFailure !== null,
    },
    {
      says: 'After a table was created, altered or dropped, or rows were imported, the list is read again.',
      when: (snapshot, { event }) =>
        event?.type === 'rows.imported' ||
        (snapshot.matches({ work: 'idle' }) &&
          (event?.type === 'table.created' || event?.type === 'table.altered' || event?.type === 'table.dropped')),
      holds: (snapshot) => snapshot.matches({ list: 'reading' }),
    },
  ],
};
