import { assign, sendTo } from 'xstate';
import { ownLayout, type ColumnLayout } from '../../../contract/tables/columnLayout.ts';
import { cannotFail } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import { unprovidedSource } from '../../parts/unprovided.ts';
import type { TableRef } from '../tableRows/tableRows.machine.ts';

/** Reported at the start, if this browser has a layout of the table. */
export interface LayoutRecalled {
  type: 'layout.recalled';
  layout: ColumnLayout;
}

/** Stores the layout. */
export interface StoreLayout {
  type: 'layout.changed';
  layout: ColumnLayout;
}

interface ColumnLayoutContext extends TableRef {
  layout: ColumnLayout;
}

type ColumnLayoutEvent =
  | LayoutRecalled
  /** The columns in their new order. */
  | { type: 'columns.ordered'; order: readonly string[] }
  | { type: 'column.resized'; name: string; width: number }
  /** The columns that stay in place. */
  | { type: 'columns.frozen'; names: readonly string[] }
  /** The zone that moments are shown in; null for as they are written. */
  | { type: 'zone.chosen'; zone: string | null }
  | { type: 'layout.reset' };

export const columnLayoutMachine = flowSetup({
  types: {
    input: {} as TableRef,
    context: {} as ColumnLayoutContext,
    events: {} as ColumnLayoutEvent,
    children: {} as { storage: 'storeLayout' },
  },
  actors: { storeLayout: unprovidedSource<StoreLayout, TableRef>('storeLayout') },
  actions: {
    keepLayout: assign((_, { layout }: { layout: ColumnLayout }) => ({ layout })),
    storeLayout: sendTo('storage', ({ context: { layout } }) => ({ type: 'layout.changed' as const, layout })),
  },
}).createMachine({
  id: 'columnLayout',
  description:
    'How the user arranged the columns of a table: their order, their widths, which are frozen, and in which time zone moments are shown. This browser stores it.',
  context: ({ input }) => ({ ...input, layout: ownLayout }),
  invoke: {
    id: 'storage',
    src: 'storeLayout',
    input: ({ context: { ref, id } }) => ({ ref, id }),
    onError: cannotFail.watching,
  },
  initial: 'arranging',
  states: {
    arranging: {
      on: {
        'layout.recalled': { actions: { type: 'keepLayout', params: ({ event }) => event } },
        'columns.ordered': {
          actions: [
            {
              type: 'keepLayout',
              params: ({ context, event }) => ({ layout: { ...context.layout, order: [...event.order] } }),
            },
            'storeLayout',
          ],
        },
        'column.resized': {
          actions: [
            {
              type: 'keepLayout',
              params: ({ context: { layout }, event: { name, width } }) => ({
                layout: { ...layout, widths: { ...layout.widths, [name]: width } },
              }),
            },
            'storeLayout',
          ],
        },
        'columns.frozen': {
          actions: [
            {
              type: 'keepLayout',
              params: ({ context, event }) => ({ layout: { ...context.layout, frozen: [...event.names] } }),
            },
            'storeLayout',
          ],
        },
        'zone.chosen': {
          actions: [
            {
              type: 'keepLayout',
              params: ({ context, event }) => ({ layout: { ...context.layout, zone: event.zone } }),
            },
            'storeLayout',
          ],
        },
        'layout.reset': {
          actions: [{ type: 'keepLayout', params: { layout: ownLayout } }, 'storeLayout'],
        },
      },
    },
  },
});
