import type { SnapshotFrom } from 'xstate';
import { keysOf, type ShortcutId, type ShortcutSettings } from '../../../router/shortcuts.ts';
import type { shortcutsMachine } from './shortcuts.machine.ts';
import { matchPrefix, type Handler } from './strokes.ts';

type ShortcutsSnapshot = SnapshotFrom<typeof shortcutsMachine>;

export const selectSettings = ({ context }: ShortcutsSnapshot): ShortcutSettings => context.settings;
/** Who answers at present, whether switched on or off. */
export const selectHandlers = ({ context }: ShortcutsSnapshot): readonly Handler[] => context.handlers;
/** The stroke that has begun a chord; null while none has. */
export const selectPrefix = ({ context }: ShortcutsSnapshot): string | null => context.prefix;
export const selectIsOn = (snapshot: ShortcutsSnapshot, id: ShortcutId): boolean =>
  keysOf(id, snapshot.context.settings).length > 0;
/** The first way to press it, where somebody answers and it is on; null elsewhere. */
export const selectKeys = ({ context: { handlers, settings } }: ShortcutsSnapshot, id: ShortcutId): string | null =>
  handlers.some((handler) => handler.id === id) ? (keysOf(id, settings)[0] ?? null) : null;
/** What the chord that has begun may become, each with the stroke that completes it. */
export const selectChoices = ({ context }: ShortcutsSnapshot) =>
  context.prefix === null ? [] : matchPrefix(context, { stroke: context.prefix, inField: false, inDialog: false });
