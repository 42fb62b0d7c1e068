import { useSelector } from '@xstate/react';
import type { AppearanceChoices } from '../../../contract/shell/appearance.ts';
import { selectAppearance } from '../../../machines/app/app.selectors.ts';
import { selectThemeChoice } from '../../../machines/shell/appearance/appearance.selectors.ts';
import { useApp } from '../../parts/app.context.ts';
import { useDensityChoice } from '../../parts/useDensity.ts';

/** What the user chose of the page's appearance, and how to choose. Without a density there is no choice of it. */
export function useAppearance() {
  const appearance = useSelector(useApp(), selectAppearance);
  return {
    theme: useSelector(appearance, (snapshot) => snapshot && selectThemeChoice(snapshot)),
    density: useDensityChoice(appearance),
    choose: (change: Partial<AppearanceChoices>) => appearance?.send({ type: 'appearance.chosen', change }),
  };
}
