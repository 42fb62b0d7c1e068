import type { Place } from '../machines/navigation/location.ts';

/** The browser's address as plain data. */
export const placeOf = ({ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>): Place => ({
  path: pathname,
  query: Object.fromEntries(new URLSearchParams(search)),
  href: pathname + search + hash,
});
