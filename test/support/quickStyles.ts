const done = new WeakSet<object>();

/**
 * Queries by role ask every element that they pass, and all elements around it, for `display` and `visibility`. For each
 * answer happy-dom computes every property of all of them, which is a twentieth of the view tests' time. Without a style
 * sheet and without a `style` that names the property, the element's tag decides.
 */
export function quickenStyles(window: Pick<Window, 'getComputedStyle'>): void {
  // The files of a worker share a window, and each of them asks for this.
  if (done.has(window)) return;
  done.add(window);
  const compute = window.getComputedStyle.bind(window);
  const quickened = new WeakMap<Element, CSSStyleDeclaration>();
  const displays = new Map<string, string>();

  const names = (element: Element, property: string) => element.getAttribute('style')?.includes(property) === true;

  const isPlain = ({ isConnected, ownerDocument }: Element) =>
    isConnected &&
    ownerDocument.adoptedStyleSheets.length === 0 &&
    ownerDocument.querySelector('style,link[rel="stylesheet"]') === null;

  const displayOf = (element: Element): string => {
    if (!isPlain(element) || names(element, 'display')) return compute(element).display;
    const kind = `${element.tagName} ${'open' in element && element.open === true}`;
    const display = displays.get(kind) ?? compute(element).display;
    displays.set(kind, display);
    return display;
  };
  const visibilityOf = (element: Element): string => {
    for (let at: Element | null = element; at !== null; at = at.parentElement)
      if (names(at, 'visibility')) return compute(element).visibility;
    return isPlain(element) ? '' : compute(element).visibility;
  };

  window.getComputedStyle = (element, pseudo) => {
    const style = compute(element, pseudo);
    const quick =
      quickened.get(element) ??
      (Object.create(style, {
        display: { get: () => displayOf(element) },
        visibility: { get: () => visibilityOf(element) },
        getPropertyValue: {
          value: (property: string) =>
            property === 'display'
              ? displayOf(element)
              : property === 'visibility'
                ? visibilityOf(element)
                : style.getPropertyValue(property),
        },
      }) as CSSStyleDeclaration);
    quickened.set(element, quick);
    return quick;
  };
}
