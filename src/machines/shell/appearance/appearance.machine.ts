import { assign, sendTo } from 'xstate';
import type { Appearance, AppearanceChoices } from '../../../contract/shell/appearance.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import { unprovided, unprovidedSource } from '../../parts/unprovided.ts';
import { resolveAppearance, type SystemTheme } from './resolve.ts';

/** What the page receives. */
export type AppearanceResolved = { type: 'appearance.resolved'; appearance: Appearance };

export type AppearanceContext = AppearanceChoices & { systemTheme: SystemTheme };

/** What the page reports, on start and at every change: the system’s theme, and the choices that are stored. */
export type AppearanceReport = { type: 'appearance.reported'; change: Partial<AppearanceContext> };

const flow = flowSetup({
  types: {
    context: {} as AppearanceContext,
    events: {} as AppearanceReport | { type: 'appearance.chosen'; change: Partial<AppearanceChoices> },
    children: {} as { page: 'page' },
  },
  actors: {
    /** Reports the stored choices and the system's theme, and applies `appearance.resolved`. */
    page: unprovidedSource<AppearanceReport | AppearanceResolved>('page'),
    keep: unprovided<void, AppearanceChoices>('keep'),
  },
  actions: {
    takeChange: assign((_, { change }: { change: Partial<AppearanceContext> }) => change),
    apply: sendTo('page', ({ context }) => ({ type: 'appearance.resolved', appearance: resolveAppearance(context) })),
  },
});

const take = [
  {
    type: 'takeChange',
    params: ({ event }: { event: { change: Partial<AppearanceContext> } }) => event,
  },
  'apply',
] as const;

export const appearanceMachine = flow.createMachine({
  id: 'appearance',
  description:
    'The theme, the density and the time zone of the page: the user’s choices, or the system’s theme, which may change during the day.',
  context: { theme: 'system', density: 'comfortable', timeZone: '', systemTheme: 'light' },
  initial: 'watching',
  states: {
    watching: {
      invoke: { id: 'page', src: 'page', onError: { target: 'unavailable' } },
      on: {
        'appearance.reported': { actions: take },
        'appearance.chosen': { target: '.saving', actions: take },
      },
      initial: 'settled',
      states: {
        settled: {},
        saving: {
          invoke: {
            id: 'storage',
            src: 'keep',
            input: ({ context }) => context,
            onDone: { target: 'settled' },
            onError: {
              target: 'settled',
              description: 'Storage is full or refused: the choice lasts until the page is closed.',
            },
          },
        },
      },
    },
    unavailable: { description: 'The page is unavailable: its initial appearance stays.' },
  },
});
