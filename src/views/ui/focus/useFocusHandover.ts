import { useLayoutEffect, useRef, type FocusEvent, type RefObject } from 'react';

/** Where work goes on: the page's content, or the form of a page that is nothing else. */
const workplace = (): HTMLElement | null =>
  document.getElementById('main') ?? document.querySelector<HTMLElement>('main input, main button');

/**
 * For what goes by itself or is dismissed, as a banner: who was at work in it goes on below, and is not left at the top of the
 * document. A button that was disabled while it loaded has lost the focus before its banner goes.
 */
export function useFocusHandover<Box extends HTMLElement>(): {
  ref: RefObject<Box | null>;
  onFocus: () => void;
  onBlur: (event: FocusEvent) => void;
} {
  const ref = useRef<Box>(null);
  const isUsed = useRef(false);
  useLayoutEffect(() => {
    const box = ref.current;
    return () => {
      const { activeElement: focused } = document;
      const isLost = focused === null || focused === document.body || box?.contains(focused) === true;
      if (isUsed.current && isLost) workplace()?.focus({ preventScroll: true });
    };
  }, []);
  return {
    ref,
    onFocus: () => {
      isUsed.current = true;
    },
    // Without a place that it goes to, the focus was taken away.
    onBlur: ({ relatedTarget }) => {
      if (relatedTarget !== null && !ref.current?.contains(relatedTarget)) isUsed.current = false;
    },
  };
}
