import type { AnyStateMachine } from 'xstate';
import type { LoadedCode } from '../../machines/shell/screen/screen.machine.ts';
import type { LayoutName } from '../../router/pages.ts';

/** A layout's chunk. */
export interface LoadedLayout<View> {
  name: LayoutName;
  View: View;
  flow: AnyStateMachine | null;
}

/** A screen's chunk: its view, its flow, and the layouts around it. */
export interface LoadedScreen<View> {
  View: View;
  layouts: readonly LoadedLayout<View>[];
  flow: AnyStateMachine | null;
}

export interface ScreenLibrary<View = unknown> {
  /** Loads a screen and its layouts, so that their parts are available. */
  load(name: string): Promise<LoadedCode>;
  viewOf(name: string): View;
  flowOf(name: string): AnyStateMachine;
  layoutViewOf(name: LayoutName): View;
  layoutFlowOf(name: string): AnyStateMachine;
}

type Loaders<View> = Readonly<Record<string, (() => Promise<LoadedScreen<View>>) | undefined>>;

/** Loaded code by name. */
function shelf<View>(kind: string) {
  const loaded = new Map<string, { View: View; flow: AnyStateMachine | null }>();
  const taken = (name: string) => {
    const found = loaded.get(name);
    if (!found) throw new Error(`The ${kind} "${name}" was not loaded.`);
    return found;
  };
  return {
    put: (name: string, code: { View: View; flow: AnyStateMachine | null }) => void loaded.set(name, code),
    viewOf: (name: string) => taken(name).View,
    flowOf(name: string) {
      const { flow } = taken(name);
      if (!flow) throw new Error(`The ${kind} "${name}" has no flow.`);
      return flow;
    },
  };
}

/** Keeps the loaded screens and layouts, because charts carry their names and not their code. */
export function screenLibrary<View>(loaders: Loaders<View>): ScreenLibrary<View> {
  const screens = shelf<View>('screen');
  const layouts = shelf<View>('layout');
  return {
    async load(name) {
      const load = loaders[name];
      if (!load) throw new Error(`There is no screen for "${name}".`);
      const screen = await load();
      screens.put(name, screen);
      for (const layout of screen.layouts) layouts.put(layout.name, layout);
      return {
        hasFlow: screen.flow !== null,
        layoutFlows: screen.layouts.filter(({ flow }) => flow !== null).map((layout) => layout.name),
      };
    },
    viewOf: screens.viewOf,
    flowOf: screens.flowOf,
    layoutViewOf: layouts.viewOf,
    layoutFlowOf: layouts.flowOf,
  };
}
