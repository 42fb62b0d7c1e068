/**
 * Calls back with whether the media query matches, immediately and after every change; returns a function that stops
 * it.
 */
export function watchMedia(query: string, changed: (matches: boolean) => void): () => void {
  const list = matchMedia(query);
  const listener = ({ matches }: { matches: boolean }) => changed(matches);
  listener(list);
  list.addEventListener('change', listener);
  return () => list.removeEventListener('change', listener);
}
