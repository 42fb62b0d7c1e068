import { fitted, traceKey, traceSource, traceText, type Fitted, type Recorded } from '../browser/traceStore.ts';

/** The trace that was stored at a failure, or else the recording of this page, fit for others to read. */
export async function findTrace(): Promise<Fitted> {
  const source = traceSource();
  if (source === null) throw new Error('No events recorded.');
  const shared = await source.loadSharing();
  try {
    const kept = sessionStorage.getItem(traceKey);
    if (kept !== null) {
      const { text, events } = JSON.parse(kept) as Fitted;
      return { text: traceText(shared(JSON.parse(text) as Recorded)), events };
    }
  } catch {
    // Treated as if none had been stored.
  }
  return fitted((what) => shared(source.take(what)));
}
