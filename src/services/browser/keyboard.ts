/** Whether `Mod` is the command key. */
const isMac = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? '');

export interface Pressed {
  stroke: string;
  inField: boolean;
  inDialog: boolean;
}

/** Inputs whose keys do not type: letters mean nothing to them. */
const untyped = new Set(['checkbox', 'radio', 'button', 'submit', 'reset', 'image', 'file', 'range', 'color']);

/** Roles in which letters look for an entry, or arrows and letters belong to the widget. */
const typedRoles =
  '[role=textbox], [role=searchbox], [role=combobox], [role=spinbutton], [role=menu], [role=listbox], [role=tree], [role=application], [contenteditable=""], [contenteditable=true], [contenteditable=plaintext-only]';

function isField(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  if (target instanceof HTMLInputElement) return !untyped.has(target.type);
  return (
    target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement || target.closest(typedRoles) !== null
  );
}

/** The letter that stands on the key where the layout is of another script; else what the key types. */
function keyOf({ key, code }: KeyboardEvent): string {
  if (key.length > 1) return key;
  const physical = /^Key([A-Z])$/.exec(code)?.[1];
  return physical !== undefined && key > '\u007f' ? physical : key.toUpperCase();
}

/** A key press in the words of the table of shortcuts; null for what is none: a held key alone, a repetition, a word being composed. */
export function strokeOf(event: KeyboardEvent): string | null {
  if (
    event.repeat ||
    event.isComposing ||
    ['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'Dead', 'Process', 'Unidentified', 'CapsLock'].includes(event.key)
  )
    return null;
  const { ctrlKey, metaKey, altKey, shiftKey } = event;
  const key = keyOf(event);
  // AltGr types characters; what it holds down beside is not held by the user.
  const types = event.getModifierState('AltGraph');
  return [
    ...((isMac ? metaKey : ctrlKey) && !types ? ['Mod'] : []),
    ...((isMac ? ctrlKey : metaKey) ? [isMac ? 'Ctrl' : 'Meta'] : []),
    ...(altKey && !types ? ['Alt'] : []),
    // A character that needs Shift says so itself.
    ...(shiftKey && (key.length > 1 || /[A-Z]/.test(key)) ? ['Shift'] : []),
    key,
  ].join('+');
}

/**
 * Calls back with every key press that nobody else has taken; what it answers with `true` is kept from the browser. What is
 * typed into a field is nobody's business, and may be a password: of a field only what is held with Mod is told. Returns the
 * way to stop.
 */
export function watchKeys(pressed: (press: Pressed) => boolean): () => void {
  const listener = (event: KeyboardEvent) => {
    if (event.defaultPrevented) return;
    const stroke = strokeOf(event);
    const inField = isField(event.target);
    if (stroke === null || (inField && !stroke.startsWith('Mod+'))) return;
    const taken = pressed({ stroke, inField, inDialog: document.querySelector('[aria-modal=true]') !== null });
    if (taken) event.preventDefault();
  };
  addEventListener('keydown', listener);
  return () => removeEventListener('keydown', listener);
}

/** Calls back with every press of one stroke that nobody else has taken, wherever the focus is; returns the way to stop. */
export function watchStroke(stroke: string, pressed: () => void): () => void {
  const listener = (event: KeyboardEvent) => {
    if (event.defaultPrevented || strokeOf(event) !== stroke) return;
    event.preventDefault();
    pressed();
  };
  addEventListener('keydown', listener);
  return () => removeEventListener('keydown', listener);
}
