import { useEffect, useState, useSyncExternalStore, type ComponentType } from 'react';

/** A component whose code loads when it is first used. */
export interface FloatingPart<Props> {
  load(): Promise<ComponentType<Props>>;
  /** Null until its code has loaded. */
  component: ComponentType<Props> | null;
  /** Calls back once its code has loaded; returns the way to stop. */
  subscribe(loaded: () => void): () => void;
}

/** A part of a page that is not needed before the user acts. Call it once, outside of components. */
export function floatingPart<Props>(fetch: () => Promise<{ default: ComponentType<Props> }>): FloatingPart<Props> {
  const waiting = new Set<() => void>();
  const part: FloatingPart<Props> = {
    component: null,
    async load() {
      part.component = (await fetch()).default;
      for (const loaded of waiting) loaded();
      return part.component;
    },
    subscribe(loaded) {
      waiting.add(loaded);
      return () => waiting.delete(loaded);
    },
  };
  return part;
}

/** Tips of elements without a tooltip of their own: `PageTips` shows them. */
const tip = floatingPart(() => import('./TipBubble.tsx'));

/** What floats over a page, in separate chunks, because no page needs it before the user acts. */
export const floatingParts = {
  dialog: floatingPart(() => import('./DialogWindow.tsx')),
  menu: floatingPart(() => import('./MenuList.tsx')),
  sidePanel: floatingPart(() => import('./SidePanelWindow.tsx')),
  tip,
  // In one file of the build: where one is wanted, so is the other.
  tooltip: floatingPart(async () => (await Promise.all([import('./TooltipBubble.tsx'), tip.load()]))[0]),
};

const firstActs = ['pointermove', 'pointerdown', 'keydown'] as const;

/** The first touch opens a menu, and no pointer has moved before. */
const isTouched = () => matchMedia('(hover: none)').matches;

/**
 * Loads menus and tooltips when the user first acts on the page, so that they open without a wait, and after the
 * connection was lost; on a touch screen as soon as the page is shown.
 */
export function useFloatingEarly(): void {
  useEffect(() => {
    const loading = new AbortController();
    const load = () => {
      loading.abort();
      // What does not load is loaded again when it opens.
      Promise.all([floatingParts.menu.load(), floatingParts.tooltip.load()]).catch(() => undefined);
    };
    if (isTouched()) load();
    else for (const act of firstActs) addEventListener(act, load, { signal: loading.signal, passive: true });
    return () => loading.abort();
  }, []);
}

/** Whether the part's code has loaded, for what does not load it. */
export const useIsLoaded = <Props>(part: FloatingPart<Props>): boolean =>
  useSyncExternalStore(part.subscribe, () => part.component !== null);

/**
 * The component once it is wanted and its code has loaded, and from then on; until then null. Code that does not load
 * is an error of the view, which the error boundary shows with a way to try again.
 */
export function useFloating<Props>(part: FloatingPart<Props>, wanted: boolean): ComponentType<Props> | null {
  const [state, setState] = useState<{ isUsed: boolean; error?: unknown }>({ isUsed: false });
  const isReady = part.component !== null;
  useEffect(() => {
    if (!wanted) return undefined;
    let isLeft = false;
    part.load().then(
      () => isLeft || setState({ isUsed: true }),
      (error: unknown) => isLeft || setState({ isUsed: false, error }),
    );
    return () => {
      isLeft = true;
    };
  }, [part, wanted]);
  if (state.error !== undefined) throw state.error;
  return isReady && (wanted || state.isUsed) ? part.component : null;
}
