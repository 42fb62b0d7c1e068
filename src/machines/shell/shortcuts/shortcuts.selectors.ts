import type { SnapshotFrom } from 'xstate';
import { keysOf, type ShortcutId, type ShortcutSettings } from '../../../router/shortcuts.ts';
import type { shortcutsMachine } from './shortcuts.machine.ts';
import { matchPrefix, type Handler } from './strokes.ts';

type ShortcutsSnapshot = SnapshotFrom<typeof shortcutsMachine>;

export const selectSettings = ({ context }: ShortcutsSnapshot): ShortcutSettings => context.settings;
/** The current handlers, enabled or not. */
export const selectHandlers = ({ context }: ShortcutsSnapshot): readonly Handler[] => context.handlers;
/** The first stroke of a pending chord; null without one. */
export const selectPrefix = ({ context }: ShortcutsSnapshot): string | null => context.prefix;
export const selectIsOn = (snapshot: ShortcutsSnapshot, id: ShortcutId): boolean =>
  keysOf(id, snapshot.context.settings).length > 0;
/** The first key of the shortcut if it has a handler and is enabled; otherwise null. */
export const selectKeys = ({ context: { handlers, settings } }: ShortcutsSnapshot, id: ShortcutId): string | null =>
  handlers.some((handler) => handler.id === id) ? (keysOf(id, settings)[0] ?? null) : null;
/** Possible completions of the pending chord, each with its second stroke. */
export const selectChoices = ({ context }: ShortcutsSnapshot) =>
  context.prefix === null ? [] : matchPrefix(context, { stroke: context.prefix, inField: false, inDialog: false });
