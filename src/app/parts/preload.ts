import type { Preload } from '../../router/preload.context.ts';
import { untilIdle } from '../../services/browser/page.ts';
import type { ScreenLibrary } from './screenLibrary.ts';

/** Loads pages into `screens` before they open. One that does not load is loaded again when it opens. */
export const preloadInto =
  (screens: Pick<ScreenLibrary, 'load'>): Preload =>
  (page, when) => {
    const ready = when === 'idle' ? untilIdle(new AbortController().signal) : Promise.resolve();
    void ready.then(() => screens.load(page)).catch(() => undefined);
  };
