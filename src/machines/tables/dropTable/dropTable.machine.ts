import { assign, sendTo } from 'xstate';
import type { Dependants, TableEntry } from '../../../contract/tables/table.ts';
import {
  confirmActions,
  onConfirmFailure,
  type ConfirmContext,
  type ConfirmEvent,
  type ConfirmTag,
} from '../../parts/confirm.ts';
import { clearFailure, keepFailure, onFailure, type FailureContext } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import type { Port } from '../../parts/port.ts';
import { unprovided } from '../../parts/unprovided.ts';
import type { TableRef } from '../tableRows/tableRows.machine.ts';

/** The table is gone. */
export interface TableDropped {
  type: 'table.dropped';
}

/** The user keeps the table. */
export interface DropCancelled {
  type: 'drop.cancelled';
}

export interface DropTableInput extends TableRef, Pick<TableEntry, 'name' | 'kind'> {
  /** The list that the table belongs to. */
  parent: Port<TableDropped | DropCancelled>;
}

interface DropTableContext extends DropTableInput, FailureContext, ConfirmContext {
  /** Null until they are read, and where they could not be. */
  dependants: Dependants | null;
}

type DropTableEvent = ConfirmEvent | { type: 'dependants.reloaded' };

const cancelling = { target: 'closed', actions: 'reportCancellation' } as const;

export const dropTableMachine = flowSetup({
  types: {
    input: {} as DropTableInput,
    context: {} as DropTableContext,
    events: {} as DropTableEvent,
    tags: {} as ConfirmTag,
  },
  actors: {
    readDependants: unprovided<Dependants, TableRef>('readDependants'),
    dropTable: unprovided<void, TableRef>('dropTable'),
  },
  guards: { isFree: ({ context }) => context.dependants === null || context.dependants.total === 0 },
  actions: {
    keepFailure: keepFailure<DropTableContext, DropTableEvent>(),
    clearFailure: clearFailure<DropTableContext, DropTableEvent>(),
    ...confirmActions<DropTableContext, DropTableEvent>(),
    keepDependants: assign((_, { dependants }: { dependants: Dependants }) => ({ dependants })),
    forgetDependants: assign({ dependants: null }),
    reportDrop: sendTo(({ context }) => context.parent, { type: 'table.dropped' }),
    reportCancellation: sendTo(({ context }) => context.parent, { type: 'drop.cancelled' }),
  },
}).createMachine({
  id: 'dropTable',
  description: 'Drops a table or a view once its name was typed, and says before that what depends on it.',
  context: ({ input }) => ({ ...input, dependants: null, failure: null, confirmFailure: null }),
  initial: 'reading',
  states: {
    reading: {
      entry: ['forgetDependants', 'clearFailure', 'clearConfirmFailure'],
      description: 'What depends on the table is not known yet.',
      invoke: {
        id: 'dependants',
        src: 'readDependants',
        input: ({ context: { ref, id } }) => ({ ref, id }),
        onDone: {
          target: 'confirming',
          actions: { type: 'keepDependants', params: ({ event }) => ({ dependants: event.output }) },
        },
        onError: onFailure('confirming', 'Postgres refuses to drop what others depend on.'),
      },
      on: { 'action.cancelled': cancelling },
    },
    confirming: {
      tags: 'confirming',
      on: {
        'action.confirmed': {
          guard: 'isFree',
          target: 'dropping',
          actions: 'clearConfirmFailure',
          description: 'What others depend on cannot be dropped.',
        },
        'action.cancelled': cancelling,
        'dependants.reloaded': { target: 'reading' },
      },
    },
    dropping: {
      tags: 'confirmed',
      invoke: {
        id: 'drop',
        src: 'dropTable',
        input: ({ context: { ref, id } }) => ({ ref, id }),
        onDone: { target: 'closed', actions: 'reportDrop' },
        onError: onConfirmFailure('confirming'),
      },
    },
    closed: { tags: 'confirmed', description: 'The list closes the question.' },
  },
});
