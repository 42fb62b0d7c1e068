import { useEffect, useState, type ComponentType } from 'react';

/** A component whose code loads when it is first used. */
interface FloatingPart<Props> {
  load(): Promise<ComponentType<Props>>;
  /** Null until its code has loaded. */
  component: ComponentType<Props> | null;
}

function floatingPart<Props>(fetch: () => Promise<{ default: ComponentType<Props> }>): FloatingPart<Props> {
  const part: FloatingPart<Props> = {
    component: null,
    async load() {
      part.component = (await fetch()).default;
      return part.component;
    },
  };
  return part;
}

/** What floats over a page, in separate chunks, because no page needs it before the user acts. */
export const floatingParts = {
  dialog: floatingPart(() => import('./floating/DialogWindow.tsx')),
  menu: floatingPart(() => import('./floating/MenuList.tsx')),
  sidePanel: floatingPart(() => import('./floating/SidePanelWindow.tsx')),
  tooltip: floatingPart(() => import('./floating/TooltipBubble.tsx')),
};

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
