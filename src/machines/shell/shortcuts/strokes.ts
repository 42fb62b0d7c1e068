import {
  keysOf,
  shortcuts,
  type ShortcutDefinition,
  type ShortcutId,
  type ShortcutSettings,
} from '../../../router/shortcuts.ts';

/** A key press, as the page reports it. */
export interface KeyPress {
  /** In the notation of the table: `G`, `?`, `Mod+/`. */
  stroke: string;
  /** The focus is in an element that uses keys to type, select or move. */
  inField: boolean;
  /** A dialog traps the keyboard. */
  inDialog: boolean;
}

/** The handler of a shortcut, registered while its view is shown. */
export interface Handler {
  id: ShortcutId;
  /** Its registration: a shortcut may have several handlers, and the latest one counts. */
  by: string;
  /** Works inside the open dialog, and not on the page below it. */
  inDialog: boolean;
}

interface Heard {
  handlers: readonly Handler[];
  settings: ShortcutSettings;
}

const worksThere = ({ inDialog, id }: Handler, press: KeyPress): boolean =>
  inDialog === press.inDialog && (!press.inField || (shortcuts[id] as ShortcutDefinition).inFields === true);

const sequencesOf = (id: ShortcutId, settings: ShortcutSettings): readonly (readonly string[])[] =>
  keysOf(id, settings).map((keys) => keys.split(' '));

/** The handler that matches a press, after the first stroke of a chord if there was one. */
export const matchShortcut = (
  { handlers, settings }: Heard,
  prefix: string | null,
  press: KeyPress,
): Handler | undefined => {
  const sequence = prefix === null ? [press.stroke] : [prefix, press.stroke];
  return handlers.findLast(
    (handler) =>
      worksThere(handler, press) &&
      sequencesOf(handler.id, settings).some(
        (strokes) => strokes.length === sequence.length && strokes.every((stroke, index) => stroke === sequence[index]),
      ),
  );
};

/** Shortcuts that begin with a stroke, each with the stroke that completes it. */
export const matchPrefix = (
  { handlers, settings }: Heard,
  press: KeyPress,
): readonly { id: ShortcutId; next: string }[] =>
  [...new Set(handlers.filter((handler) => worksThere(handler, press)).map(({ id }) => id))].flatMap((id) =>
    sequencesOf(id, settings)
      .filter(([first, next]) => next !== undefined && first === press.stroke)
      .map(([, next]) => ({ id, next: next! })),
  );
