import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { inspectorMachine } from '../../machines/inspector/inspector.machine.ts';
import { selectAt, selectCount, selectStep, selectTrace } from '../../machines/inspector/inspector.selectors.ts';
import { liveScene, traceScene, type Scene } from '../../trace/scene.ts';
import type { Trace } from '../../trace/trace.ts';
import type { Inspection } from './inspection.context.ts';

export type InspectorActor = ActorRefFrom<typeof inspectorMachine>;

/** What there is to see: the application as it was at the last pulse, or the trace after its step. */
export function useScene(inspector: InspectorActor, { root, recorder }: Pick<Inspection, 'root' | 'recorder'>): Scene {
  // The chart knows of a trace no more than it decides by; what was opened is the whole of it.
  const trace = useSelector(inspector, selectTrace) as Trace | null;
  const step = useSelector(inspector, selectStep);
  const count = useSelector(inspector, selectCount);
  const at = useSelector(inspector, selectAt);
  // oxlint-disable-next-line react/exhaustive-deps -- a pulse means that the actors have changed
  return useMemo(() => (trace ? traceScene(trace, step) : liveScene(root, recorder)), [trace, step, count, at, root, recorder]);
}
