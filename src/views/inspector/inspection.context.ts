import { createContext } from 'react';
import type { SystemViewSource } from '../../inspector/trace/source.ts';
import type { InspectorDockActor } from '../../machines/inspector/inspectorDock/inspectorDock.machine.ts';
import type { InspectorPublisherActor } from '../../machines/inspector/inspectorPublisher/inspectorPublisher.machine.ts';

/** What the flow inspector looks at, where it is, and who tells other windows of it. */
export interface Inspection {
  source: SystemViewSource;
  dock: InspectorDockActor;
  publisher: InspectorPublisherActor;
}

/** The flow inspector, which comes after everything else; null where this deployment has none. */
export const InspectionContext = createContext<Promise<Inspection> | null>(null);
