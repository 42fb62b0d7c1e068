import { fromPromise } from 'xstate';
import { themeMachine, type ThemeReport, type ThemeResolved } from '../../machines/shell/theme/theme.machine.ts';
import { watchMedia } from '../../services/browser/media.ts';
import { readStored, storageUnavailable, writeStored } from '../../services/browser/storage.ts';
import { storedValue } from '../parts/storedValue.ts';

export const theme = themeMachine.provide({
  actors: {
    page: storedValue<ThemeReport | ThemeResolved>({
      watch: ['theme'],
      read: () => ({ type: 'choice.loaded', choice: readStored('theme') ?? 'system' }),
      write: (event) => {
        if (event.type === 'theme.resolved') document.documentElement.dataset['theme'] = event.theme;
      },
      beside: (report) =>
        watchMedia('(prefers-color-scheme: dark)', (dark) =>
          report({ type: 'system.changed', systemTheme: dark ? 'dark' : 'light' }),
        ),
    }),
    keep: fromPromise(async ({ input }) => {
      if (!writeStored('theme', input.choice)) throw new Error(storageUnavailable);
    }),
  },
});
