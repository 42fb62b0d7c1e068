import { assign, sendTo } from 'xstate';
import { rowAddressIn, type RowAddress } from '../../../contract/tables/rowAddress.ts';
import { goneColumn, type TableDetail } from '../../../contract/tables/table.ts';
import type { ViewAs } from '../../../contract/tables/viewAs.ts';
import { cannotFail, clearFailure, keepFailure, onFailure, type FailureContext } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import type { ScreenInput } from '../../parts/screen.input.ts';
import { unprovided, unprovidedSource } from '../../parts/unprovided.ts';
import { watchUsable, type ProjectOpened } from '../../parts/watchUsable.ts';
import { cellEditorMachine, type CellAccepted, type OpenedCell } from '../cellEditor/cellEditor.machine.ts';
import { columnLayoutMachine } from '../columnLayout/columnLayout.machine.ts';
import { exportRowsMachine, type ExportRowsInput } from '../exportRows/exportRows.machine.ts';
import { computedParts } from '../reference/computedParts.ts';
import { referenceMachine } from '../reference/reference.machine.ts';
import { stagedEditsMachine, type RowsOutdated } from '../stagedEdits/stagedEdits.machine.ts';
import {
  tableRowsMachine,
  type RoleChanged,
  type TableOutdated,
  type TableRef,
} from '../tableRows/tableRows.machine.ts';

/** Rows in the export, and which of them it begins with. */
export type OpenedExport = Pick<ExportRowsInput, 'exported' | 'scope'>;

interface TableScreenContext extends FailureContext, TableRef, Pick<ScreenInput, 'port' | 'resources'> {
  /** The rows that the address asked for when the page was opened. */
  address: RowAddress;
  /** Null until it is read. */
  table: TableDetail | null;
  /** Whose rights hold for the rows and their changes. */
  viewAs: ViewAs | null;
  styleNonce: string | undefined;
  /** The cell in the editor. */
  opened: OpenedCell | null;
  /** The rows in the export. */
  exported: OpenedExport | null;
}

type TableScreenEvent =
  | ProjectOpened
  | RowsOutdated
  | RoleChanged
  | TableOutdated
  | CellAccepted
  | { type: 'table.reloaded' }
  | { type: 'cell.opened'; cell: OpenedCell }
  | { type: 'cell.closed' }
  /** A cell of a foreign key: where it points. */
  | { type: 'reference.opened'; cell: OpenedCell }
  | { type: 'reference.closed' }
  | ({ type: 'export.opened' } & OpenedExport)
  | { type: 'export.closed' };

/** A table that was read again: columns that have not changed are the same object, so that their grid stays. */
const readAgain = (before: TableDetail | null, table: TableDetail): TableDetail =>
  before && JSON.stringify(before.columns) === JSON.stringify(table.columns)
    ? { ...table, columns: before.columns }
    : table;

/** A value is staged, and what it was chosen in is closed. */
const accepting = {
  guard: { type: 'hasColumns', params: ({ event }: { event: CellAccepted }) => event },
  target: 'grid',
  actions: { type: 'stageCell', params: ({ event }: { event: CellAccepted }) => event },
  description: 'Its column may have been dropped or renamed meanwhile: then it stays where it can be copied.',
} as const;

