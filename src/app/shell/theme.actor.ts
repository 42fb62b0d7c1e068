import { fromCallback, fromPromise } from 'xstate';
import { themeMachine, type ThemeReport, type ThemeResolved } from '../../machines/shell/theme/theme.machine.ts';
import { watchMedia } from '../../services/browser/media.ts';
import { readStored, watchStored, writeStored } from '../../services/browser/storage.ts';

export const theme = themeMachine.provide({
  actors: {
    page: fromCallback<ThemeReport | ThemeResolved, undefined>(({ sendBack, receive }) => {
      const report = (fact: ThemeReport) => sendBack(fact);
      receive((event) => {
        if (event.type === 'theme.resolved') document.documentElement.dataset['theme'] = event.theme;
      });
      report({ type: 'choice.loaded', choice: readStored('theme') ?? 'system' });
      const stops = [
        watchMedia('(prefers-color-scheme: dark)', (dark) =>
          report({ type: 'system.changed', systemTheme: dark ? 'dark' : 'light' }),
        ),
        watchStored('theme', undefined, (choice) => report({ type: 'choice.loaded', choice: choice ?? 'system' })),
      ];
      return () => stops.forEach((stop) => stop());
    }),
    keep: fromPromise(async ({ input }) => {
      if (!writeStored('theme', input.choice)) throw new Error('The browser keeps no data for this site.');
    }),
  },
});
