import { assign } from 'xstate';
import { failureOf, type Failure } from '../../../contract/common/apiError.ts';
import type { ExportFormat, ExportRequest } from '../../../contract/tables/exportRows.ts';
import { clearFailure, keepFailure, keepThrown, type FailureContext } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import { unprovidedSource } from '../../parts/unprovided.ts';
import type { TableRef } from '../tableRows/tableRows.machine.ts';

/** What is exported: the rows that the page shows, in its columns. */
export interface ExportedRows extends Omit<ExportRequest, 'format'> {
  /** Name of the table. */
  name: string;
}

export interface ExportRowsInput extends TableRef {
  exported: ExportedRows;
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
  | { type: 'export.started' }
  | { type: 'export.cancelled' };

export const exportRowsMachine = flowSetup({
  types: {
    input: {} as ExportRowsInput,
    context: {} as ExportRowsContext,
    events: {} as ExportRowsEvent,
  },
  actors: {
    /** Reads the rows and saves them as a file; ends when it is stopped. */
    saveRows: unprovidedSource<ExportReport, TableRef & ExportedRows & { format: ExportFormat }>('saveRows'),
  },
  actions: {
    keepFailure: keepFailure<ExportRowsContext, ExportRowsEvent>(),
    clearFailure: clearFailure<ExportRowsContext, ExportRowsEvent>(),
    keepFormat: assign((_, { format }: { format: ExportFormat }) => ({ format })),
    addRows: assign(({ context }, { rows }: { rows: number }) => ({ rows: context.rows + rows })),
    forgetRows: assign({ rows: 0 }),
    keepReported: assign((_, { failure }: { failure: Failure }) => ({ failure: failureOf(failure) })),
  },
}).createMachine({
  id: 'exportRows',
  description: 'Saves the rows of the current filter as a file. They arrive part by part, and the user can cancel.',
  context: ({ input }) => ({ ...input, format: 'csv', rows: 0, failure: null }),
  initial: 'choosing',
  states: {
    choosing: {
      on: {
        'format.chosen': { actions: { type: 'keepFormat', params: ({ event }) => event } },
        'export.started': { target: 'exporting' },
      },
    },
    exporting: {
      entry: ['clearFailure', 'forgetRows'],
      invoke: {
        id: 'file',
        src: 'saveRows',
        input: ({ context: { ref, id, exported, format } }) => ({ ref, id, format, ...exported }),
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
      on: { 'export.started': { target: 'exporting' } },
    },
  },
});
