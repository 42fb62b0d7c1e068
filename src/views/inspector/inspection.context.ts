import { createContext } from 'react';
import type { SceneSource } from '../../inspector/trace/source.ts';
import type { InspectorDockActor } from '../../machines/inspector/inspectorDock/inspectorDock.machine.ts';
import type { TellerActor } from '../../machines/inspector/teller/teller.machine.ts';

/** What the flow inspector looks at, where it is, and who tells other windows of it. */
export interface Inspection {
  source: SceneSource;
  dock: InspectorDockActor;
  teller: TellerActor;
}

/** The flow inspector, which comes after everything else; null where this deployment has none. */
export const InspectionContext = createContext<Promise<Inspection> | null>(null);
