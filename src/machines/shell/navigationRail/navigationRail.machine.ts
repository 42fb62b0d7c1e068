import { sendTo } from 'xstate';
import { timing } from '../../../contract/common/timing.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import { unprovidedSource } from '../../parts/unprovided.ts';

/** What the page tells: at once, and again whenever it changes. */
export type RailReport =
  /** Read from storage: how the rail was left. Comes first. */
  { type: 'pin.loaded'; pinned: boolean } | { type: 'layout.changed'; narrow: boolean };

/** What the page is told, for storage. */
export type PinChosen = { type: 'pin.chosen'; pinned: boolean };

export type RailEvent =
  | RailReport
  | { type: 'pointer.entered' }
  | { type: 'pointer.left' }
  /** By keyboard; a click's focus says nothing. */
  | { type: 'focus.entered' }
  | { type: 'focus.left' }
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
    /** Reports the stored pin and the width, and stores the pin that `pin.chosen` says. */
    page: unprovidedSource<RailReport | PinChosen>('page'),
  },
  delays: { hoverIntent: timing.hoverIntentMs },
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
    'The navigation at the left: names appear while it is hovered, focused or pinned; on a narrow screen it is a sheet.',
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
                          description: 'The focus stays where it is, on an icon.',
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
                    'Closed by the user, whose focus is still in it: going on from icon to icon opens nothing before the focus has left.',
                  on: {
                    'focus.left': { target: 'away' },
                    'pointer.entered': { target: 'hoverPending' },
                  },
                },
                justClosed: {
                  description: 'Closed by the user: it ignores the pointer until that has left.',
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
                    description: 'The pointer is still on the pin, and does not mean to open what it closed.',
                  },
                  {
                    target: 'unpinned.dismissed',
                    actions: { type: 'storePin', params: { pinned: false } },
                    description: 'By key, so that the focus is still on the pin.',
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
                'route.changed': { target: 'closed', description: 'Whoever chose a place wants to see it.' },
              },
            },
          },
        },
      },
    },
    unavailable: { description: 'Nothing is known of the page: the rail stays small, and its links work.' },
  },
});
