import { draftDatabase } from '../../contract/sql/draft.ts';
import { deleteTelemetryCookie } from './consent.ts';

/** Calls back when the user comes back to the tab or the browser to the network; returns the way to stop. */
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

/** Resolves once the page has nothing better to do; rejects when `signal` aborts. */
export const untilIdle = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
    // Safari tells nobody when it is idle.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: 5_000 });
    else setTimeout(resolve, 2_000);
  });

/** Starts the page anew; the promise never settles, because nothing comes after. */
export function reloadPage(): Promise<never> {
  location.reload();
  return new Promise(() => {});
}

/** Forgets everything that this site stored in the browser, then starts the page anew. */
export async function clearSiteData(): Promise<never> {
  localStorage.clear();
  sessionStorage.clear();
  deleteTelemetryCookie();
  // One that another tab has open goes when that tab does: nothing waits for it. Older browsers list none.
  for (const { name } of (await globalThis.indexedDB?.databases?.()) ?? [{ name: draftDatabase }])
    if (name !== undefined) globalThis.indexedDB?.deleteDatabase(name);
  return reloadPage();
}
