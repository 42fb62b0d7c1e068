/** Without the Navigator Locks API, two tabs may refresh at the same time (specification, section 8). */
export const hasLocks = (): boolean => 'locks' in navigator && Boolean(navigator.locks);
