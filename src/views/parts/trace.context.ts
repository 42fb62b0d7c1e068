import { createContext } from 'react';

/** What can be done with the last events of all charts. */
export interface TraceKeeper {
  /** Hands them to the user as a file. */
  save(): void;
  /** Keeps them for the support form, which another load of the page brings. */
  keep(): void;
}

/** Null where nothing is recorded. */
export const TraceContext = createContext<TraceKeeper | null>(null);
