import { supportTraceMax } from '../contract/supportDraft.ts';

/** What the recorder gives, as far as it has to be known to fit it into a request. */
interface Recorded { readonly events: readonly unknown[] }

const key = 'basechart-trace';

let take: (() => Recorded) | null = null;

/** Called once by `main.tsx`. */
export function provideTrace(recorder: () => Recorded): void {
  take = recorder;
}

/** The trace as text, without its oldest events where it would be too long to send. */
function fitted(trace: Recorded): { text: string; events: number } {
  let { events } = trace;
  for (;;) {
    const text = JSON.stringify({ ...trace, events }, null, 1);
    if (text.length <= supportTraceMax) return { text, events: events.length };
    if (events.length === 0) throw new Error('What was recorded is too much to send.');
    events = events.slice(Math.ceil(events.length / 4));
  }
}

/** Keeps what led to a fault over the load of the page on which it is reported, in this tab alone. */
export function keepTrace(): void {
  if (take === null) return;
  try {
    sessionStorage.setItem(key, JSON.stringify(fitted(take())));
  } catch {
    // A full or forbidden storage: the report goes without it.
  }
}

export const forgetTrace = (): void => {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // What cannot be read holds nothing.
  }
};

/** The trace that was kept when something broke, else what has happened in this page so far. */
export function findTrace(): { text: string; events: number } {
  try {
    const kept = sessionStorage.getItem(key);
    if (kept !== null) return JSON.parse(kept) as { text: string; events: number };
  } catch {
    // As if none had been kept.
  }
  if (take === null) throw new Error('Nothing was recorded.');
  return fitted(take());
}
