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

/** What a gateway answers in place of a server that is not there. */
const gatewayStatuses: ReadonlySet<number> = new Set([502, 504]);

/** Whether an answer is only a gateway's word that nobody answers behind it. Of another origin's, asked for without leave, nothing can be read. */
export const isOfGateway = ({ status }: Pick<Response, 'status'>): boolean => gatewayStatuses.has(status);

/** Resolves when the platform answers, whatever it says. */
export async function probeServer(signal: AbortSignal): Promise<void> {
  // Of another origin's answer nothing is read, so none has to be allowed.
  const response = await fetch(`${runtime().config.apiUrl}/status`, {
    method: 'HEAD',
    mode: 'no-cors',
    cache: 'no-store',
    signal: AbortSignal.any([signal, AbortSignal.timeout(answerMs)]),
  });
  if (isOfGateway(response)) throw new Error(`Only a gateway answers: ${response.status}`);
}
