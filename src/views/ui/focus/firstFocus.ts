const controls = ':is(a[href], button, input, select, textarea, [tabindex="0"]):not(:disabled)';

/**
 * What takes the focus when a layer opens: what is marked with `data-first-focus`; or the layer itself, whose heading
 * is then read, if the first control is its close button; otherwise null, so that the first control takes it.
 */
export const firstFocus = (layer: HTMLElement | null): HTMLElement | null =>
  layer?.querySelector<HTMLElement>('[data-first-focus]') ??
  (layer?.querySelector(controls)?.matches('[data-part=close-trigger]') ? layer : null);
