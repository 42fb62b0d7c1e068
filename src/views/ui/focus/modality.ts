/**
 * How what stands over the page keeps the user to itself: focus and scrolling stay inside, `aria-modal` tells screen
 * readers, and the scrim takes the pointer. Ark's own `modal` would also hide the rest of the page from screen readers, and
 * with it the toasts that tell how the answer went.
 */
export const modality = {
  modal: false,
  trapFocus: true,
  preventScroll: true,
  // What is clicked there is no click beside the dialog.
  persistentElements: ['toaster', 'inspector'].map((part) => () => document.querySelector(`[data-part=${part}]`)),
};
