import { useEffect, type RefObject } from 'react';

/** Keeps the marked option of a list in view; with the first one, also what stands above it, such as its heading. */
export function useMarkedInView(list: RefObject<HTMLElement | null>, at: number, query: string): void {
  // oxlint-disable-next-line react/exhaustive-deps -- another query is another list, even where its first option is marked again
  useEffect(() => {
    if (at === 0) list.current?.scrollTo(0, 0);
    else list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [list, at, query]);
}
