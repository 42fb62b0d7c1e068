import { useEffect, useRef, type RefObject } from 'react';

/**
 * What a browser does when a page is loaded, for pages that are not: the focus goes to the content, unless it is where the
 * user still needs it, and a screen reader hears the page's name once there is one.
 */
export function useRouteFocus(
  path: string,
  { content, voice }: { content: RefObject<HTMLElement | null>; voice: RefObject<HTMLElement | null> },
): void {
  const last = useRef<string | null>(null);
  useEffect(() => {
    const isFirst = last.current === null || last.current === path;
    last.current = path;
    if (isFirst) return undefined;

    const isLost = () => document.activeElement === null || document.activeElement === document.body;
    const focusContent = () => content.current?.focus({ preventScroll: true });
    // After whatever closes with the page has given its focus back.
    const frame = requestAnimationFrame(() => {
      if (isLost() || document.activeElement?.closest('a')) focusContent();
    });
    // What the focus was given back to may go with the page before, which stands until this one is there.
    const exchange = new MutationObserver(() => {
      if (!isLost()) return;
      exchange.disconnect();
      focusContent();
    });
    if (content.current) exchange.observe(content.current, { childList: true, subtree: true });
    // Whoever has begun to work here has the focus where they want it, and gets it back from what they open.
    const begun = new AbortController();
    for (const act of ['keydown', 'pointerdown']) {
      document.addEventListener(
        act,
        () => {
          exchange.disconnect();
          begun.abort();
        },
        { capture: true, signal: begun.signal },
      );
    }
    const observer = new MutationObserver(() => {
      observer.disconnect();
      if (voice.current) voice.current.textContent = document.title.replace(/ · Basechart$/, '');
    });
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => {
      cancelAnimationFrame(frame);
      exchange.disconnect();
      begun.abort();
      observer.disconnect();
    };
  }, [path, content, voice]);
}
