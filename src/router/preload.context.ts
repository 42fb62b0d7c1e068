import { createContext } from 'react';
import type { PageName } from './pages.ts';

/** Loads the code of a page that the user may open next: `now`, or when the page is `idle`. */
export type Preload = (page: PageName, when: 'now' | 'idle') => void;

/** Without a provider nothing is loaded early, as in tests of single views. */
export const PreloadContext = createContext<Preload>(() => {});
