import { untilIdle, untilPainted } from '../browser/page.ts';

const awaited = new Set<Promise<unknown>>();

/** Keeps what a page waits for, as an answer of the platform API or code, among what is awaited, until it is there. */
export function whileAwaited<Answer>(answer: Promise<Answer>): Promise<Answer> {
  awaited.add(answer);
  const forget = () => void awaited.delete(answer);
  answer.then(forget, forget);
  return answer;
}

/** Ends as `work` does, or when `signal` aborts: what is shared listens to no signal of one that waits. */
export function unlessAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  if (signal.aborted) abort();
  else signal.addEventListener('abort', abort);
  return Promise.race([work, aborted.promise]).finally(() => signal.removeEventListener('abort', abort));
}

/**
 * Resolves once the page is idle, no answer is awaited and what the answers led to is painted; rejects where `signal`
 * has aborted. A page that waits for the server is idle too, and code that nothing needs yet would come before its
 * content.
 */
export async function untilAnswered(signal: AbortSignal): Promise<void> {
  do {
    await unlessAborted(Promise.allSettled(awaited), signal);
    // An answer may lead to the next request.
    await untilIdle(signal);
    await untilPainted(signal);
  } while (awaited.size > 0);
}
