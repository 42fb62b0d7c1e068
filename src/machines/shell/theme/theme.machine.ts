import { assign, sendTo } from 'xstate';
import type { Theme, ThemeChoice } from '../../../contract/shell/themes.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import { unprovided, unprovidedSource } from '../../parts/unprovided.ts';
import { resolveTheme, type SystemTheme } from './resolveTheme.ts';

/** What the page tells: at once, and again whenever it changes. */
export type ThemeReport =
  | { type: 'system.changed'; systemTheme: SystemTheme }
  /** Read from storage: the choice of an earlier visit, or of another tab. */
  | { type: 'choice.loaded'; choice: ThemeChoice };

/** What the page is told. */
export type ThemeResolved = { type: 'theme.resolved'; theme: Theme };

export interface ThemeContext {
  choice: ThemeChoice;
  systemTheme: SystemTheme;
}

export const themeMachine = flowSetup({
  types: {
    context: {} as ThemeContext,
    events: {} as ThemeReport | { type: 'theme.chosen'; choice: ThemeChoice },
    children: {} as { page: 'page' },
  },
  actors: {
    /** Reports what is stored and what the system shows, and puts on what `theme.resolved` says. */
    page: unprovidedSource<ThemeReport | ThemeResolved>('page'),
    keep: unprovided<void, { choice: ThemeChoice }>('keep'),
  },
  actions: {
    takeChoice: assign((_, { choice }: { choice: ThemeChoice }) => ({ choice })),
    keepSystemTheme: assign((_, { systemTheme }: { systemTheme: SystemTheme }) => ({ systemTheme })),
    applyTheme: sendTo('page', ({ context }) => ({ type: 'theme.resolved', theme: resolveTheme(context) })),
  },
}).createMachine({
  id: 'theme',
  description: 'Which theme is on: the one chosen, or the system’s as it changes through the day.',
  context: { choice: 'system', systemTheme: 'light' },
  initial: 'watching',
  states: {
    watching: {
      invoke: { id: 'page', src: 'page', onError: { target: 'unavailable' } },
      on: {
        'system.changed': { actions: [{ type: 'keepSystemTheme', params: ({ event }) => event }, 'applyTheme'] },
        'choice.loaded': { actions: [{ type: 'takeChoice', params: ({ event }) => event }, 'applyTheme'] },
        'theme.chosen': {
          target: '.saving',
          actions: [{ type: 'takeChoice', params: ({ event }) => event }, 'applyTheme'],
        },
      },
      initial: 'settled',
      states: {
        settled: {},
        saving: {
          invoke: {
            id: 'storage',
            src: 'keep',
            input: ({ context }) => ({ choice: context.choice }),
            onDone: { target: 'settled' },
            onError: {
              target: 'settled',
              description: 'Storage is full or refused: the choice lasts as long as the page.',
            },
          },
        },
      },
    },
    unavailable: { description: 'The page cannot be reached: the theme that it came with stays.' },
  },
});
