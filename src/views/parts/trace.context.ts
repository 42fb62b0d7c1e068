import { createContext } from 'react';

/** Actions on the recorded events. */
export interface TraceKeeper {
  /** Downloads them as a file. */
  save(): void;
  /** Stores them for the support form, which opens after a reload. */
  keep(): void;
}

/** Null where nothing is recorded. */
export const TraceContext = createContext<TraceKeeper | null>(null);
