import { createContext, use, useEffect, useId, useLayoutEffect, type ReactNode } from 'react';
import type { PaletteSection } from '../../contract/shell/palette.ts';
import type { ShortcutId } from '../../router/shortcuts.ts';

export type CommandAction =
  /** `staysOpen` for what is tried one after the other, as themes. */
  | { run: () => void; staysOpen?: boolean }
  /** An address of the application. */
  | { to: string }
  /** A further page of the palette. */
  | { page: string };

/** Something the command palette offers. */
export interface Command {
  /** The same at every visit: by it the palette remembers what was chosen. */
  id: string;
  label: string;
  section: PaletteSection;
  action: CommandAction;
  icon?: ReactNode;
  /** What else it might be looked for by. */
  keywords?: readonly string[];
  /** A fact at the right. */
  detail?: string | undefined;
  /** Stands behind the fact. */
  badge?: ReactNode;
  shortcut?: ShortcutId;
  /** Found by its words, and not listed before anything is typed. */
  isHidden?: boolean;
  /** Leads to where the user is: found by its words too, and no suggestion. */
  isHere?: boolean;
}

/** What the views on screen offer at present. */
export interface CommandRegistry {
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

/** Offers commands in the palette for as long as the view is shown. */
export function useCommands(commands: readonly Command[]): void {
  const registry = use(CommandsContext);
  const by = useId();
  useLayoutEffect(() => registry.put(by, commands));
  useEffect(() => () => registry.remove(by), [registry, by]);
}
