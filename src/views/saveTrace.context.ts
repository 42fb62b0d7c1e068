import { createContext } from 'react';

/** Hands the last events of all charts to the user as a file; null where nothing is recorded. */
export const SaveTraceContext = createContext<(() => void) | null>(null);
