import { useEffect, useRef, type RefObject } from 'react';

/** The ref of an element that takes the focus when the condition becomes true, or when it mounts with it. */
export function useFocusWhen<Target extends HTMLElement>(isWanted: boolean): RefObject<Target | null> {
  const element = useRef<Target>(null);
  useEffect(() => {
    if (isWanted) element.current?.focus();
  }, [isWanted]);
  return element;
}
