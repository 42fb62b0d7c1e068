import { useLayoutEffect, useRef, type RefObject } from 'react';
import { isFocusLost } from './isFocusLost.ts';

/**
 * When an element mounts again, or is what is left to do, it takes the focus if the focused element was removed:
 * keyboard users must not start at the top of the page.
 */
export function useFocusReturn(isThere: boolean, element: RefObject<HTMLElement | null>): void {
  const was = useRef(isThere);
  useLayoutEffect(() => {
    if (isThere && !was.current && isFocusLost()) element.current?.focus();
    was.current = isThere;
  }, [isThere, element]);
}
