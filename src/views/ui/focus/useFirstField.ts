import { useEffect, useRef, type RefObject } from 'react';
import { isFocusLost } from './isFocusLost.ts';

/**
 * For the field that a page with one form begins with: it gets the focus when the page opens, unless the user has begun
 * to work there. Not on a touch screen, where the focus in a field opens the keyboard over the page.
 */
export function useFirstField<Field extends HTMLElement>(): RefObject<Field | null> {
  const ref = useRef<Field>(null);
  useEffect(() => {
    const field = ref.current;
    const content = field?.closest('main');
    if (!field || !content || matchMedia('(pointer: coarse)').matches) return undefined;
    const focusField = () => field.focus({ preventScroll: true });
    if (isFocusLost() || document.activeElement === content) return focusField();
    // A page that was there at once gets the focus a moment later, from the link that was followed.
    const begun = new AbortController();
    const end = () => begun.abort();
    const options = { once: true, signal: begun.signal };
    content.addEventListener('focus', focusField, options);
    for (const act of ['keydown', 'pointerdown']) document.addEventListener(act, end, options);
    return end;
  }, []);
  return ref;
}
