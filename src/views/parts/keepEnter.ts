import type { KeyboardEvent } from 'react';

/** For a form of many fields that suggest what to type: Enter takes a suggestion, only the button sends the form. */
export const keepEnter = {
  onKeyDown(event: KeyboardEvent<HTMLFormElement>): void {
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
  },
};
