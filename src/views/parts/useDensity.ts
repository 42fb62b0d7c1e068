import { useSelector } from '@xstate/react';
import { useSyncExternalStore } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { Density } from '../../contract/shell/appearance.ts';
import type { appearanceMachine } from '../../machines/shell/appearance/appearance.machine.ts';
import { selectDensityChoice } from '../../machines/shell/appearance/appearance.selectors.ts';
import { hasCompactRows } from '../theme/compactRows.ts';
import { mediaQuery } from './mediaQuery.ts';

const compactRows = mediaQuery(hasCompactRows);

/** The user's choice; null where rows stay tall, whatever the user chose. */
export function useDensityChoice(appearance: ActorRefFrom<typeof appearanceMachine> | undefined): Density | null {
  const isPossible = useSyncExternalStore(compactRows.watch, compactRows.matches);
  const choice = useSelector(appearance, (snapshot) => snapshot && selectDensityChoice(snapshot));
  return isPossible ? (choice ?? null) : null;
}

function watchPage(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ['data-density'] });
  const stop = compactRows.watch(changed);
  return () => {
    observer.disconnect();
    stop();
  };
}

const shown = (): Density =>
  document.documentElement.dataset['density'] === 'compact' && compactRows.matches() ? 'compact' : 'comfortable';

/** The density as the page's styles have it. What styles alone can follow uses the tokens for rows instead. */
export const useDensity = (): Density => useSyncExternalStore(watchPage, shown);
