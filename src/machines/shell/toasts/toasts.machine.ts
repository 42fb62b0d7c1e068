import { assign } from 'xstate';
import * as timing from '../../../contract/common/timing.ts';
import type { Toast } from '../../../contract/common/toast.ts';
import { flowSetup } from '../../parts/flowSetup.ts';

/** A toast that is on screen; `id` increases by one with each. */
export interface ShownToast extends Toast {
  id: number;
  /** When it expires, as Unix time in milliseconds. */
  until: number;
}

/** More toasts would cover the page, and users cannot read more in four seconds. */
export const toastsAtOnce = 4;

export const toastsMachine = flowSetup({
  types: {
    input: {} as { now: () => number },
    context: {} as {
      now: () => number;
      /** Oldest first, which is the order in which they expire. */
      shown: readonly ShownToast[];
      lastId: number;
    },
    events: {} as
      | { type: 'toast.requested'; toast: Toast }
      | { type: 'toast.dismissed'; id: number }
      | { type: 'reading.started' }
      | { type: 'reading.ended' },
  },
  delays: {
    oldestExpires: ({ context }) => (context.shown[0]?.until ?? 0) - context.now(),
  },
  guards: {
    isLast: ({ context }, { id }: { id: number }) => context.shown.every((toast) => toast.id === id),
    hasUnexpired: ({ context }) => context.shown.some(({ until }) => until > context.now()),
  },
  actions: {
    show: assign(({ context }, { toast }: { toast: Toast }) => {
      const id = context.lastId + 1;
      return { shown: [...context.shown, { ...toast, id, until: context.now() + timing.toastDismissMs }], lastId: id };
    }),
    dropExcess: assign(({ context }) => ({ shown: context.shown.slice(-toastsAtOnce) })),
    drop: assign(({ context }, { id }: { id: number }) => ({
      shown: context.shown.filter((toast) => toast.id !== id),
    })),
    dropExpired: assign(({ context }) => ({ shown: context.shown.filter(({ until }) => until > context.now()) })),
    startOver: assign(({ context }) => ({
      shown: context.shown.map((toast) => ({ ...toast, until: context.now() + timing.toastDismissMs })),
    })),
  },
}).createMachine({
  id: 'toasts',
  description: 'Short messages, each shown for its time. The timer pauses while the user reads.',
  context: ({ input }) => ({ now: input.now, shown: [], lastId: 0 }),
  initial: 'empty',
  states: {
    empty: {
      on: {
        'toast.requested': {
          target: 'counting',
          actions: { type: 'show', params: ({ event }) => ({ toast: event.toast }) },
        },
      },
    },
    counting: {
      entry: 'dropExcess',
      after: {
        oldestExpires: [
          {
            guard: 'hasUnexpired',
            target: 'counting',
            reenter: true,
            actions: 'dropExpired',
            description: 'The next oldest toast expires next, also where the one that was waited for was dismissed.',
            meta: {
              waiver:
                'On a path, time stands still between timers, so all toasts of one path expire together. The scenario "leave each after its own time" takes it.',
            },
          },
          { target: 'empty', actions: 'dropExpired' },
        ],
      },
      on: {
        'toast.requested': {
          actions: [{ type: 'show', params: ({ event }) => ({ toast: event.toast }) }, 'dropExcess'],
        },
        'toast.dismissed': [
          {
            guard: { type: 'isLast', params: ({ event }) => ({ id: event.id }) },
            target: 'empty',
            actions: { type: 'drop', params: ({ event }) => ({ id: event.id }) },
            description: 'It was the last toast.',
          },
          { actions: { type: 'drop', params: ({ event }) => ({ id: event.id }) } },
        ],
        'reading.started': { target: 'paused', description: 'A user who points at a toast or focuses it is reading.' },
      },
    },
    paused: {
      description: 'No toast expires while the user is reading, however many arrive.',
      on: {
        'toast.requested': { actions: { type: 'show', params: ({ event }) => ({ toast: event.toast }) } },
        'toast.dismissed': [
          {
            guard: { type: 'isLast', params: ({ event }) => ({ id: event.id }) },
            target: 'empty',
            actions: { type: 'drop', params: ({ event }) => ({ id: event.id }) },
            description: 'It was the last toast.',
          },
          { actions: { type: 'drop', params: ({ event }) => ({ id: event.id }) } },
        ],
        'reading.ended': {
          target: 'counting',
          actions: 'startOver',
          description: 'The timers restart, so that no toast vanishes the moment the pointer leaves.',
        },
      },
    },
  },
});
