/** Whether nothing has the focus, as after the focused element was removed or disabled. */
export const isFocusLost = (): boolean => document.activeElement === null || document.activeElement === document.body;
