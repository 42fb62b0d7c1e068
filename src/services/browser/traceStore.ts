import { supportTraceMax } from '../../contract/support/supportDraft.ts';

/** What the recorder gives, as far as it has to be known to fit it into a request. */
interface Recorded {
  readonly events: readonly unknown[];
}
type Take = (what: { newest?: number; contexts: boolean }) => Recorded;

const key = 'basechart-trace';

let take: Take | null = null;

/** Called once by `main.tsx`. */
export function provideTrace(recorder: Take): void {
  take = recorder;
}

/** The trace as text. Where it would be too long to send it goes without contexts, and then without its oldest events. */
function fitted(from: Take): { text: string; events: number } {
  let trace = from({ contexts: true });
  for (let contexts = true; ; contexts = false) {
    const text = JSON.stringify(trace, null, 1);
    const { length } = trace.events;
    if (text.length <= supportTraceMax) return { text, events: length };
    if (length === 0) throw new Error('What was recorded is too much to send.');
    trace = from({ contexts: false, ...(!contexts && { newest: Math.floor(length * 0.75) }) });
  }
}

/** Keeps what led to a fault over the load of the page on which it is reported, in this tab alone. */
export function keepTrace(): void {
  if (take === null) return;
  try {
    sessionStorage.setItem(key, JSON.stringify(fitted(take)));
  } catch {
    // A full or forbidden storage: the report goes without it.
  }
}

export const deleteTrace = (): void => {
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
  return fitted(take);
}
