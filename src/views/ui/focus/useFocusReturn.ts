import { useLayoutEffect, useRef, type RefObject } from 'react';

/** When something comes back into being, it gets the focus if what had it has gone: the keyboard must not fall to the beginning of the page. */
export function useFocusReturn(isThere: boolean, element: RefObject<HTMLElement | null>): void {
  const was = useRef(isThere);
  useLayoutEffect(() => {
    if (isThere && !was.current && (document.activeElement === null || document.activeElement === document.body))
      element.current?.focus();
    was.current = isThere;
  }, [isThere, element]);
}
