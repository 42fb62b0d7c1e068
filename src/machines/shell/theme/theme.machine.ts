import { assign, sendTo } from 'xstate';
import type { Theme, ThemeChoice } from '../../../contract/shell/themes.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import { unprovided, unprovidedSource } from '../../parts/unprovided.ts';
import { resolveTheme, type SystemTheme } from './resolveTheme.ts';

/** What the page reports: on start, and again at every change. */
export type ThemeReport =
  | { type: 'system.changed'; systemTheme: SystemTheme }
  /** The stored choice, from an earlier visit or another tab. */
  | { type: 'choice.loaded'; choice: ThemeChoice };

/** What the page receives. */
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
    /** Reports the stored choice and the system's theme, and applies `theme.resolved`. */
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
  description: 'The current theme: the user’s choice, or the system’s, which may change during the day.',
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
              description: 'Storage is full or refused: the choice lasts until the page is closed.',
            },
          },
        },
      },
    },
    unavailable: { description: 'The page is unavailable: its initial theme stays.' },
  },
});
