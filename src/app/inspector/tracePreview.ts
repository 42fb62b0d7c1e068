import type { Trace } from '../../inspector/trace/trace.ts';
import { saveTraceFile } from '../../services/inspector/traceFile.ts';
import TracePreview from '../../views/parts/TracePreview.tsx';
import replaceNames from './nameReplacement.ts';

/** The preview of a trace as others may read it. It loads when a user requests it on the error screen. */
export function previewOf(taken: Trace) {
  const trace = replaceNames(taken);
  return { View: TracePreview, trace, save: () => saveTraceFile(trace, new Date()) };
}
