/** React warns about updates outside `act` only where this is set; the view stage flushes every step through `act`. */
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

/** The browser that the view tests run in has no top layer. */
HTMLElement.prototype.showPopover ??= () => {};
