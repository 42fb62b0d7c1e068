/** Without the Navigator Locks API, two tabs may refresh a session at the same time (specification, section 8). */
export const hasLocks = (): boolean => 'locks' in navigator && Boolean(navigator.locks);

/** Does the work while no other tab of the browser does work of that name. Without locks, tabs do not wait. */
export const inTurn = <Result>(name: string, signal: AbortSignal, work: () => Promise<Result>): Promise<Result> =>
  hasLocks() ? navigator.locks.request(name, { signal }, work) : work();
