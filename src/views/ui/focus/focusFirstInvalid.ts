/** Moves the focus to the first invalid field of a form. */
export const focusFirstInvalid = (form: HTMLElement | null): void =>
  form?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
