import type { AnyActorRef } from 'xstate';
import { drawingOf, type Drawing } from '../chart/drawing.ts';
import type { TraceRecorder } from './recorder.ts';
import { hasTimers, liveActors, liveView, machineOf, type SystemView, type ActorSummary } from './systemView.ts';
import type { Trace } from './trace.ts';

/** A running actor system to inspect: that of this window, or of another one. */
export interface SystemViewSource {
  /** Increases with every event, so that an observer knows when to refresh. */
  count(): number;
  /** Whether any timer is running, so that countdowns must be updated. */
  hasTimers(): boolean;
  /** The running actors, parents before children. */
  actors(): readonly ActorSummary[];
  view(): SystemView;
  /** The chart, if this window knows it better than the list of all charts; otherwise null. */
  drawing(chart: string): Drawing | null;
  /** The last events, as data without secrets. */
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
