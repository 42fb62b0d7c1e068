/** What takes the focus from the page for a while, and gives it back. */
const layers = '[role=menu], [role=dialog], [role=alertdialog]';

/** What last had the focus on the page itself; null once somebody let go of it there. */
let onPage: HTMLElement | null = null;

const notice = (target: EventTarget | null) => {
  if (target instanceof HTMLElement && target !== document.body && target.closest(layers) === null) onPage = target;
};
notice(document.activeElement);
document.addEventListener('focusin', ({ target }) => notice(target));
document.addEventListener('focusout', ({ target, relatedTarget }) => {
  if (target === onPage && relatedTarget === null && onPage?.isConnected) onPage = null;
});

/** What has the focus; of a menu that is being chosen from, and will be gone, its button. */
export function focusOrigin(): HTMLElement | null {
  const { activeElement: focused } = document;
  const menu = focused?.closest('[role=menu]');
  const origin = menu ? document.querySelector(`[aria-controls="${CSS.escape(menu.id)}"]`) : focused;
  return origin instanceof HTMLElement && origin !== document.body ? origin : null;
}

/**
 * Where the focus goes when what took it closes: to what had it before, or where that went too, as the palette that opened
 * a dialog, to what had it on the page below; at last to the page.
 */
export const returnFocus = (before: HTMLElement | null): HTMLElement | null =>
  [before, onPage].find((element) => element?.isConnected) ?? document.getElementById('main');
