/** Calls back with whether the media query holds, at once and after every change; returns the way to stop. */
export function watchMedia(query: string, changed: (matches: boolean) => void): () => void {
  const list = matchMedia(query);
  const listener = ({ matches }: { matches: boolean }) => changed(matches);
  listener(list);
  list.addEventListener('change', listener);
  return () => list.removeEventListener('change', listener);
}
