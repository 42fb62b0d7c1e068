const controls = ':is(a[href], button, input, select, textarea, [tabindex="0"]):not(:disabled)';

/** Where the first control is one of these, the layer itself takes the focus, so that its heading is read. */
const passedOver = (): string =>
  // On a touch screen, the focus in a search field opens the keyboard over what is searched.
  matchMedia('(pointer: coarse)').matches ? '[data-part=close-trigger], [type=search]' : '[data-part=close-trigger]';

/**
 * What takes the focus when a layer opens: what is marked with `data-first-focus`; or the layer itself; or null, so
 * that the first control takes it.
 */
export const firstFocus = (layer: HTMLElement | null): HTMLElement | null =>
  layer?.querySelector<HTMLElement>('[data-first-focus]') ??
  (layer?.querySelector(controls)?.matches(passedOver()) ? layer : null);
