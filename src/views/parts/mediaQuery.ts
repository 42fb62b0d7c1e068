/** A media query as a store for `useSyncExternalStore`. */
export const mediaQuery = (query: string) => ({
  watch(changed: () => void): () => void {
    const list = matchMedia(query);
    list.addEventListener('change', changed);
    return () => list.removeEventListener('change', changed);
  },
  matches: (): boolean => matchMedia(query).matches,
});
