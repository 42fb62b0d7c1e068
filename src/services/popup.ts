/** For what opens a window elsewhere by itself: without a network it is to open an address of ours. */
export const hereWhenOffline = (path: string): { url: string } | Record<string, never> => (navigator.onLine ? {} : { url: new URL(path, location.href).href });
