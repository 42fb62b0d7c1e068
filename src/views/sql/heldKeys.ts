/** An editor that is not there by then does not come: its query could not be created or opened. */
const longestMs = 3_000;

/** What was typed; null while nothing is held. */
let held: string | null = null;
let limit: ReturnType<typeof setTimeout> | undefined;

function hold(event: KeyboardEvent): void {
  const { key } = event;
  const isCommand = (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState('AltGraph');
  const isErasing = key === 'Backspace';
  const text = key === 'Enter' ? '\n' : isErasing ? '' : key;
  // Other named keys, shortcuts and input methods type nothing here.
  if (isCommand || event.isComposing || text.length > 1) return;
  // A key that is still down, such as Enter on the button, types nothing either, and must not press it again.
  if (!event.repeat) held = (isErasing ? held!.slice(0, -1) : held!) + text;
  event.preventDefault();
  event.stopPropagation();
}

/** After a press of the pointer, keys belong to what was pressed. What was typed before still is the editor’s. */
function letGo(): void {
  removeEventListener('keydown', hold, true);
  removeEventListener('pointerdown', letGo, true);
}

/** What was typed since `holdKeys`, for the editor that takes it; null where nothing is held. */
export function takeKeys(): string | null {
  clearTimeout(limit);
  letGo();
  const text = held;
  held = null;
  return text;
}

/**
 * Holds what is typed until an editor takes it, wherever the focus is. An editor that was asked for appears later, and
 * until then keys would go to the one before it, to a button, or to a shortcut.
 */
export function holdKeys(): void {
  held = takeKeys() ?? '';
  limit = setTimeout(takeKeys, longestMs);
  addEventListener('keydown', hold, true);
  addEventListener('pointerdown', letGo, true);
}
