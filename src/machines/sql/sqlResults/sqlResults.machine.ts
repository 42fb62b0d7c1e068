import { assign, sendTo } from 'xstate';
import { failureOf, type Failure } from '../../../contract/common/apiError.ts';
import { countWords } from '../../../contract/common/counts.ts';
import type { CellRange } from '../../../contract/sql/cellRange.ts';
import type { ChosenTab } from '../../../contract/sql/resultsTab.ts';
import type { TextFormat } from '../../../contract/sql/resultText.ts';
import { cannotFail } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import { lazyLogic } from '../../parts/lazyLogic.ts';
import type { AppPort } from '../../parts/port.ts';
import { failureToast, successToast } from '../../parts/toasts.ts';
import { unprovided } from '../../parts/unprovided.ts';
import type { Remedy, SqlRemedyInput } from '../sqlRemedy/sqlRemedy.machine.ts';

/** A result of a run, by the run's id. */
export interface ResultRef {
  run: string;
  result: number;
  /** As it came, whatever order and filters it has: a plan is shown without them. */
  asReceived?: boolean;
}

interface CellRef extends ResultRef {
  row: number;
  column: number;
}

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
  | ({ type: 'tab.chosen' } & ChosenTab)
  | { type: 'cell.opened'; cell: CellRef }
  | { type: 'cell.closed' }
  | { type: 'copy.requested'; request: CopyRequest }
  | { type: 'valueCopy.requested'; text: string }
  | { type: 'export.requested'; request: ExportRequest }
  | { type: 'export.cancelled' }
  /** The user wants the first of the remedies that warnings beside results offer. */
  | { type: 'remedy.opened'; remedy: Remedy };

interface SqlResultsInput {
  ref: string;
  /** The query whose results these are. */
  query: string;
  /** The tab that was chosen before the page was loaded. */
  tab: ChosenTab | null;
  port: AppPort;
}

interface SqlResultsContext extends SqlResultsInput {
  cell: CellRef | null;
  copy: CopyRequest | { text: string } | null;
  export: ExportRequest | null;
  /** The first remedy that the user wants; its chart knows the ones after it. */
  remedy: Remedy | null;
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

export const sqlResultsMachine = flowSetup({
  types: {
    input: {} as SqlResultsInput,
    context: {} as SqlResultsContext,
    events: {} as SqlResultsEvent,
    children: {} as {
      storingTab: 'storeTab';
      copy: 'copyCells';
      export: 'exportResult';
      remedyChunk: 'loadRemedy';
      remedy: 'sqlRemedy';
    },
  },
  actors: {
    storeTab: unprovided<void, { id: string; chosen: ChosenTab }>('storeTab'),
    copyCells: unprovided<TransferDone, CopyRequest | { text: string }>('copyCells'),
    exportResult: unprovided<ExportDone, ExportRequest>('exportResult'),
    loadRemedy: unprovided<void>('loadRemedy'),
    /** Runs the chart that `loadRemedy` fetched. */
    sqlRemedy: lazyLogic<SqlRemedyInput>(),
  },
  actions: {
    keepTab: assign((_, { run, tab }: ChosenTab) => ({ tab: { run, tab } })),
    keepCell: assign((_, { cell }: { cell: CellRef }) => ({ cell })),
    dropCell: assign({ cell: null }),
    keepCopy: assign((_, { request }: { request: CopyRequest | { text: string } }) => ({ copy: request })),
    keepExport: assign((_, { request }: { request: ExportRequest }) => ({ export: request })),
    keepRemedy: assign((_, { remedy }: { remedy: Remedy }) => ({ remedy })),
    dropRequests: assign({ copy: null, export: null }),
    reportCopied: sendTo(
      ({ context }) => context.port,
      (_, { done }: { done: TransferDone }) => successToast(`Copied ${countWords(done.cells, 'cell')}`),
    ),
    reportExported: sendTo(
      ({ context }) => context.port,
      (_, { done: { rows, file } }: { done: ExportDone }) =>
        successToast(`Exported ${countWords(rows, 'row')} to ${file}`),
    ),
    reportFailure: sendTo(
      ({ context }) => context.port,
      (_, { title, failure }: { title: string; failure: Failure }) => failureToast(title, failure),
    ),
  },
}).createMachine({
  id: 'sqlResults',
  description: 'What the user views, copies and exports of a run’s results.',
  context: ({ input }) => ({ ...input, cell: null, copy: null, export: null, remedy: null }),
  type: 'parallel',
  states: {
    tab: {
      initial: 'settled',
      on: { 'tab.chosen': { target: '.storing', actions: { type: 'keepTab', params: ({ event }) => event } } },
      states: {
        settled: {},
        storing: {
          invoke: {
            id: 'storingTab',
            src: 'storeTab',
            input: ({ context: { query, tab } }) => ({ id: query, chosen: tab! }),
            onDone: { target: 'settled' },
            onError: { target: 'settled', description: 'After a reload the first result is shown.' },
          },
        },
      },
    },
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
    remedy: {
      description: 'What closes the relations that a run has opened to everyone.',
      initial: 'none',
      states: {
        none: {
          on: {
            'remedy.opened': {
              target: 'loading',
              actions: { type: 'keepRemedy', params: ({ event }) => ({ remedy: event.remedy }) },
            },
          },
        },
        loading: {
          invoke: {
            id: 'remedyChunk',
            src: 'loadRemedy',
            onDone: { target: 'open' },
            onError: {
              target: 'none',
              actions: {
                type: 'reportFailure',
                params: ({ event }) => ({ title: 'Could not apply the remedy', failure: failureOf(event.error) }),
              },
            },
          },
        },
        open: {
          invoke: {
            id: 'remedy',
            src: 'sqlRemedy',
            input: ({ context: { ref, remedy, port } }) => ({
              name: 'sqlRemedy',
              input: { ref, remedy: remedy!, port },
            }),
            onError: cannotFail.chart,
          },
        },
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
