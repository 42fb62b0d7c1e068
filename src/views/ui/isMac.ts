/** Keys have the names of Apple's keyboards. */
export const isMac: boolean = /Mac|iPhone|iPad/.test(navigator.platform);
