import { useImperativeHandle, useLayoutEffect, useRef, type Ref, type RefObject } from 'react';
import { isFocusLost } from './isFocusLost.ts';

/**
 * A button that is disabled while loading loses the focus. It gets it back once it is enabled, unless the user has
 * moved the focus. Returns the button's ref; `given` is the ref of its caller.
 */
export function useStableFocus(
  loading: boolean,
  given: Ref<HTMLButtonElement> | undefined,
): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  const hadFocus = useRef(false);
  useImperativeHandle(given, () => button.current!, []);
  useLayoutEffect(() => {
    if (loading) hadFocus.current = document.activeElement === button.current;
    else if (hadFocus.current) {
      hadFocus.current = false;
      if (isFocusLost()) button.current?.focus({ preventScroll: true });
    }
  }, [loading]);
  return button;
}
