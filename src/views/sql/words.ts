/** Numbers and durations as the SQL editor says them. */

export const isMac: boolean = /Mac|iPhone|iPad/.test(navigator.platform);

/** A shortcut with the computer's own modifier: `Mod+Enter` is ⌘↵ or Ctrl Enter. */
export const shortcut = (keys: string): string =>
  isMac
    ? keys.replace('Mod+', '⌘').replace('Shift+', '⇧').replace('Alt+', '⌥').replace('Enter', '↵')
    : keys.replace('Mod+', 'Ctrl ').replace('Shift+', 'Shift ').replace('Alt+', 'Alt ');

export const counted = (value: number, one: string, many = `${one}s`): string =>
  `${value.toLocaleString('en-US')} ${value === 1 ? one : many}`;

/** A duration with as much of it as one cares about. */
export function duration(milliseconds: number): string {
  if (milliseconds < 1) return 'less than 1 ms';
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 60_000) return `${(milliseconds / 1_000).toFixed(milliseconds < 10_000 ? 2 : 1)} s`;
  const seconds = Math.round(milliseconds / 1_000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
