import { draftDatabase } from '../../contract/sql/draftDatabase.ts';
import { deleteTelemetryCookie } from './consent.ts';

/** Calls back when the user returns to the tab or the network comes back; returns a function that stops it. */
export function watchAttention(returned: () => void): () => void {
  const look = () => {
    if (document.visibilityState === 'visible') returned();
  };
  document.addEventListener('visibilitychange', look);
  addEventListener('online', look);
  return () => {
    document.removeEventListener('visibilitychange', look);
    removeEventListener('online', look);
  };
}

/** Calls back with whether the page is in sight, at once and after every change; returns a function that stops it. */
export function watchSight(changed: (isShown: boolean) => void): () => void {
  const report = () => changed(document.visibilityState === 'visible');
  report();
  document.addEventListener('visibilitychange', report);
  return () => document.removeEventListener('visibilitychange', report);
}

/** Resolves once the page is idle; rejects when `signal` aborts. */
export const untilIdle = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
    // Safari has no `requestIdleCallback`.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: 5_000 });
    else setTimeout(resolve, 2_000);
  });

/**
 * Resolves once what the page shows has been painted; rejects when `signal` aborts. The browser may be idle before it
 * paints, and paints nothing in the background.
 */
export async function untilPainted(signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  if (document.visibilityState !== 'visible') return;
  const painted = Promise.withResolvers<void>();
  const listening = new AbortController();
  const options = { signal: listening.signal };
  signal.addEventListener('abort', () => painted.reject(signal.reason), options);
  document.addEventListener('visibilitychange', () => painted.resolve(), options);
  requestAnimationFrame(() => setTimeout(painted.resolve));
  try {
    await painted.promise;
  } finally {
    listening.abort();
  }
}

/** Reloads the page; the promise never settles, because the page is gone. */
export function reloadPage(): Promise<never> {
  location.reload();
  return new Promise(() => {});
}

/** Clears everything that this site stored in the browser, then reloads the page. */
export async function clearSiteData(): Promise<never> {
  localStorage.clear();
  sessionStorage.clear();
  deleteTelemetryCookie();
  // A database that another tab has open is deleted when that tab closes it; this does not wait. Older browsers cannot
  // list databases.
  for (const { name } of (await globalThis.indexedDB?.databases?.()) ?? [{ name: draftDatabase }])
    if (name !== undefined) globalThis.indexedDB?.deleteDatabase(name);
  return reloadPage();
}
