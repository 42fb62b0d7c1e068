import { assign } from 'xstate';
import type { RowAddress } from '../../../contract/tables/rowAddress.ts';
import { everyRow, type RowPage } from '../../../contract/tables/rows.ts';
import type { ViewAs } from '../../../contract/tables/viewAs.ts';
import { clearFailure, keepFailure, onFailure, type FailureContext } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import { unprovided } from '../../parts/unprovided.ts';

interface OpenRowInput {
  ref: string;
  /** The table's oid. */
  id: number;
  viewAs: ViewAs | null;
  /** Columns that identify one row. */
  key: readonly string[];
  /** Its values in that row. */
  values: readonly string[];
}

interface OpenRowContext extends OpenRowInput, FailureContext {
  /** The row as it is stored: a page of one row; null until it is read. */
  page: RowPage | null;
}

type OpenRowEvent = { type: 'row.reloaded' };

export const openRowMachine = flowSetup({
  types: {
    input: {} as OpenRowInput,
    context: {} as OpenRowContext,
    events: {} as OpenRowEvent,
  },
  actors: {
    readRows: unprovided<RowPage, { ref: string; id: number } & Pick<RowAddress, 'view' | 'position' | 'viewAs'>>(
      'readRows',
    ),
  },
  guards: {
    isFound: (_, { page }: { page: RowPage }) => page.rows.length > 0,
  },
  actions: {
    keepFailure: keepFailure<OpenRowContext, OpenRowEvent>(),
    clearFailure: clearFailure<OpenRowContext, OpenRowEvent>(),
    keepPage: assign((_, { page }: { page: RowPage | null }) => ({ page })),
  },
}).createMachine({
  id: 'openRow',
  description: 'One row of a table in the panel. It is read by its key, because it may be on no page that was read.',
  context: ({ input }) => ({ ...input, page: null, failure: null }),
  initial: 'reading',
  states: {
    reading: {
      entry: 'clearFailure',
      description: 'What was read before stays until the answer comes.',
      invoke: {
        id: 'row',
        src: 'readRows',
        input: ({ context }) => ({
          ref: context.ref,
          id: context.id,
          viewAs: context.viewAs,
          position: null,
          view: {
            ...everyRow,
            filters: context.key.map((column, place) => ({
              column,
              operator: '=',
              value: context.values[place] ?? '',
            })),
          },
        }),
        onDone: [
          {
            guard: { type: 'isFound', params: ({ event }) => ({ page: event.output }) },
            target: 'shown',
            actions: { type: 'keepPage', params: ({ event }) => ({ page: event.output }) },
            description: 'The row is there.',
          },
          { target: 'gone', actions: { type: 'keepPage', params: { page: null } } },
        ],
        onError: onFailure('failed'),
      },
    },
    shown: { on: { 'row.reloaded': { target: 'reading' } } },
    gone: {
      description: 'The row was deleted, or its key was changed.',
      on: { 'row.reloaded': { target: 'reading' } },
    },
    failed: { on: { 'row.reloaded': { target: 'reading' } } },
  },
});
