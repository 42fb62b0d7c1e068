import { createContext } from 'react';
import type { AnyActorRef } from 'xstate';
import type { InspectorDockActor } from '../../machines/inspectorDock/inspectorDock.machine.ts';
import type { TraceRecorder } from '../../trace/recorder.ts';

/** What the flow inspector looks at, and where it is. */
export interface Inspection {
  root: AnyActorRef;
  recorder: TraceRecorder;
  dock: InspectorDockActor;
}

/** The flow inspector, which comes after everything else; null where this deployment has none. */
export const InspectionContext = createContext<Promise<Inspection> | null>(null);
