/** Whether `Mod` is the command key. */
const isMac = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? '');

export interface Pressed {
  stroke: string;
  inField: boolean;
  inDialog: boolean;
}

/** Inputs that accept no text, so that letters are free. */
const untyped = new Set(['checkbox', 'radio', 'button', 'submit', 'reset', 'image', 'file', 'range', 'color']);

/** Roles in which letters search for an entry, or arrows and letters belong to the widget. */
const typedRoles =
  '[role=textbox], [role=searchbox], [role=combobox], [role=spinbutton], [role=menu], [role=listbox], [role=tree], [role=application], [contenteditable=""], [contenteditable=true], [contenteditable=plaintext-only]';

function isField(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  if (target instanceof HTMLInputElement) return !untyped.has(target.type);
  return (
    target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement || target.closest(typedRoles) !== null
  );
}

/** The Latin letter of the key on a layout with another script; otherwise the character that the key types. */
function keyOf({ key, code }: KeyboardEvent): string {
  if (key.length > 1) return key;
  const physical = /^Key([A-Z])$/.exec(code)?.[1];
  return physical !== undefined && key > '\u007f' ? physical : key.toUpperCase();
}

/**
 * A key press in the notation of the shortcuts table; null for a modifier alone, a repetition or an IME composition.
 */
export function strokeOf(event: KeyboardEvent): string | null {
  if (
    event.repeat ||
    event.isComposing ||
    ['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'Dead', 'Process', 'Unidentified', 'CapsLock'].includes(event.key)
  )
    return null;
  const { ctrlKey, metaKey, altKey, shiftKey } = event;
  const key = keyOf(event);
  // AltGr types characters; the modifiers that it sets are not held by the user.
  const types = event.getModifierState('AltGraph');
  return [
    ...((isMac ? metaKey : ctrlKey) && !types ? ['Mod'] : []),
    ...((isMac ? ctrlKey : metaKey) ? [isMac ? 'Ctrl' : 'Meta'] : []),
    ...(altKey && !types ? ['Alt'] : []),
    // A character that needs Shift is written without it.
    ...(shiftKey && (key.length > 1 || /[A-Z]/.test(key)) ? ['Shift'] : []),
    key,
  ].join('+');
}

/** One that is closing has given the focus back, and stays in the document only until it has faded. */
const openDialog = '[aria-modal=true]:not([data-state=closed])';

/**
 * Calls back with every unhandled key press; the browser's default is prevented if the callback returns `true`. Text
 * typed into a field may be a password, so only strokes with Mod are reported from fields. Returns a function that
 * stops it.
 */
export function watchKeys(pressed: (press: Pressed) => boolean): () => void {
  const listener = (event: KeyboardEvent) => {
    if (event.defaultPrevented) return;
    const stroke = strokeOf(event);
    const inField = isField(event.target);
    if (stroke === null || (inField && !stroke.startsWith('Mod+'))) return;
    const taken = pressed({ stroke, inField, inDialog: document.querySelector(openDialog) !== null });
    if (taken) event.preventDefault();
  };
  addEventListener('keydown', listener);
  return () => removeEventListener('keydown', listener);
}

/** Calls back with every unhandled press of one stroke, wherever the focus is; returns a function that stops it. */
export function watchStroke(stroke: string, pressed: () => void): () => void {
  const listener = (event: KeyboardEvent) => {
    if (event.defaultPrevented || strokeOf(event) !== stroke) return;
    event.preventDefault();
    pressed();
  };
  addEventListener('keydown', listener);
  return () => removeEventListener('keydown', listener);
}
