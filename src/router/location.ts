import { navigate } from 'wouter/use-browser-location';
import type { AppLocation } from './route.ts';

export interface NavigateOptions {
  /** Replaces the current entry of the browser's history. */
  replace?: boolean | undefined;
}

/** Navigates inside the application; the charts receive `route.changed`. */
export const goTo = (to: string, { replace = false }: NavigateOptions = {}): void => navigate(to, { replace });

const locationOf = ({ pathname, search, hash }: Location): AppLocation => ({
  path: pathname,
  query: Object.fromEntries(new URLSearchParams(search)),
  href: pathname + search + hash,
});

/** Where the page is now. */
export const currentLocation = (): AppLocation => locationOf(location);

/** Names of the events that wouter dispatches for its own navigation, beside the browser's. */
const moves = ['popstate', 'pushState', 'replaceState', 'hashchange'];

/** Calls back with the location, immediately and after every navigation; returns a function that stops it. */
export function watchLocation(moved: (location: AppLocation) => void): () => void {
  const report = () => moved(currentLocation());
  for (const move of moves) addEventListener(move, report);
  report();
  return () => {
    for (const move of moves) removeEventListener(move, report);
  };
}
