import { lazy } from 'react';

/** The page for an unknown address; rare for a visitor, so it is not in the entry chunk. */
export const LazyNotFound = lazy(() => import('../parts/NotFound.tsx'));
