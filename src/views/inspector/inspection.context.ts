import { createContext } from 'react';
import type { SystemViewSource } from '../../inspector/trace/source.ts';
import type { InspectorDockActor } from '../../machines/inspector/inspectorDock/inspectorDock.machine.ts';
import type { InspectorPublisherActor } from '../../machines/inspector/inspectorPublisher/inspectorPublisher.machine.ts';

/** The inspector's actors: its selection, its dock, and the publisher to other windows. */
export interface Inspection {
  source: SystemViewSource;
  dock: InspectorDockActor;
  publisher: InspectorPublisherActor;
}

/** The flow inspector, which loads last; null where this deployment has none. */
export const InspectionContext = createContext<Promise<Inspection> | null>(null);
