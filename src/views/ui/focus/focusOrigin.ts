/** Layers that take the focus from the page temporarily, and return it. */
const layers = '[role=menu], [role=dialog], [role=alertdialog]';

/** The last focused element of the page itself; null after a blur there. */
let onPage: HTMLElement | null = null;

const notice = (target: EventTarget | null) => {
  if (target instanceof HTMLElement && target !== document.body && target.closest(layers) === null) onPage = target;
};
notice(document.activeElement);
document.addEventListener('focusin', ({ target }) => notice(target));
document.addEventListener('focusout', ({ target, relatedTarget }) => {
  if (target === onPage && relatedTarget === null && onPage?.isConnected) onPage = null;
});

/** The focused element; for an open menu, which will unmount, its button. */
export function focusOrigin(): HTMLElement | null {
  const { activeElement: focused } = document;
  const menu = focused?.closest('[role=menu]');
  const origin = menu ? document.querySelector(`[aria-controls="${CSS.escape(menu.id)}"]`) : focused;
  return origin instanceof HTMLElement && origin !== document.body ? origin : null;
}

/**
 * Where the focus goes when a layer closes: to the previously focused element, or, if that was in a layer that closed
 * too (the palette that opened a dialog), to the previous element on the page; otherwise to the page.
 */
export const returnFocus = (before: HTMLElement | null): HTMLElement | null =>
  [before, onPage].find((element) => element?.isConnected) ?? document.getElementById('main');
