import { useSelector } from '@xstate/react';
import { useDeferredValue, useMemo } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { SystemViewSource } from '../../inspector/trace/source.ts';
import { viewOfTrace, type SystemView } from '../../inspector/trace/systemView.ts';
import type { Trace } from '../../inspector/trace/trace.ts';
import type { inspectorMachine } from '../../machines/inspector/inspector/inspector.machine.ts';
import {
  selectAt,
  selectCount,
  selectStep,
  selectTrace,
} from '../../machines/inspector/inspector/inspector.selectors.ts';

export type InspectorActor = ActorRefFrom<typeof inspectorMachine>;

/** The visible system, and the time of the last refresh. */
interface SystemViewAt {
  view: SystemView;
  at: number;
}

/** The running system at the last refresh, or the trace after its current step. */
export function useSystemView(inspector: InspectorActor, source: SystemViewSource): SystemViewAt {
  // The chart's context holds only the fields of a trace that it needs; this is the whole trace.
  const trace = useSelector(inspector, selectTrace) as Trace | null;
  const step = useSelector(inspector, selectStep);
  const count = useSelector(inspector, selectCount);
  const at = useSelector(inspector, selectAt);
  // Deferred, so that the application's own frames come first, however many events arrive.
  const seenCount = useDeferredValue(count);
  const seenAt = useDeferredValue(at);
  return useMemo(
    () => ({
      view: trace ? viewOfTrace(trace, step) : source.view(),
      at: trace ? (trace.events[step]?.at ?? trace.events[0]?.at ?? seenAt) : seenAt,
    }),
    // oxlint-disable-next-line react/exhaustive-deps -- a pulse means that the actors have changed
    [trace, step, seenCount, seenAt, source],
  );
}
