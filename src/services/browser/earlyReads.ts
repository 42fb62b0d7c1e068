/**
 * Reads that the script in the head of the page has begun, before the app's code is there to begin them. The two are
 * separate programs, so the global object holds what the one hands to the other.
 */
interface EarlyReadAnswer {
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

function takeOver(): void {
  Object.assign(begun, shared.basechartEarlyReads);
  delete shared.basechartEarlyReads;
}

/** Reads an answer that nothing takes to its end: unread, it would stay under way and keep its connection. */
export const discard = (response: Promise<Response>): void =>
  void response.then((answer) => answer.text()).catch(() => undefined);

/** The answer of a read that has begun early with this header, once; undefined where there is none. */
export function takeEarly(url: string, authorization: string | undefined): Promise<Response> | undefined {
  takeOver();
  if (Object.keys(begun).length === 0) return undefined;
  const { href } = new URL(url, location.href);
  const early = begun[href];
  delete begun[href];
  if (early === undefined) return undefined;
  if (early.authorization === authorization && performance.now() - early.sentAt < usableMs) return early.response;
  discard(early.response);
  return undefined;
}

/** Once something is written, what was read before it may be wrong. */
export function dropEarly(): void {
  takeOver();
  for (const [url, { response }] of Object.entries(begun)) {
    delete begun[url];
    discard(response);
  }
}
