import {
  keysOf,
  shortcuts,
  type ShortcutDefinition,
  type ShortcutId,
  type ShortcutSettings,
} from '../../../router/shortcuts.ts';

/** A key going down, as the page tells it. */
export interface KeyPress {
  /** In the table's words: `G`, `?`, `Mod+/`. */
  stroke: string;
  /** The focus is where keys type, choose or move something. */
  inField: boolean;
  /** A dialog keeps the keyboard to itself. */
  inDialog: boolean;
}

/** Somebody who answers a shortcut for as long as they are shown. */
export interface Handler {
  id: ShortcutId;
  /** Who: the same shortcut may be answered in several places, and the latest one counts. */
  by: string;
  /** Answers inside the dialog that is open, and not on the page below it. */
  inDialog: boolean;
}

export interface Heard {
  handlers: readonly Handler[];
  settings: ShortcutSettings;
}

const worksThere = ({ inDialog, id }: Handler, press: KeyPress): boolean =>
  inDialog === press.inDialog && (!press.inField || (shortcuts[id] as ShortcutDefinition).inFields === true);

const sequencesOf = (id: ShortcutId, settings: ShortcutSettings): readonly (readonly string[])[] =>
  keysOf(id, settings).map((keys) => keys.split(' '));

/** Who is meant by a press, after the stroke that began a chord if one did. */
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

/** Shortcuts that a stroke would begin, each with the stroke that would complete it. */
export const matchPrefix = (
  { handlers, settings }: Heard,
  press: KeyPress,
): readonly { id: ShortcutId; next: string }[] =>
  [...new Set(handlers.filter((handler) => worksThere(handler, press)).map(({ id }) => id))].flatMap((id) =>
    sequencesOf(id, settings)
      .filter(([first, next]) => next !== undefined && first === press.stroke)
      .map(([, next]) => ({ id, next: next! })),
  );
