import type { Trace } from '../../inspector/trace/trace.ts';
import { saveTraceFile } from '../../services/inspector/traceFile.ts';
import { tracePreview } from '../../views/inspector/TracePreview.tsx';
import replaceNames from './nameReplacement.ts';

/** The preview of a trace as others may read it. It loads when a user requests it on the error screen. */
export function previewOf(taken: Trace) {
  const trace = replaceNames(taken);
  return tracePreview({ trace, save: () => saveTraceFile(trace, new Date()) });
}
