/** Hands a trace to the browser's downloads, named after the moment, as `basechart-trace-2026-11-21T03-04-05.json`. */
export function saveTraceFile(trace: object, now: Date): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(trace)], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `basechart-trace-${now.toISOString().slice(0, 19).replaceAll(':', '-')}.json`;
  link.click();
  // The browser has taken hold of the blob once the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
