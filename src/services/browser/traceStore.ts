import { supportTraceMax } from '../../contract/support/supportTrace.ts';

/** The part of a recorded trace that is needed to limit its size. */
export interface Recorded {
  readonly events: readonly unknown[];
}
/** A trace as text that is short enough to send. */
export interface Fitted {
  text: string;
  events: number;
}
type Take = (what: { newest?: number; contexts: boolean }) => Recorded;

export const traceKey = 'basechart-trace';

interface TraceSource {
  take: Take;
  /** Loads what makes a trace fit for others to read. */
  loadSharing: () => Promise<(trace: Recorded) => Recorded>;
}

let source: TraceSource | null = null;

/** The recording of this page; null before there is one. */
export const traceSource = (): TraceSource | null => source;

/** `main.tsx` calls it once. */
export function provideTrace<Trace extends Recorded>(
  take: (...what: Parameters<Take>) => Trace,
  loadSharing: () => Promise<(trace: Trace) => Recorded>,
): void {
  source = { take, loadSharing: loadSharing as TraceSource['loadSharing'] };
}

export const traceText = (trace: Recorded): string => JSON.stringify(trace, null, 1);

/** The trace as text. One that is too long is sent without contexts, and then without its oldest events. */
export function fitted(from: Take, max = supportTraceMax): Fitted {
  let trace = from({ contexts: true });
  for (let contexts = true; ; contexts = false) {
    const text = traceText(trace);
    const { length } = trace.events;
    if (text.length <= max) return { text, events: length };
    if (length === 0) throw new Error('The trace is too large to send.');
    trace = from({ contexts: false, ...(!contexts && { newest: Math.floor(length * 0.75) }) });
  }
}

/** The names that replace those of the user may be longer. */
const roomForNames = 0.9;

/** Stores the events that led to a failure for the reload on which it is reported, in this tab only. */
export function keepTrace(): void {
  if (source === null) return;
  try {
    sessionStorage.setItem(traceKey, JSON.stringify(fitted(source.take, supportTraceMax * roomForNames)));
  } catch {
    // Storage is full or blocked: the report goes without the trace.
  }
}

export const deleteTrace = (): void => {
  try {
    sessionStorage.removeItem(traceKey);
  } catch {
    // An unreadable entry counts as empty.
  }
};
