import { describe, expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise, type Actor } from 'xstate';
import type { Theme, ThemeChoice } from '../../../src/contract/shell/themes.ts';
import { themeMachine, type ThemeReport, type ThemeResolved } from '../../../src/machines/shell/theme/theme.machine.ts';
import { selectThemeChoice } from '../../../src/machines/shell/theme/theme.selectors.ts';
import { coverChart } from '../../support/cover.ts';
import { themeModel } from './theme.model.ts';

coverChart(themeModel);

function themed(stored: ThemeChoice | null, system: 'light' | 'dark', { storageIsFull = false } = {}) {
  const shown: Theme[] = [];
  const kept: ThemeChoice[] = [];
  let tell: (report: ThemeReport) => void = () => {};
  const theme: Actor<typeof themeMachine> = createActor(
    themeMachine.provide({
      actors: {
        page: fromCallback<ThemeReport | ThemeResolved, undefined>(({ sendBack, receive }) => {
          receive((event) => {
            if (event.type === 'theme.resolved') shown.push(event.theme);
          });
          tell = sendBack;
          tell({ type: 'choice.loaded', choice: stored ?? 'system' });
          tell({ type: 'system.changed', systemTheme: system });
        }),
        keep: fromPromise(({ input }) => {
          if (storageIsFull) return Promise.reject(new Error('full'));
          kept.push(input.choice);
          return Promise.resolve();
        }),
      },
    }),
  ).start();
  return {
    theme,
    shown,
    kept,
    tell: (report: ThemeReport) => tell(report),
    choose: (choice: ThemeChoice) => theme.send({ type: 'theme.chosen', choice }),
  };
}

describe('the theme', () => {
  it('follows the system theme by default', () => {
    const { theme, shown, tell } = themed(null, 'dark');
    expect(selectThemeChoice(theme.getSnapshot())).toBe('system');
    expect(shown.at(-1)).toBe('dark');
    tell({ type: 'system.changed', systemTheme: 'light' });
    expect(shown.at(-1)).toBe('light');
  });

  it.each(['light', 'dark', 'classic-dark'] as const)('can be %s, whatever the system shows', (choice) => {
    const { shown, kept, tell, choose } = themed(null, 'light');
    choose(choice);
    expect(shown.at(-1)).toBe(choice);
    expect(kept).toEqual([choice]);
    tell({ type: 'system.changed', systemTheme: 'dark' });
    expect(shown.at(-1)).toBe(choice);
  });

  it('is the one chosen at the last visit', () => {
    expect(themed('classic-dark', 'light').shown.at(-1)).toBe('classic-dark');
  });

  it('changes with another tab, which has stored it already', () => {
    const { shown, kept, tell } = themed(null, 'light');
    tell({ type: 'choice.loaded', choice: 'dark' });
    expect(shown.at(-1)).toBe('dark');
    expect(kept).toEqual([]);
  });

  it('lasts as long as the page where storage is refused', async () => {
    const { theme, shown, choose } = themed(null, 'light', { storageIsFull: true });
    choose('dark');
    await new Promise<void>((settled) => {
      theme.subscribe((snapshot) => {
        if (snapshot.matches({ watching: 'settled' })) settled();
      });
    });
    expect(shown.at(-1)).toBe('dark');
    expect(theme.getSnapshot().status).toBe('active');
  });
});
