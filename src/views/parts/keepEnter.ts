import type { KeyboardEvent } from 'react';

/**
 * For a form of many fields, most of which suggest what to type: Enter takes a suggestion, and only the button sends the
 * form.
 */
export function keepEnter(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
}
