import { assign, sendTo } from 'xstate';
import { everyRow, rowsWithText, type RowPage, type RowView } from '../../../contract/tables/rows.ts';
import { tableSearchDebounceMs, type TableDetail } from '../../../contract/tables/table.ts';
import type { ViewAs } from '../../../contract/tables/viewAs.ts';
import { clearFailure, keepFailure, onFailure, type FailureContext } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import type { Port } from '../../parts/port.ts';
import { unprovided } from '../../parts/unprovided.ts';
import type { CellAccepted, OpenedCell } from '../cellEditor/cellEditor.machine.ts';
import type { TableRef } from '../tableRows/tableRows.machine.ts';
import { differingParts, type ChosenCells, type ComputedPart } from './computedParts.ts';

interface ReferenceInput {
  ref: string;
  viewAs: ViewAs | null;
  /** A cell of a foreign key. */
  cell: OpenedCell;
  /** Columns of the key that Postgres computes, with what the row has there. */
  computed: readonly ComputedPart[];
  parent: Port<CellAccepted>;
}

/** A page of the other table, from its beginning. */
export type ReadReferenced = TableRef & { view: RowView; viewAs: ViewAs | null };

interface ReferenceContext extends Omit<ReferenceInput, 'cell'>, FailureContext {
  opened: OpenedCell;
  /** The table that the foreign key points to; null until it is read. */
  table: TableDetail | null;
  /** The row that the cell points to, as a page of one; null until it is read, or where there is none. */
  row: RowPage | null;
  search: string;
  /** The rows that have the text; null until they are read. */
  found: RowPage | null;
}

type ReferenceEvent =
  | { type: 'search.changed'; search: string }
  | { type: 'reading.retried' }
  /** The cell is to point to another row: the values of the key's columns, by their names. */
  | { type: 'row.chosen'; cells: ChosenCells };

/** The row that the cell points to. */
const viewOf = ({ pointsAt }: OpenedCell): RowView =>
  pointsAt === null ? { ...everyRow, where: 'false' } : { ...everyRow, filters: [...pointsAt] };

/** What is typed is searched for, whatever is under way. */
const searching = {
  'search.changed': {
    target: 'debouncing',
    actions: {
      type: 'keepSearch',
      params: ({ event }: { event: Extract<ReferenceEvent, { type: 'search.changed' }> }) => event,
    },
  },
} as const;

export const referenceMachine = flowSetup({
  types: {
    input: {} as ReferenceInput,
    context: {} as ReferenceContext,
    events: {} as ReferenceEvent,
  },
  actors: {
    readTable: unprovided<TableDetail, TableRef>('readTable'),
    readRows: unprovided<RowPage, ReadReferenced>('readRows'),
  },
  delays: { debounce: tableSearchDebounceMs },
  guards: {
    canPointTo: ({ context: { opened, computed } }, { cells }: { cells: ChosenCells }) =>
      !opened.readOnly && differingParts(computed, cells).length === 0,
  },
  actions: {
    keepFailure: keepFailure<ReferenceContext, ReferenceEvent>(),
    clearFailure: clearFailure<ReferenceContext, ReferenceEvent>(),
    keepTable: assign((_, { table }: { table: TableDetail }) => ({ table })),
    keepRow: assign((_, { row }: { row: RowPage }) => ({ row })),
    keepSearch: assign((_, { search }: { search: string }) => ({ search })),
    keepFound: assign((_, { found }: { found: RowPage }) => ({ found })),
    choose: sendTo(
      ({ context }) => context.parent,
      ({ context: { opened, computed } }, { cells }: { cells: ChosenCells }) => ({
        type: 'cell.accepted' as const,
        cells: Object.entries(cells)
          .filter(([name]) => computed.every(({ column }) => column !== name))
          .map(([column, value]) => ({
            row: opened.row,
            stored: opened.stored,
            column,
            value,
            toDefault: false,
          })),
      }),
    ),
  },
}).createMachine({
  id: 'reference',
  description:
    'Where a cell of a foreign key points: the row of the other table is shown in place, and another one can be found by any of its columns.',
  context: ({ input: { cell, ...input } }) => ({
    ...input,
    opened: cell,
    table: null,
    row: null,
    search: '',
    found: null,
    failure: null,
  }),
  initial: 'describing',
  states: {
    describing: {
      entry: 'clearFailure',
      invoke: {
        id: 'table',
        src: 'readTable',
        input: ({ context: { ref, opened } }) => ({ ref, id: opened.column.reference?.id ?? 0 }),
        onDone: {
          target: 'following',
          actions: { type: 'keepTable', params: ({ event }) => ({ table: event.output }) },
        },
        onError: onFailure('failed'),
      },
    },
    following: {
      invoke: {
        id: 'row',
        src: 'readRows',
        input: ({ context: { ref, opened, viewAs } }) => ({
          ref,
          id: opened.column.reference?.id ?? 0,
          view: viewOf(opened),
          viewAs,
        }),
        onDone: { target: 'searching', actions: { type: 'keepRow', params: ({ event }) => ({ row: event.output }) } },
        onError: onFailure('failed'),
      },
    },
    failed: { on: { 'reading.retried': { target: 'describing' } } },
    searching: {
      entry: 'clearFailure',
      description: 'The rows that were found before stay until the answer comes.',
      invoke: {
        id: 'found',
        src: 'readRows',
        input: ({ context: { ref, opened, viewAs, search } }) => ({
          ref,
          id: opened.column.reference?.id ?? 0,
          view: rowsWithText(search),
          viewAs,
        }),
        onDone: { target: 'ready', actions: { type: 'keepFound', params: ({ event }) => ({ found: event.output }) } },
        onError: onFailure('unfound', 'Another text may be found faster.'),
      },
      on: searching,
    },
    debouncing: {
      description: 'The search waits until the user pauses.',
      after: { debounce: { target: 'searching' } },
      on: searching,
    },
    ready: {
      on: {
        ...searching,
        'row.chosen': {
          guard: { type: 'canPointTo', params: ({ event }) => event },
          actions: { type: 'choose', params: ({ event }) => event },
          description:
            'The cell can be edited, and what Postgres computes of the key does not change. The page closes the panel, or says why it cannot.',
        },
      },
    },
    unfound: { on: { ...searching, 'reading.retried': { target: 'searching' } } },
  },
});
