import { assign } from 'xstate';
import { failureOf, type Failure } from '../../../contract/common/apiError.ts';
import type { ExportFormat, ExportRequest, SomePageRows } from '../../../contract/tables/exportRows.ts';
import { clearFailure, keepFailure, keepThrown, type FailureContext } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import { unprovidedSource } from '../../parts/unprovided.ts';
import type { TableRef } from '../tableRows/tableRows.machine.ts';

/** All rows of the filter; those that are selected, in all columns; or the selected cells alone. */
export type ExportScope = 'all' | 'rows' | 'cells';

/** What is selected in the grid, as far as it is stored, in the rows that the page was read with. */
export interface SelectedRows extends Pick<ExportRequest, 'view' | 'viewAs'> {
  only: SomePageRows;
  rows: number;
  /** Names of the columns that are selected. */
  columns: string[];
}

/** What can be exported: the rows that the page shows, in its columns. */
export interface ExportedRows extends Pick<ExportRequest, 'view' | 'viewAs' | 'columns'> {
  /** Name of the table. */
  name: string;
  /** About how many rows the filter lets through; null where it is not known. */
  total: number | null;
  /** Null where no stored row is selected. */
  selected: SelectedRows | null;
}

export interface ExportRowsInput extends TableRef {
  exported: ExportedRows;
  scope: ExportScope;
}

/** What the export reports. */
export type ExportReport =
  | { type: 'rows.received'; rows: number }
  | { type: 'file.saved' }
  | { type: 'export.failed'; failure: Failure };

interface ExportRowsContext extends ExportRowsInput, FailureContext {
  format: ExportFormat;
  /** Rows that have arrived. */
  rows: number;
}

type ExportRowsEvent =
  | ExportReport
  | { type: 'format.chosen'; format: ExportFormat }
  | { type: 'scope.chosen'; scope: ExportScope }
  | { type: 'export.started' }
  | { type: 'export.cancelled' };

/** The request that the choices amount to; where a selection is asked for, there is one. */
function requestOf({ exported, scope, format }: ExportRowsContext): ExportRequest & { name: string } {
  const { selected, name, ...shown } = exported;
  const all = { name, view: shown.view, viewAs: shown.viewAs, columns: shown.columns };
  if (scope === 'all') return { ...all, only: null, format };
  const { view, viewAs, only, columns } = selected!;
  return { ...all, view, viewAs, only, ...(scope === 'cells' && { columns }), format };
}

export const exportRowsMachine = flowSetup({
  types: {
    input: {} as ExportRowsInput,
    context: {} as ExportRowsContext,
    events: {} as ExportRowsEvent,
  },
  actors: {
    /** Reads the rows and saves them as a file; ends when it is stopped. */
    saveRows: unprovidedSource<ExportReport, TableRef & ExportRequest & { name: string }>('saveRows'),
  },
  guards: {
    hasRows: ({ context: { scope, exported } }) => scope === 'all' || exported.selected !== null,
  },
  actions: {
    keepFailure: keepFailure<ExportRowsContext, ExportRowsEvent>(),
    clearFailure: clearFailure<ExportRowsContext, ExportRowsEvent>(),
    keepFormat: assign((_, { format }: { format: ExportFormat }) => ({ format })),
    keepScope: assign((_, { scope }: { scope: ExportScope }) => ({ scope })),
    addRows: assign(({ context }, { rows }: { rows: number }) => ({ rows: context.rows + rows })),
    forgetRows: assign({ rows: 0 }),
    keepReported: assign((_, { failure }: { failure: Failure }) => ({ failure: failureOf(failure) })),
  },
}).createMachine({
  id: 'exportRows',
  description:
    'Saves the rows of the current filter, or what is selected of them, as a file. They arrive part by part, and the user can cancel.',
  context: ({ input }) => ({ ...input, format: 'csv', rows: 0, failure: null }),
  initial: 'choosing',
  states: {
    choosing: {
      on: {
        'format.chosen': { actions: { type: 'keepFormat', params: ({ event }) => event } },
        'scope.chosen': { actions: { type: 'keepScope', params: ({ event }) => event } },
        'export.started': {
          guard: 'hasRows',
          target: 'exporting',
          description: 'Where a selection is asked for, there is one: all rows never stand in for it.',
        },
      },
    },
    exporting: {
      entry: ['clearFailure', 'forgetRows'],
      invoke: {
        id: 'file',
        src: 'saveRows',
        input: ({ context }) => ({ ref: context.ref, id: context.id, ...requestOf(context) }),
        onError: { target: 'choosing', actions: keepThrown },
      },
      on: {
        'rows.received': { actions: { type: 'addRows', params: ({ event }) => event } },
        'file.saved': { target: 'saved' },
        'export.failed': {
          target: 'choosing',
          actions: { type: 'keepReported', params: ({ event }) => event },
          description: 'An incomplete file is not saved.',
        },
        'export.cancelled': { target: 'choosing', description: 'Nothing is saved.' },
      },
    },
    saved: {
      on: {
        'export.started': { target: 'exporting' },
        'format.chosen': { target: 'choosing', actions: { type: 'keepFormat', params: ({ event }) => event } },
        'scope.chosen': {
          target: 'choosing',
          actions: { type: 'keepScope', params: ({ event }) => event },
          description: 'The user wants another file after this one.',
        },
      },
    },
  },
});
