import { supportTraceMax } from '../../contract/support/supportDraft.ts';

/** The part of a recorded trace that is needed to limit its size. */
interface Recorded {
  readonly events: readonly unknown[];
}
type Take = (what: { newest?: number; contexts: boolean }) => Recorded;

const key = 'basechart-trace';

let take: Take | null = null;

/** `main.tsx` calls it once. */
export function provideTrace(recorder: Take): void {
  take = recorder;
}

/** The trace as text. One that is too long is sent without contexts, and then without its oldest events. */
function fitted(from: Take): { text: string; events: number } {
  let trace = from({ contexts: true });
  for (let contexts = true; ; contexts = false) {
    const text = JSON.stringify(trace, null, 1);
    const { length } = trace.events;
    if (text.length <= supportTraceMax) return { text, events: length };
    if (length === 0) throw new Error('The trace is too large to send.');
    trace = from({ contexts: false, ...(!contexts && { newest: Math.floor(length * 0.75) }) });
  }
}

/** Stores the events that led to a failure for the reload on which it is reported, in this tab only. */
export function keepTrace(): void {
  if (take === null) return;
  try {
    sessionStorage.setItem(key, JSON.stringify(fitted(take)));
  } catch {
    // Storage is full or blocked: the report goes without the trace.
  }
}

export const deleteTrace = (): void => {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // An unreadable entry counts as empty.
  }
};

/** The trace that was stored at a failure, or else the recording of this page. */
export function findTrace(): { text: string; events: number } {
  try {
    const kept = sessionStorage.getItem(key);
    if (kept !== null) return JSON.parse(kept) as { text: string; events: number };
  } catch {
    // Treated as if none had been stored.
  }
  if (take === null) throw new Error('No events recorded.');
  return fitted(take);
}
