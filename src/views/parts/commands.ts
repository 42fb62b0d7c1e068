import { createContext, use, useEffect, useId, useLayoutEffect, type ReactNode } from 'react';
import type { PaletteSection } from '../../contract/shell/palette.ts';
import type { ShortcutId } from '../../router/shortcuts.ts';

type CommandAction =
  /** Keeps the palette open for commands that users try several of, such as themes. */
  | { run: () => void; staysOpen?: boolean }
  /** An address of the application. */
  | { to: string }
  /** Another page of the palette, and the text that it starts with. */
  | { page: string; query?: string };

/** An entry of the command palette. */
export interface Command {
  /** Stable: the palette stores the ids of recent commands. */
  id: string;
  label: string;
  section: PaletteSection;
  action: CommandAction;
  icon?: ReactNode;
  /** Other search terms. */
  keywords?: readonly string[];
  /** A detail on the right. */
  detail?: string | undefined;
  /** Shown after the detail. */
  badge?: ReactNode;
  shortcut?: ShortcutId;
  /** Appears only in search results. */
  isHidden?: boolean;
  /** Leads to the current page: it appears in search results, but not as a suggestion. */
  isHere?: boolean;
}

/** The commands of the current views. */
interface CommandRegistry {
  put(by: string, commands: readonly Command[]): void;
  remove(by: string): void;
  /** The same array until something changes. */
  list(): readonly Command[];
  subscribe(changed: () => void): () => void;
}

export function createCommandRegistry(): CommandRegistry {
  const offers = new Map<string, readonly Command[]>();
  const listeners = new Set<() => void>();
  let all: readonly Command[] = [];
  const refresh = () => {
    all = [...offers.values()].flat();
    for (const listener of listeners) listener();
  };
  return {
    put(by, commands) {
      offers.set(by, commands);
      refresh();
    },
    remove(by) {
      offers.delete(by);
      refresh();
    },
    list: () => all,
    subscribe(changed) {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
  };
}

export const CommandsContext = createContext(createCommandRegistry());

/** Adds commands to the palette while the view is shown. */
export function useCommands(commands: readonly Command[]): void {
  const registry = use(CommandsContext);
  const by = useId();
  useLayoutEffect(() => registry.put(by, commands));
  useEffect(() => () => registry.remove(by), [registry, by]);
}
