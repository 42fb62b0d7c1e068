import { createContext } from 'react';

/** Whether a model answers in the project of the address: without one, the assistant is not offered. */
export const ModelContext = createContext(false);
