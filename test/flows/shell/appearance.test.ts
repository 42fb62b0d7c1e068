import { describe, expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise, type Actor } from 'xstate';
import type { Appearance, AppearanceChoices } from '../../../src/contract/shell/appearance.ts';
import {
  appearanceMachine,
  type AppearanceReport,
  type AppearanceResolved,
} from '../../../src/machines/shell/appearance/appearance.machine.ts';
import { selectDensityChoice, selectThemeChoice } from '../../../src/machines/shell/appearance/appearance.selectors.ts';
import type { SystemTheme } from '../../../src/machines/shell/appearance/resolve.ts';
import { coverChart } from '../../support/cover.ts';
import { appearanceModel } from './appearance.model.ts';

coverChart(appearanceModel);

const unchosen: AppearanceChoices = { theme: 'system', density: 'comfortable', timeZone: '' };

function shownWith(stored: Partial<AppearanceChoices>, systemTheme: SystemTheme, { storageIsFull = false } = {}) {
  const shown: Appearance[] = [];
  const kept: AppearanceChoices[] = [];
  let tell: (report: AppearanceReport) => void = () => {};
  const appearance: Actor<typeof appearanceMachine> = createActor(
    appearanceMachine.provide({
      actors: {
        page: fromCallback<AppearanceReport | AppearanceResolved, undefined>(({ sendBack, receive }) => {
          receive((event) => {
            if (event.type === 'appearance.resolved') shown.push(event.appearance);
          });
          tell = sendBack;
          tell({ type: 'appearance.reported', change: { ...unchosen, ...stored } });
          tell({ type: 'appearance.reported', change: { systemTheme } });
        }),
        keep: fromPromise(({ input }) => {
          if (storageIsFull) return Promise.reject(new Error('full'));
          const { theme, density, timeZone } = input;
          kept.push({ theme, density, timeZone });
          return Promise.resolve();
        }),
      },
    }),
  ).start();
  return {
    appearance,
    shown,
    kept,
    tell: (report: AppearanceReport) => tell(report),
    choose: (change: Partial<AppearanceChoices>) => appearance.send({ type: 'appearance.chosen', change }),
  };
}

describe('the theme', () => {
  it('follows the system theme by default', () => {
    const { appearance, shown, tell } = shownWith({}, 'dark');
    expect(selectThemeChoice(appearance.getSnapshot())).toBe('system');
    expect(shown.at(-1)?.theme).toBe('dark');
    tell({ type: 'appearance.reported', change: { systemTheme: 'light' } });
    expect(shown.at(-1)?.theme).toBe('light');
  });

  it.each(['light', 'dark', 'classic-dark'] as const)('can be %s, whatever the system shows', (theme) => {
    const { shown, kept, tell, choose } = shownWith({}, 'light');
    choose({ theme });
    expect(shown.at(-1)?.theme).toBe(theme);
    expect(kept).toEqual([{ ...unchosen, theme }]);
    tell({ type: 'appearance.reported', change: { systemTheme: 'dark' } });
    expect(shown.at(-1)?.theme).toBe(theme);
  });
});

describe('the density', () => {
  it('is comfortable until the user chooses, whatever the theme is', () => {
    const { appearance, shown, kept, choose } = shownWith({ theme: 'dark' }, 'light');
    expect(shown.at(-1)).toMatchObject({ theme: 'dark', density: 'comfortable' });
    choose({ density: 'compact' });
    expect(shown.at(-1)).toMatchObject({ theme: 'dark', density: 'compact' });
    expect(selectDensityChoice(appearance.getSnapshot())).toBe('compact');
    expect(kept).toMatchObject([{ theme: 'dark', density: 'compact' }]);
  });
});

describe('a choice', () => {
  it('is the one of the last visit', () => {
    const { shown } = shownWith({ theme: 'classic-dark', density: 'compact' }, 'light');
    expect(shown.at(-1)).toMatchObject({ theme: 'classic-dark', density: 'compact' });
  });

  it('changes with another tab, which has stored it already', () => {
    const { shown, kept, tell } = shownWith({}, 'light');
    tell({ type: 'appearance.reported', change: { theme: 'dark', density: 'compact' } });
    expect(shown.at(-1)).toMatchObject({ theme: 'dark', density: 'compact' });
    expect(kept).toEqual([]);
  });

  it('lasts as long as the page where storage is refused', async () => {
    const { appearance, shown, choose } = shownWith({}, 'light', { storageIsFull: true });
    choose({ theme: 'dark' });
    await new Promise<void>((settled) => {
      appearance.subscribe((snapshot) => {
        if (snapshot.matches({ watching: 'settled' })) settled();
      });
    });
    expect(shown.at(-1)?.theme).toBe('dark');
    expect(appearance.getSnapshot().status).toBe('active');
  });
});
