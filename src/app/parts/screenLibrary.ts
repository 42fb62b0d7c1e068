import type { AnyStateMachine } from 'xstate';

/** A screen's chunk: its view and the layouts around it. */
export interface LoadedScreen<View, Frame> {
  View: View;
  /** The layouts around it, outermost first. */
  frames: readonly Frame[];
  flow: AnyStateMachine | null;
}

export interface ScreenLibrary<View = unknown, Frame = unknown> {
  /** Loads a screen, so that its parts are available. */
  load(name: string): Promise<{ hasFlow: boolean }>;
  viewOf(name: string): View;
  framesOf(name: string): readonly Frame[];
  flowOf(name: string): AnyStateMachine;
}

type Loaders<View, Frame> = Readonly<Record<string, (() => Promise<LoadedScreen<View, Frame>>) | undefined>>;

/** Keeps the loaded screens, because charts carry a screen's name and not its code. */
export function screenLibrary<View, Frame>(loaders: Loaders<View, Frame>): ScreenLibrary<View, Frame> {
  const loaded = new Map<string, LoadedScreen<View, Frame>>();
  const taken = (name: string): LoadedScreen<View, Frame> => {
    const screen = loaded.get(name);
    if (!screen) throw new Error(`The screen "${name}" was not loaded.`);
    return screen;
  };
  return {
    async load(name) {
      const load = loaders[name];
      if (!load) throw new Error(`There is no screen for "${name}".`);
      const screen = await load();
      loaded.set(name, screen);
      return { hasFlow: screen.flow !== null };
    },
    viewOf: (name) => taken(name).View,
    framesOf: (name) => taken(name).frames,
    flowOf(name) {
      const { flow } = taken(name);
      if (!flow) throw new Error(`The screen "${name}" has no flow.`);
      return flow;
    },
  };
}
