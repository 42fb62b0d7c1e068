import { runtime } from './runtime.ts';

/** Timeout for any response from the server. */
const answerMs = 3_000;

/**
 * Calls back at every change of the browser's network status, and immediately if it is offline; returns a function that
 * stops it.
 */
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

/** Statuses that a gateway sends in place of an unreachable server. */
const gatewayStatuses: ReadonlySet<number> = new Set([502, 504]);

/**
 * Whether a response comes only from a gateway whose server is down. An opaque response of another origin cannot be
 * read.
 */
export const isOfGateway = ({ status }: Pick<Response, 'status'>): boolean => gatewayStatuses.has(status);

/** Resolves when the platform sends any response. */
export async function probeServer(signal: AbortSignal): Promise<void> {
  // The response of another origin is not read, so CORS need not allow it.
  const response = await fetch(`${runtime().config.apiUrl}/status`, {
    method: 'HEAD',
    mode: 'no-cors',
    cache: 'no-store',
    signal: AbortSignal.any([signal, AbortSignal.timeout(answerMs)]),
  });
  if (isOfGateway(response)) throw new Error(`Only a gateway answers: ${response.status}`);
}
