import { FailureError } from '../../../src/contract/common/failureError.ts';
import { wholeTable } from '../../../src/contract/tables/rowAddress.ts';
import {
  areSameFilters,
  everyRow,
  type KeptFilters,
  type RowFilters,
  type RowView,
} from '../../../src/contract/tables/rows.ts';
import type { Port } from '../../../src/machines/parts/port.ts';
import {
  tableRowsMachine,
  type RoleChanged,
  type TableOutdated,
} from '../../../src/machines/tables/tableRows/tableRows.machine.ts';
import { refusal } from '../../fixtures/screen.ts';
import { boats, twoBoats } from '../../fixtures/tables.ts';
import type { Model } from '../../support/paths.ts';

const sorted: RowView = { ...everyRow, sorts: [{ column: 'name', descending: true }] };

const halfTyped: RowFilters = { filters: [{ column: 'id', operator: '=', value: '1' }], where: '' };
const kept: KeptFilters = { isOpen: true, drafts: [{ ...halfTyped, begunFrom: { filters: [], where: '' } }] };

/** The table has another key than the page was asked for by. */
export const keyChanged = new FailureError({ code: 412, message: 'The table has another key than before.' });

export const tableRowsModel: Model<typeof tableRowsMachine> = {
  machine: tableRowsMachine,
  input: (_, port) => ({
    ref: 'abc',
    id: boats.id,
    port,
    parent: port as unknown as Port<RoleChanged | TableOutdated>,
    columns: twoBoats.columns,
    key: ['id'],
    address: wholeTable,
  }),
  events: {
    'view.changed': [
      { type: 'view.changed', view: sorted },
      { type: 'view.changed', view: everyRow },
    ],
    'page.requested': [
      { type: 'page.requested', position: twoBoats.next },
      { type: 'page.requested', position: { by: 'end' } },
      { type: 'page.requested', position: null },
    ],
    'rows.reloaded': [{ type: 'rows.reloaded' }],
    'table.described': [
      { type: 'table.described', columns: twoBoats.columns, key: ['id'] },
      { type: 'table.described', columns: twoBoats.columns, key: ['name'] },
    ],
    'filter.recalled': [],
    'filter.typed': [
      { type: 'filter.typed', typed: halfTyped },
      { type: 'filter.typed', typed: null },
    ],
    'filter.opened': [{ type: 'filter.opened' }],
    'filter.closed': [{ type: 'filter.closed' }],
    'filter.applied': [{ type: 'filter.applied', view: everyRow }],
    'address.changed': [],
    'role.chosen': [{ type: 'role.chosen', viewAs: { role: 'anon', user: null } }],
    'columns.hidden': [{ type: 'columns.hidden', hidden: ['notes'] }],
    'row.opened': [
      { type: 'row.opened', row: '{"id":"1"}' },
      { type: 'row.opened', row: 'new-1' },
    ],
    'row.closed': [{ type: 'row.closed' }],
    'count.requested': [{ type: 'count.requested' }],
    'count.cancelled': [{ type: 'count.cancelled' }],
  },
  answers: {
    page: [
      { output: twoBoats },
      { output: { ...twoBoats, columns: ['id'] } },
      { error: refusal },
      { error: keyChanged },
    ],
    count: [{ output: { count: 2 } }, { error: refusal }],
    row: [],
    filter: [
      { sends: { type: 'filter.recalled', kept } },
      { sends: { type: 'filter.recalled', kept: { ...kept, isOpen: false } } },
    ],
    address: [
      { sends: { type: 'address.changed', address: wholeTable } },
      {
        sends: { type: 'address.changed', address: { ...wholeTable, view: sorted, hidden: ['id'], row: '{"id":"1"}' } },
      },
    ],
  },
  // Which rows are shown changes nothing about where one can go.
  distinguish: ({ page, view, viewAs }) => [page === null, view.sorts.length > 0 || viewAs !== null],
  limit: 20_000,
  invariants: [
    {
      says: 'What is typed into the filters is stored.',
      when: (snapshot, { before }) =>
        before?.matches({ head: 'filtersOpen' }) === true && before.context.drafts !== snapshot.context.drafts,
      holds: ({ context: { drafts } }, { sent }) =>
        sent.some(
          ({ event }) =>
            event.type === 'filter.changed' && (event['kept'] as KeptFilters).drafts.length === drafts.length,
        ),
    },
    {
      says: 'No two drafts are for the same filters.',
      when: () => true,
      holds: ({ context: { drafts } }) =>
        drafts.every(
          ({ begunFrom }, index) => drafts.findIndex((one) => areSameFilters(one.begunFrom, begunFrom)) === index,
        ),
    },
    {
      says: 'The screen hears of every role that the rows are seen with.',
      when: (snapshot, { before }) =>
        before !== null && JSON.stringify(before.context.viewAs) !== JSON.stringify(snapshot.context.viewAs),
      holds: (_, { sent }) => sent.some(({ event }) => event.type === 'role.changed'),
    },
    {
      says: 'A count is only made when the user asks for it.',
      when: (_, { awaited, before }) => awaited.includes('count') && before !== null,
      holds: (snapshot) => snapshot.matches({ count: 'counting' }),
    },
    {
      says: 'The number of other rows is not shown.',
      when: (snapshot) => snapshot.matches({ count: 'unknown' }),
      holds: ({ context: { count, countFailure } }) => count === null && countFailure === null,
    },
  ],
};
