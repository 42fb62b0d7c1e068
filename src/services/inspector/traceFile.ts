import { download } from '../browser/download.ts';

/** Offers a trace as a download, named after the time, as `basechart-trace-2026-11-21T03-04-05.json`. */
export function saveTraceFile(trace: object, now: Date): void {
  download(
    new Blob([JSON.stringify(trace)], { type: 'application/json' }),
    `basechart-trace-${now.toISOString().slice(0, 19).replaceAll(':', '-')}.json`,
  );
}
