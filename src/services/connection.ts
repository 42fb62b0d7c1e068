import { runtime } from './runtime.ts';

/** How long a server may take to say anything at all. */
const answerMs = 3_000;

/** Calls back at every change of what the browser believes of its network, and at once when it believes to have none. */
export function watchNetwork(changed: (online: boolean) => void): () => void {
  const lost = () => changed(false);
  const found = () => changed(true);
  addEventListener('offline', lost);
  addEventListener('online', found);
  if (!navigator.onLine) lost();
  return () => {
    removeEventListener('offline', lost);
    removeEventListener('online', found);
  };
}

/** Resolves when the platform answers, whatever it says. */
export async function askServer(signal: AbortSignal): Promise<void> {
  // Of another origin's answer nothing is read, so none has to be allowed.
  await fetch(`${runtime().config.apiUrl}/status`, { method: 'HEAD', mode: 'no-cors', cache: 'no-store', signal: AbortSignal.any([signal, AbortSignal.timeout(answerMs)]) });
}
