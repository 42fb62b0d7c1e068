import { useImperativeHandle, useLayoutEffect, useRef, type Ref, type RefObject } from 'react';

/**
 * A button that is disabled while it loads loses the focus to the page. It has it back once it can be pressed again, unless
 * somebody has gone on meanwhile. Returns the button's ref; `given` is what its user wants to reach it by.
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
      if (document.activeElement === document.body) button.current?.focus({ preventScroll: true });
    }
  }, [loading]);
  return button;
}
