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
    'schema.chosen': [{ type: 'schema.chosen', schema: 'harbor' }],
    'search.changed': [{ type: 'search.changed', search: 'boat' }],
    'more.requested': [{ type: 'more.requested' }],
    'list.reloaded': [{ type: 'list.reloaded' }],
  },
  answers: {
    project: [{ sends: { type: 'project.opened' } }],
    tables: [
      { output: listed([entry(1, 'boats')], 'boats') },
      { output: listed([entry(1, 'boats'), entry(2, 'calm', 'view')]) },
      { error: refusal },
    ],
    more: [{ output: listed([entry(3, 'trips')]) }, { error: refusal }],
  },
  // What is listed changes nothing about where one can go.
  distinguish: ({ next }) => next !== null,
  invariants: [
    {
      says: 'The tables of a schema that was left are not listed.',
      when: (snapshot) => snapshot.context.schema === 'harbor',
      holds: ({ context: { tables } }) => tables.length === 0,
    },
  ],
};
