import { fromPromise } from 'xstate';
import {
  appearanceMachine,
  type AppearanceReport,
  type AppearanceResolved,
} from '../../machines/shell/appearance/appearance.machine.ts';
import { watchMedia } from '../../services/browser/media.ts';
import { readStored, storageUnavailable, writeStored } from '../../services/browser/storage.ts';
import { storedValue } from '../parts/storedValue.ts';

export const appearance = appearanceMachine.provide({
  actors: {
    page: storedValue<AppearanceReport | AppearanceResolved>({
      watch: [['theme'], ['density'], ['timeZone']],
      read: () => ({
        type: 'appearance.reported',
        change: {
          theme: readStored('theme') ?? 'system',
          density: readStored('density') ?? 'comfortable',
          timeZone: readStored('timeZone') ?? '',
        },
      }),
      write: (event) => {
        if ('appearance' in event) Object.assign(document.documentElement.dataset, event.appearance);
      },
      beside: (report) =>
        watchMedia('(prefers-color-scheme: dark)', (dark) =>
          report({ type: 'appearance.reported', change: { systemTheme: dark ? 'dark' : 'light' } }),
        ),
    }),
    keep: fromPromise(async ({ input }) => {
      if (!(['theme', 'density', 'timeZone'] as const).every((name) => writeStored(name, input[name] as never)))
        throw new Error(storageUnavailable);
    }),
  },
});
