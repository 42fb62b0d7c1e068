import { useLayoutEffect } from 'react';

/** Names the window and its entry in the history. */
export const useDocumentTitle = (title: string | null): void =>
  useLayoutEffect(() => {
    if (title !== null) document.title = `${title} · Basechart`;
  }, [title]);
