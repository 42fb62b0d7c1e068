import { assign, sendTo } from 'xstate';
import { failureOf, type Failure } from '../../../contract/common/apiError.ts';
import type { CellRange } from '../../../contract/sql/cellRange.ts';
import type { TextFormat } from '../../../contract/sql/resultText.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import type { AppPort } from '../../parts/port.ts';
import { failureToast, successToast } from '../../parts/toasts.ts';
import { unprovided } from '../../parts/unprovided.ts';

/** A result of a run, by the run's id. */
export interface ResultRef {
  run: string;
  result: number;
}

export interface CellRef extends ResultRef {
  row: number;
  column: number;
}

export type ResultsTab = { pane: 'result'; index: number } | { pane: 'messages' } | { pane: 'history' };

/** A stretch of a result as text. */
export interface CopyRequest extends ResultRef {
  range: CellRange;
  format: TextFormat;
  withHeader: boolean;
}

export interface ExportRequest extends ResultRef {
  format: Exclude<TextFormat, 'tsv'>;
  /** File name without its ending. */
  name: string;
}

export type SqlResultsEvent =
  | { type: 'tab.chosen'; run: string | null; tab: ResultsTab }
  | { type: 'cell.opened'; cell: CellRef }
  | { type: 'cell.closed' }
  | { type: 'copy.requested'; request: CopyRequest }
  | { type: 'valueCopy.requested'; text: string }
  | { type: 'export.requested'; request: ExportRequest }
  | { type: 'export.cancelled' };

interface SqlResultsContext {
  port: AppPort;
  /** The tab that was chosen, and the run it was chosen at: another run begins at its first result. */
  tab: { run: string | null; tab: ResultsTab } | null;
  cell: CellRef | null;
  copy: CopyRequest | { text: string } | null;
  export: ExportRequest | null;
}

/** How much text was made, in the words of what was asked for. */
export interface TransferDone {
  rows: number;
  cells: number;
}

export interface ExportDone {
  rows: number;
  /** Name of the file. */
  file: string;
}

const count = (value: number, one: string, many: string) =>
  `${value.toLocaleString('en-US')} ${value === 1 ? one : many}`;

export const sqlResultsMachine = flowSetup({
  types: {
    input: {} as { port: AppPort },
    context: {} as SqlResultsContext,
    events: {} as SqlResultsEvent,
  },
  actors: {
    copyCells: unprovided<TransferDone, CopyRequest | { text: string }>('copyCells'),
    exportResult: unprovided<ExportDone, ExportRequest>('exportResult'),
  },
  actions: {
    keepTab: assign((_, tab: { run: string | null; tab: ResultsTab }) => ({ tab })),
    keepCell: assign((_, { cell }: { cell: CellRef }) => ({ cell })),
    dropCell: assign({ cell: null }),
    keepCopy: assign((_, { request }: { request: CopyRequest | { text: string } }) => ({ copy: request })),
    keepExport: assign((_, { request }: { request: ExportRequest }) => ({ export: request })),
    dropRequests: assign({ copy: null, export: null }),
    reportCopied: sendTo(
      ({ context }) => context.port,
      (_, { done }: { done: TransferDone }) => successToast(`Copied ${count(done.cells, 'cell', 'cells')}`),
    ),
    reportExported: sendTo(
      ({ context }) => context.port,
      (_, { done: { rows, file } }: { done: ExportDone }) =>
        successToast(`Exported ${count(rows, 'row', 'rows')} to ${file}`),
    ),
    reportFailure: sendTo(
      ({ context }) => context.port,
      (_, { title, failure }: { title: string; failure: Failure }) => failureToast(title, failure),
    ),
  },
}).createMachine({
  id: 'sqlResults',
  description: 'What the user views, copies and exports of a run’s results.',
  context: ({ input }) => ({ port: input.port, tab: null, cell: null, copy: null, export: null }),
  type: 'parallel',
  on: {
    'tab.chosen': { actions: { type: 'keepTab', params: ({ event: { run, tab } }) => ({ run, tab }) } },
  },
  states: {
    viewer: {
      initial: 'closed',
      states: {
        closed: {
          entry: 'dropCell',
          on: {
            'cell.opened': {
              target: 'open',
              actions: { type: 'keepCell', params: ({ event }) => ({ cell: event.cell }) },
            },
          },
        },
        open: { on: { 'cell.closed': { target: 'closed' } } },
      },
    },
    transfer: {
      initial: 'idle',
      states: {
        idle: {
          entry: 'dropRequests',
          on: {
            'copy.requested': {
              target: 'copying',
              actions: { type: 'keepCopy', params: ({ event }) => ({ request: event.request }) },
            },
            'valueCopy.requested': {
              target: 'copying',
              actions: { type: 'keepCopy', params: ({ event }) => ({ request: { text: event.text } }) },
            },
            'export.requested': {
              target: 'exporting',
              actions: { type: 'keepExport', params: ({ event }) => ({ request: event.request }) },
            },
          },
        },
        copying: {
          invoke: {
            id: 'copy',
            src: 'copyCells',
            input: ({ context }) => context.copy!,
            onDone: {
              target: 'idle',
              actions: { type: 'reportCopied', params: ({ event }) => ({ done: event.output }) },
            },
            onError: {
              target: 'idle',
              actions: {
                type: 'reportFailure',
                params: ({ event }) => ({ title: 'Unable to copy to clipboard', failure: failureOf(event.error) }),
              },
            },
          },
        },
        exporting: {
          invoke: {
            id: 'export',
            src: 'exportResult',
            input: ({ context }) => context.export!,
            onDone: {
              target: 'idle',
              actions: { type: 'reportExported', params: ({ event }) => ({ done: event.output }) },
            },
            onError: {
              target: 'idle',
              actions: {
                type: 'reportFailure',
                params: ({ event }) => ({
                  title: 'Could not export the result',
                  failure: failureOf(event.error),
                }),
              },
            },
          },
          on: { 'export.cancelled': { target: 'idle' } },
        },
      },
    },
  },
});
