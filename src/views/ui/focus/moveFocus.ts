import type { KeyboardEvent } from 'react';

/**
 * Moves the focus between the entries of a list by arrows, Home and End; `selector` finds the entries below the list.
 */
export function moveFocus(event: KeyboardEvent<HTMLElement>, selector: string): void {
  const entries = [...event.currentTarget.querySelectorAll<HTMLElement>(selector)];
  const at = entries.indexOf(document.activeElement as HTMLElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: entries.length - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  entries[Math.max(0, Math.min(entries.length - 1, to))]?.focus();
}
