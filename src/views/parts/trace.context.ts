import { createContext, type ReactElement } from 'react';

/** Actions on the recorded events. */
export interface TraceKeeper {
  /** Shows what they would be saved as. Rejects if the code for it cannot load. */
  preview(): Promise<ReactElement>;
  /** Stores them for the support form, which opens after a reload. */
  keep(): void;
}

/** Null where nothing is recorded. */
export const TraceContext = createContext<TraceKeeper | null>(null);
