import { useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * For a row of links that scrolls sideways: moves the one of the shown page to its middle. The row positions its items,
 * and only the row scrolls.
 */
export function useCurrentInView(shown: string | undefined): RefObject<HTMLUListElement | null> {
  const row = useRef<HTMLUListElement | null>(null);
  useLayoutEffect(() => {
    const item = row.current?.querySelector<HTMLElement>('[aria-current]');
    if (row.current && item)
      row.current.scrollLeft = item.offsetLeft - (row.current.clientWidth - item.offsetWidth) / 2;
    // oxlint-disable-next-line react/exhaustive-deps -- the link of the shown page is the marked one
  }, [shown]);
  return row;
}
