import { navigate } from 'wouter/use-browser-location';
import type { Place } from './place.ts';

export interface NavigateOptions {
  /** In place of the present entry of the browser's history. */
  replace?: boolean | undefined;
}

/** Goes to an address of the application; the charts hear of it as `route.changed`. */
export const goTo = (to: string, { replace = false }: NavigateOptions = {}): void => navigate(to, { replace });

const placeOf = ({ pathname, search, hash }: Location): Place => ({
  path: pathname,
  query: Object.fromEntries(new URLSearchParams(search)),
  href: pathname + search + hash,
});

/** wouter tells of its own moves by events of these names, beside the browser's. */
const moves = ['popstate', 'pushState', 'replaceState', 'hashchange'];

/** Calls back with where the browser is, at once and after every move; returns the way to stop. */
export function watchPlace(moved: (place: Place) => void): () => void {
  const report = () => moved(placeOf(location));
  for (const move of moves) addEventListener(move, report);
  report();
  return () => {
    for (const move of moves) removeEventListener(move, report);
  };
}
