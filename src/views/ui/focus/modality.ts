/**
 * How layers above the page are modal: focus and scrolling stay inside, `aria-modal` informs screen readers, and the
 * backdrop takes the pointer. Ark's own `modal` would also hide the rest of the page from screen readers, including the
 * toasts that report the result.
 */
export const modality = {
  modal: false,
  trapFocus: true,
  preventScroll: true,
  // A click there does not count as a click outside the dialog.
  persistentElements: ['toaster', 'inspector'].map((part) => () => document.querySelector(`[data-part=${part}]`)),
};