export const tableScreenMachine = flowSetup({
  types: {
    input: {} as ScreenInput<'table'>,
    context: {} as TableScreenContext,
    events: {} as TableScreenEvent,
    children: {} as {
      rows: 'tableRows';
      edits: 'stagedEdits';
      layout: 'columnLayout';
      cell: 'cellEditor';
      reference: 'reference';
      export: 'exportRows';
    },
  },
  actors: {
    watchUsable,
    /** Reports when the table is altered or emptied, here or in another tab. */
    watchTable: unprovidedSource<{ type: 'table.reloaded' }, TableRef>('watchTable'),
    readTable: unprovided<TableDetail, TableRef>('readTable'),
    tableRows: tableRowsMachine,
    stagedEdits: stagedEditsMachine,
    columnLayout: columnLayoutMachine,
    cellEditor: cellEditorMachine,
    reference: referenceMachine,
    exportRows: exportRowsMachine,
  },
  guards: {
    hasColumns: ({ context: { table } }, { cells }: Pick<CellAccepted, 'cells'>) =>
      goneColumn(
        table,
        cells.map(({ column }) => column),
      ) === null,
  },
  actions: {
    keepFailure: keepFailure<TableScreenContext, TableScreenEvent>(),
    clearFailure: clearFailure<TableScreenContext, TableScreenEvent>(),
    keepTable: assign(({ context }, { table }: { table: TableDetail }) => ({ table: readAgain(context.table, table) })),
    keepExported: assign((_, { exported, scope }: OpenedExport) => ({ exported: { exported, scope } })),
    keepCell: assign((_, { cell }: { cell: OpenedCell }) => ({ opened: cell })),
    keepRole: assign((_, { viewAs }: { viewAs: ViewAs | null }) => ({ viewAs })),
    tellRole: sendTo('edits', (_, { viewAs }: { viewAs: ViewAs | null }) => ({
      type: 'role.changed' as const,
      viewAs,
    })),
    reloadRows: sendTo('rows', { type: 'rows.reloaded' }),
    describeTable: sendTo('rows', (_, { table: { columns, key } }: { table: TableDetail }) => ({
      type: 'table.described' as const,
      columns: columns.map(({ name }) => name),
      key,
    })),
    describeColumns: sendTo('edits', (_, { table: { columns } }: { table: TableDetail }) => ({
      type: 'columns.described' as const,
      columns,
    })),
    stageCell: sendTo('edits', (_, { cells }: Pick<CellAccepted, 'cells'>) => ({
      type: 'cells.edited' as const,
      cells,
    })),
    refuseCell: sendTo('cell', { type: 'value.refused' }),
  },
}).createMachine({
  id: 'tableScreen',
  description:
    'A table in the editor: what it consists of, its rows, the changes that are staged, and the opened cell.',
  context: ({ input: { params, query, port, resources, config } }) => ({
    ref: params.ref,
    id: Number(params.id),
    port,
    resources,
    address: rowAddressIn(query),
    viewAs: rowAddressIn(query).viewAs,
    styleNonce: config.styleNonce,
    table: null,
    opened: null,
    exported: null,
    failure: null,
  }),
  invoke: {
    id: 'project',
    src: 'watchUsable',
    input: ({ context: { ref, resources } }) => ({ ref, resources }),
    onError: cannotFail.watching,
  },
  initial: 'awaitingProject',
  states: {
    awaitingProject: {
      description: 'The page says why the project cannot be used.',
      on: { 'project.opened': { target: 'describing' } },
    },
    describing: {
      entry: 'clearFailure',
      invoke: {
        id: 'table',
        src: 'readTable',
        input: ({ context: { ref, id } }) => ({ ref, id }),
        onDone: { target: 'open', actions: { type: 'keepTable', params: ({ event }) => ({ table: event.output }) } },
        onError: onFailure('failed'),
      },
    },
    failed: {
      description: 'The staged changes can still be reviewed and discarded: the table may have been dropped.',
      invoke: {
        id: 'edits',
        src: 'stagedEdits',
        input: ({ context: { ref, id, port, viewAs }, self }) => ({
          ref,
          id,
          port,
          viewAs,
          columns: [],
          parent: self,
        }),
        onError: cannotFail.chart,
      },
      on: {
        'table.reloaded': { target: 'describing' },
        'project.opened': { target: 'describing', description: 'The project was unavailable meanwhile.' },
      },
    },
    open: {
      invoke: [
        {
          id: 'rows',
          src: 'tableRows',
          input: ({ context: { ref, id, port, address, table }, self }) => ({
            ref,
            id,
            port,
            parent: self,
            address,
            columns: table!.columns.map(({ name }) => name),
            key: table!.key,
          }),
          onError: cannotFail.chart,
        },
        {
          id: 'edits',
          src: 'stagedEdits',
          input: ({ context: { ref, id, port, viewAs, table }, self }) => ({
            ref,
            id,
            port,
            viewAs,
            columns: table!.columns,
            parent: self,
          }),
          onError: cannotFail.chart,
        },
        {
          id: 'news',
          src: 'watchTable',
          input: ({ context: { ref, id } }) => ({ ref, id }),
          onError: cannotFail.watching,
        },
        {
          id: 'layout',
          src: 'columnLayout',
          input: ({ context: { ref, id } }) => ({ ref, id }),
          onError: cannotFail.chart,
        },
      ],
      on: {
        'role.changed': {
          actions: [
            { type: 'keepRole', params: ({ event }) => event },
            { type: 'tellRole', params: ({ event }) => event },
          ],
          description: 'The staged changes are made with the same rights.',
        },
        'rows.outdated': { actions: 'reloadRows', description: 'The page of rows is read again.' },
      },
      type: 'parallel',
      states: {
        description: {
          initial: 'current',
          on: {
            'table.outdated': { target: '.rereading', description: 'Someone altered the table.' },
            'table.reloaded': { target: '.rereading', description: 'Its columns may have changed.' },
          },
          states: {
            current: {},
            rereading: {
              entry: 'clearFailure',
              description: 'What is open, typed and selected stays until it is known what the table has become.',
              invoke: {
                id: 'table',
                src: 'readTable',
                input: ({ context: { ref, id } }) => ({ ref, id }),
                onDone: {
                  target: 'current',
                  actions: [
                    { type: 'keepTable', params: ({ event }) => ({ table: event.output }) },
                    { type: 'describeTable', params: ({ event }) => ({ table: event.output }) },
                    { type: 'describeColumns', params: ({ event }) => ({ table: event.output }) },
                  ],
                },
                onError: onFailure('outdated', 'It may have been dropped. What is typed stays where it can be copied.'),
              },
            },
            outdated: { description: 'The table is shown as it was, and the page says why.' },
          },
        },
        work: {
          initial: 'grid',
          states: {
            grid: {
              on: {
                'cell.opened': { target: 'cell', actions: { type: 'keepCell', params: ({ event }) => event } },
                'reference.opened': {
                  target: 'reference',
                  actions: { type: 'keepCell', params: ({ event }) => event },
                },
                'export.opened': {
                  target: 'exporting',
                  actions: { type: 'keepExported', params: ({ event }) => event },
                },
              },
            },
            exporting: {
              invoke: {
                id: 'export',
                src: 'exportRows',
                input: ({ context: { ref, id, exported } }) => ({ ref, id, ...exported! }),
                onError: cannotFail.chart,
              },
              on: { 'export.closed': { target: 'grid', description: 'An export that still runs is canceled.' } },
            },
            reference: {
              invoke: {
                id: 'reference',
                src: 'reference',
                input: ({ context: { ref, viewAs, table, opened }, self }) => ({
                  ref,
                  viewAs,
                  cell: opened!,
                  computed: computedParts(table!, opened!),
                  parent: self,
                }),
                onError: cannotFail.chart,
              },
              on: {
                'cell.accepted': accepting,
                'reference.closed': { target: 'grid' },
              },
            },
            cell: {
              invoke: {
                id: 'cell',
                src: 'cellEditor',
                input: ({ context: { ref, id, viewAs, opened }, self }) => ({
                  ref,
                  id,
                  viewAs,
                  cell: opened!,
                  parent: self,
                }),
                onError: cannotFail.chart,
              },
              on: {
                'cell.accepted': [accepting, { actions: 'refuseCell', description: 'Its draft stays.' }],
                'cell.closed': { target: 'grid' },
              },
            },
          },
        },
      },
    },
  },
});
