import { fireEvent } from '@testing-library/react';

/** Sends the form that an element is in, by the button that a user has for it. */
export function submitForm(within: HTMLElement): void {
  const { elements = [] } = within.closest('form') ?? {};
  const button = [...elements].find((element) => element.matches('[type=submit]'));
  if (!button) throw new Error('There is no form around it, or the form has no button that sends it.');
  fireEvent.click(button);
}
