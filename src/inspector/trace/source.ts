import type { AnyActorRef } from 'xstate';
import { drawingOf, type Drawing } from '../chart/drawing.ts';
import type { TraceRecorder } from './recorder.ts';
import { hasTimers, liveActors, liveView, machineOf, type SystemView, type ActorSummary } from './systemView.ts';
import type { Trace } from './trace.ts';

/** A living actor system to look at: that of this window, or one of which another window tells. */
export interface SystemViewSource {
  /** Grows with everything that happens: whoever watches looks again. */
  count(): number;
  /** Whether any timer runs, so that the time that remains has to be shown anew. */
  hasTimers(): boolean;
  /** Who lives, parents before children. */
  actors(): readonly ActorSummary[];
  view(): SystemView;
  /** The chart as this window knows it better than the list of all charts; null where it does not. */
  drawing(chart: string): Drawing | null;
  /** What happened last, as data without secrets. */
  take(): Trace;
}

/** The application in this window. */
export const pageSource = (root: AnyActorRef, recorder: TraceRecorder): SystemViewSource => ({
  count: recorder.count,
  hasTimers: () => hasTimers(root),
  actors: () => liveActors(root, recorder),
  view: () => liveView(root, recorder),
  drawing(chart) {
    const machine = machineOf(root, chart);
    return machine && drawingOf(machine);
  },
  take: () => recorder.take(),
});
