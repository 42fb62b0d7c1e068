import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { isFocusLost } from './isFocusLost.ts';

/** The page before; null for one that was not a page of this layout. */
interface Left {
  path: string | null;
  title: string;
}

/** The name of the page in the document's title, empty until the first page of a page load has given it. */
const pageName = (): string => document.title.replace(/( · )?Basechart$/, '');

/** Whether this appears in place of another page, such as the sign-in form, rather than with a page load. */
const replacesPage = (): boolean => pageName() !== '';

function readOutTitle(voice: HTMLElement | null): void {
  if (voice) voice.textContent = pageName();
}

/**
 * Does for client-side navigation what a browser does for page loads: the focus moves to the content, unless the user
 * still needs it where it is, and a screen reader announces the page's name once it is known.
 */
export function useRouteFocus(
  path: string,
  { content, voice }: { content: RefObject<HTMLElement | null>; voice: RefObject<HTMLElement | null> },
): void {
  const [entry] = useState(() => ({ path: replacesPage() ? null : path, title: document.title }));
  const left = useRef<Left>(entry);
  const leftBefore = useRef<Left>(entry);
  // Pages set their titles in layout effects, which may run in the same commit: the cleanup comes before them.
  useLayoutEffect(() => {
    // React's StrictMode runs the cleanup of a page that was not left.
    if (left.current.path === path) left.current = leftBefore.current;
    return () => {
      leftBefore.current = left.current;
      left.current = { path, title: document.title };
    };
  }, [path]);
  useEffect(() => {
    if (left.current.path === path) return undefined;

    const focusContent = () => content.current?.focus({ preventScroll: true });
    // Runs after overlays that close with the page have returned the focus.
    const frame = requestAnimationFrame(() => {
      if (isFocusLost() || document.activeElement?.closest('a')) focusContent();
    });
    // The element that got the focus back may unmount with the previous page, which stays until this one has loaded.
    const exchange = new MutationObserver(() => {
      if (!isFocusLost()) return;
      exchange.disconnect();
      focusContent();
    });
    if (content.current) exchange.observe(content.current, { childList: true, subtree: true });
    // Once the user has started to work here, the focus stays with the user's own actions.
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
      readOutTitle(voice.current);
    });
    const title = document.querySelector('title');
    if (document.title !== left.current.title) readOutTitle(voice.current);
    // Not the head, which also receives the preloads of the page's code, while the title is that of the page before.
    else if (title) observer.observe(title, { childList: true });
    return () => {
      cancelAnimationFrame(frame);
      exchange.disconnect();
      begun.abort();
      observer.disconnect();
    };
  }, [path, content, voice]);
}
