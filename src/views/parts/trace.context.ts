import { createContext, type ComponentType } from 'react';
import type { Trace } from '../../inspector/trace/trace.ts';

export interface TracePreviewProps {
  /** Its names are replaced. */
  trace: Trace;
  /** Downloads it as a file. */
  save: () => void;
}

/** Actions on the recorded events. */
export interface TraceKeeper {
  /** What they would be saved as, and the view that shows it. Rejects if the code for it cannot load. */
  preview(): Promise<TracePreviewProps & { View: ComponentType<TracePreviewProps> }>;
  /** Stores them for the support form, which opens after a reload. */
  keep(): void;
}

/** Null where nothing is recorded. */
export const TraceContext = createContext<TraceKeeper | null>(null);
