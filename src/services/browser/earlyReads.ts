/**
 * Reads that the script in the head of the page has begun, before the app's code is there to begin them. The two are
 * separate programs, so the global object holds what the one hands to the other.
 */
export interface EarlyReadAnswer {
  /** The header that it was sent with: an answer is for one user only. */
  authorization: string;
  /** When it was sent, by the page's own clock. */
  sentAt: number;
  response: Promise<Response>;
}

/** By absolute URL. */
type EarlyReads = Record<string, EarlyReadAnswer>;

const shared = globalThis as { basechartEarlyReads?: EarlyReads };
export const earlyReads = (): EarlyReads => (shared.basechartEarlyReads ??= {});

/** What the app has taken over: from then on no other script finds it. */
const begun: EarlyReads = {};

/** A page that takes longer to start has been asleep; what it asked for then may have changed. */
const usableMs = 30_000;

/** `fetch`, which answers a read that has begun early with its response, once. */
export function fetchOrTake(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  if (!(input instanceof Request)) return fetch(input, init);
  Object.assign(begun, shared.basechartEarlyReads);
  delete shared.basechartEarlyReads;
  const early = input.method === 'GET' ? begun[input.url] : undefined;
  delete begun[input.url];
  const isUsable =
    early !== undefined &&
    early.authorization === input.headers.get('authorization') &&
    performance.now() - early.sentAt < usableMs;
  // Where it has failed, the app's own request finds out why.
  return isUsable ? early.response.catch(() => fetch(input, init)) : fetch(input, init);
}
