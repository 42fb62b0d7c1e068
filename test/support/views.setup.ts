/** React warns about updates outside `act` only where this is set; the view stage flushes every step through `act`. */
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
