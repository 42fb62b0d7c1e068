import { sendTo } from 'xstate';
import { shellTiming } from '../../../contract/shell/shellTiming.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import { unprovidedSource } from '../../parts/unprovided.ts';

/** What the page reports: on start, and again at every change. */
export type RailReport =
  /** The stored pin; the first event. */
  { type: 'pin.loaded'; pinned: boolean } | { type: 'layout.changed'; narrow: boolean };

/** Sent to storage. */
export type PinChosen = { type: 'pin.chosen'; pinned: boolean };

export type RailEvent =
  | RailReport
  | { type: 'pointer.entered' }
  | { type: 'pointer.left' }
  /** By keyboard; focus from a click does not count. */
  | { type: 'focus.entered' }
  | { type: 'focus.left' }
  /** By Escape, or by choosing a destination. */
  | { type: 'rail.closed' }
  | { type: 'pin.toggled'; underPointer: boolean }
  | { type: 'sheet.opened' }
  | { type: 'sheet.closed' }
  | { type: 'route.changed' };

export const navigationRailMachine = flowSetup({
  types: {
    events: {} as RailEvent,
    children: {} as { page: 'page' },
  },
  actors: {
    /** Reports the stored pin and the width of the window, and stores the pin of `pin.chosen`. */
    page: unprovidedSource<RailReport | PinChosen>('page'),
  },
  delays: { hoverIntent: shellTiming.hoverIntentMs },
  guards: {
    isNarrow: (_, { narrow }: { narrow: boolean }) => narrow,
    isWide: (_, { narrow }: { narrow: boolean }) => !narrow,
    isPinned: (_, { pinned }: { pinned: boolean }) => pinned,
    isUnderPointer: (_, { underPointer }: { underPointer: boolean }) => underPointer,
  },
  actions: {
    storePin: sendTo('page', (_, { pinned }: { pinned: boolean }) => ({ type: 'pin.chosen', pinned })),
  },
}).createMachine({
  id: 'navigationRail',
  description:
    'The navigation rail: names appear while it is hovered, focused or pinned; on a narrow screen it is a sheet.',
  initial: 'working',
  states: {
    working: {
      invoke: { id: 'page', src: 'page', onError: { target: 'unavailable' } },
      initial: 'wide',
      states: {
        wide: {
          initial: 'unpinned',
          on: { 'layout.changed': { guard: { type: 'isNarrow', params: ({ event }) => event }, target: 'narrow' } },
          states: {
            unpinned: {
              initial: 'away',
              on: {
                'pin.loaded': { guard: { type: 'isPinned', params: ({ event }) => event }, target: 'pinned' },
                'pin.toggled': { target: 'pinned', actions: { type: 'storePin', params: { pinned: true } } },
              },
              states: {
                away: {
                  on: {
                    'pointer.entered': { target: 'hoverPending' },
                    'focus.entered': { target: 'focused' },
                  },
                },
                hoverPending: {
                  description: 'The pointer may only be passing.',
                  after: { hoverIntent: { target: 'hovered' } },
                  on: {
                    'pointer.left': { target: 'away' },
                    'focus.entered': { target: 'focused.underPointer' },
                    'rail.closed': {
                      target: 'justClosed',
                      description: 'The user clicked an icon: it must not open over the page that appears.',
                    },
                  },
                },
                hovered: {
                  on: {
                    'pointer.left': { target: 'away' },
                    'focus.entered': { target: 'focused.underPointer' },
                    'rail.closed': { target: 'justClosed' },
                  },
                },
                focused: {
                  initial: 'alone',
                  states: {
                    alone: {
                      on: {
                        'pointer.entered': { target: 'underPointer' },
                        'focus.left': { target: '#navigationRail.working.wide.unpinned.away' },
                        'rail.closed': {
                          target: '#navigationRail.working.wide.unpinned.dismissed',
                          description: 'The focus stays on an icon.',
                        },
                      },
                    },
                    underPointer: {
                      on: {
                        'pointer.left': { target: 'alone' },
                        'focus.left': { target: '#navigationRail.working.wide.unpinned.hovered' },
                        'rail.closed': { target: '#navigationRail.working.wide.unpinned.dismissed' },
                      },
                    },
                  },
                },
                dismissed: {
                  description:
                    'The user closed it while the focus is inside: moving between icons does not open it until the focus has left.',
                  on: {
                    'focus.left': { target: 'away' },
                    'pointer.entered': { target: 'hoverPending' },
                  },
                },
                justClosed: {
                  description: 'The user closed it: it ignores the pointer until that has left.',
                  on: {
                    'pointer.left': { target: 'away' },
                    'focus.entered': { target: 'focused.underPointer' },
                  },
                },
              },
            },
            pinned: {
              on: {
                'pin.toggled': [
                  {
                    guard: { type: 'isUnderPointer', params: ({ event }) => event },
                    target: 'unpinned.justClosed',
                    actions: { type: 'storePin', params: { pinned: false } },
                    description: 'The pointer is still on the pin, and must not open it again.',
                  },
                  {
                    target: 'unpinned.dismissed',
                    actions: { type: 'storePin', params: { pinned: false } },
                    description: 'Unpinned by keyboard, so the focus is still on the pin.',
                  },
                ],
              },
            },
            remembered: { type: 'history', target: 'unpinned' },
          },
        },
        narrow: {
          initial: 'closed',
          on: {
            'layout.changed': { guard: { type: 'isWide', params: ({ event }) => event }, target: 'wide.remembered' },
          },
          states: {
            closed: { on: { 'sheet.opened': { target: 'open' } } },
            open: {
              on: {
                'sheet.closed': { target: 'closed' },
                'route.changed': {
                  target: 'closed',
                  description: 'After a navigation, the sheet closes to show the page.',
                },
              },
            },
          },
        },
      },
    },
    unavailable: { description: 'Nothing is known of the window: the rail stays small, and its links work.' },
  },
});
