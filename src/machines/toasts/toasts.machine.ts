import { assign, setup } from 'xstate';
import { timing } from '../../contract/timing.ts';
import type { Toast } from '../app/app.port.ts';

/** A toast that is on screen; `id` grows by one with each. */
export interface ShownToast extends Toast { id: number }

export const toastsMachine = setup({
  types: {
    context: {} as {
      /** Oldest first; the oldest is the next to go. */
      shown: readonly ShownToast[];
      lastId: number;
    },
    events: {} as
      | { type: 'toast.requested'; toast: Toast }
      | { type: 'toast.dismissed'; id: number }
      | { type: 'attention.given' }
      | { type: 'attention.withdrawn' },
  },
  delays: { dismissal: timing.toastDismissMs },
  guards: {
    holdsSeveral: ({ context }) => context.shown.length > 1,
    isTheOnlyOne: ({ context }, { id }: { id: number }) => context.shown.length === 1 && context.shown[0]?.id === id,
    isTheOldest: ({ context }, { id }: { id: number }) => context.shown[0]?.id === id,
  },
  actions: {
    show: assign(({ context }, { toast }: { toast: Toast }) => {
      const id = context.lastId + 1;
      return { shown: [...context.shown, { ...toast, id }], lastId: id };
    }),
    drop: assign(({ context }, { id }: { id: number }) => ({ shown: context.shown.filter((toast) => toast.id !== id) })),
    dropOldest: assign(({ context }) => ({ shown: context.shown.slice(1) })),
  },
}).createMachine({
  id: 'toasts',
  context: { shown: [], lastId: 0 },
  initial: 'empty',
  on: { 'toast.requested': { actions: { type: 'show', params: ({ event }) => ({ toast: event.toast }) } } },
  states: {
    empty: {
      on: {
        'toast.requested': { target: 'counting', actions: { type: 'show', params: ({ event }) => ({ toast: event.toast }) } },
      },
    },
    counting: {
      after: {
        dismissal: [
          { guard: 'holdsSeveral', target: 'counting', reenter: true, actions: 'dropOldest', description: 'Toasts leave in the order they came, each after its own full time as the oldest.' },
          { target: 'empty', actions: 'dropOldest' },
        ],
      },
      on: {
        'attention.given': { target: 'held', description: 'Whoever points at or focuses a toast is reading.' },
        'toast.dismissed': [
          { guard: { type: 'isTheOnlyOne', params: ({ event }) => ({ id: event.id }) }, target: 'empty', actions: { type: 'drop', params: ({ event }) => ({ id: event.id }) } },
          { guard: { type: 'isTheOldest', params: ({ event }) => ({ id: event.id }) }, target: 'counting', reenter: true, actions: { type: 'drop', params: ({ event }) => ({ id: event.id }) } },
          { actions: { type: 'drop', params: ({ event }) => ({ id: event.id }) } },
        ],
      },
    },
    held: {
      on: {
        'attention.withdrawn': { target: 'counting', description: 'The time starts anew, so that nothing vanishes the moment the pointer leaves.' },
        'toast.dismissed': [
          { guard: { type: 'isTheOnlyOne', params: ({ event }) => ({ id: event.id }) }, target: 'empty', actions: { type: 'drop', params: ({ event }) => ({ id: event.id }) } },
          { actions: { type: 'drop', params: ({ event }) => ({ id: event.id }) } },
        ],
      },
    },
  },
});
