import { useLayoutEffect, useRef, type FocusEvent, type RefObject } from 'react';
import { isFocusLost } from './isFocusLost.ts';

/** Where the user continues: the page's content, or the form of a page that has only a form. */
const workplace = (): HTMLElement | null =>
  document.getElementById('main') ?? document.querySelector<HTMLElement>('main input, main button');

/**
 * For elements that disappear or are dismissed, such as a banner: the focus moves to the content below instead of the
 * top of the document. A button that is disabled while loading loses the focus before its banner disappears.
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
      const isLost = isFocusLost() || box?.contains(document.activeElement) === true;
      if (isUsed.current && isLost) workplace()?.focus({ preventScroll: true });
    };
  }, []);
  return {
    ref,
    onFocus: () => {
      isUsed.current = true;
    },
    // A blur without a new target means that the focus was lost.
    onBlur: ({ relatedTarget }) => {
      if (relatedTarget !== null && !ref.current?.contains(relatedTarget)) isUsed.current = false;
    },
  };
}
