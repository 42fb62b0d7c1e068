import { useEffect, useRef, type RefObject } from 'react';

/**
 * What a browser does when a page is loaded, for pages that are not: the focus goes to the content, unless it is where the
 * user still needs it, and a screen reader hears the page's name once there is one.
 */
export function useArrival(path: string, { content, voice }: { content: RefObject<HTMLElement | null>; voice: RefObject<HTMLElement | null> }): void {
  const last = useRef<string | null>(null);
  useEffect(() => {
    const isFirst = last.current === null || last.current === path;
    last.current = path;
    if (isFirst) return undefined;

    // After whatever closes with the page has given its focus back.
    const frame = requestAnimationFrame(() => {
      const { activeElement } = document;
      if (activeElement === null || activeElement === document.body || activeElement.closest('a') !== null) content.current?.focus({ preventScroll: true });
    });
    const observer = new MutationObserver(() => {
      observer.disconnect();
      if (voice.current) voice.current.textContent = document.title.replace(/ · Basechart$/, '');
    });
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
    };
  }, [path, content, voice]);
}
