import { navigate } from 'wouter/use-browser-location';
import type { AppLocation } from './route.ts';

export interface NavigateOptions {
  /** In place of the present entry of the browser's history. */
  replace?: boolean | undefined;
}

/** Goes to an address of the application; the charts hear of it as `route.changed`. */
export const goTo = (to: string, { replace = false }: NavigateOptions = {}): void => navigate(to, { replace });

const locationOf = ({ pathname, search, hash }: Location): AppLocation => ({
  path: pathname,
  query: Object.fromEntries(new URLSearchParams(search)),
  href: pathname + search + hash,
});

/** wouter tells of its own moves by events of these names, beside the browser's. */
const moves = ['popstate', 'pushState', 'replaceState', 'hashchange'];

/** Calls back with where the browser is, at once and after every move; returns the way to stop. */
export function watchLocation(moved: (location: AppLocation) => void): () => void {
  const report = () => moved(locationOf(location));
  for (const move of moves) addEventListener(move, report);
  report();
  return () => {
    for (const move of moves) removeEventListener(move, report);
  };
}
