import { assign, sendTo } from 'xstate';
import type { Failure } from '../../../contract/common/apiError.ts';
import { failureOf } from '../../../contract/common/apiError.ts';
import { queryOfRows, type RowAddress } from '../../../contract/tables/rowAddress.ts';
import type { RowCount, RowPage, RowPosition, RowView } from '../../../contract/tables/rows.ts';
import { href } from '../../../router/href.ts';
import { clearFailure, keepFailure, onFailure, type FailureContext } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import type { AppPort } from '../../parts/port.ts';
import { unprovided } from '../../parts/unprovided.ts';

/** A table of a project. */
export interface TableRef {
  ref: string;
  /** Its oid. */
  id: number;
}

export interface TableRowsInput extends TableRef {
  port: AppPort;
  address: RowAddress;
}

interface TableRowsContext extends FailureContext, TableRef, RowAddress {
  port: AppPort;
  /** Null until the first page is there. */
  page: RowPage | null;
  /** Rows of the view, counted exactly; null before a count. */
  count: number | null;
  countFailure: Failure | null;
}

const writeView = [
  { type: 'keepView', params: ({ event }: { event: { view: RowView } }) => event },
  'writeAddress',
] as const;

type TableRowsEvent =
  | { type: 'view.changed'; view: RowView }
  /** Another page of the same rows; null for the first. */
  | { type: 'page.requested'; position: RowPosition | null }
  | { type: 'rows.reloaded' }
  | { type: 'count.requested' }
  | { type: 'count.cancelled' };

export const tableRowsMachine = flowSetup({
  types: {
    input: {} as TableRowsInput,
    context: {} as TableRowsContext,
    events: {} as TableRowsEvent,
  },
  actors: {
    readRows: unprovided<RowPage, TableRef & RowAddress>('readRows'),
    countRows: unprovided<RowCount, TableRef & Pick<RowAddress, 'view'>>('countRows'),
  },
  actions: {
    keepFailure: keepFailure<TableRowsContext, TableRowsEvent>(),
    clearFailure: clearFailure<TableRowsContext, TableRowsEvent>(),
    keepView: assign((_, { view }: { view: RowView }) => ({ view, position: null })),
    keepPosition: assign((_, { position }: { position: RowPosition | null }) => ({ position })),
    keepPage: assign((_, { page }: { page: RowPage }) => ({ page })),
    keepCount: assign((_, { count }: RowCount) => ({ count })),
    forgetCount: assign({ count: null, countFailure: null }),
    keepCountFailure: assign((_, { error }: { error: unknown }) => ({ countFailure: failureOf(error) })),
    writeAddress: sendTo(
      ({ context }) => context.port,
      ({ context: { ref, id, view, position } }) => ({
        type: 'navigation.requested' as const,
        to: href('table', { ref, id: String(id) }, queryOfRows({ view, position })),
        replace: true,
      }),
    ),
  },
}).createMachine({
  id: 'tableRows',
  description:
    'The rows of a table: a page of them in the order and with the filters of the address. Rows never wait for a count, which is made only on request.',
  context: ({ input: { ref, id, port, address } }) => ({
    ref,
    id,
    port,
    ...address,
    page: null,
    failure: null,
    count: null,
    countFailure: null,
  }),
  type: 'parallel',
  states: {
    rows: {
      initial: 'reading',
      on: {
        'view.changed': {
          target: '.reading',
          actions: writeView,
          description: 'Other rows begin at their first page.',
        },
        'page.requested': {
          target: '.reading',
          actions: [{ type: 'keepPosition', params: ({ event }) => event }, 'writeAddress'],
        },
        'rows.reloaded': { target: '.reading' },
      },
      states: {
        reading: {
          entry: 'clearFailure',
          description: 'The rows that were read before stay until the answer comes.',
          invoke: {
            id: 'page',
            src: 'readRows',
            input: ({ context: { ref, id, view, position } }) => ({ ref, id, view, position }),
            onDone: { target: 'ready', actions: { type: 'keepPage', params: ({ event }) => ({ page: event.output }) } },
            onError: onFailure('failed'),
          },
        },
        ready: {},
        failed: { description: 'A filter that Postgres refuses can be changed; every read can be retried.' },
      },
    },
    count: {
      initial: 'unknown',
      on: {
        'view.changed': { target: '.unknown', description: 'The number was that of other rows.' },
      },
      states: {
        unknown: {
          entry: 'forgetCount',
          on: { 'count.requested': { target: 'counting' } },
        },
        counting: {
          invoke: {
            id: 'count',
            src: 'countRows',
            input: ({ context: { ref, id, view } }) => ({ ref, id, view }),
            onDone: { target: 'counted', actions: { type: 'keepCount', params: ({ event }) => event.output } },
            onError: {
              target: 'failed',
              actions: { type: 'keepCountFailure', params: ({ event }) => ({ error: event.error }) },
            },
          },
          on: { 'count.cancelled': { target: 'unknown' } },
        },
        counted: { on: { 'count.requested': { target: 'counting' } } },
        failed: { on: { 'count.requested': { target: 'counting' } } },
      },
    },
  },
});
