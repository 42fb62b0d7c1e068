import { useLayoutEffect } from 'react';

/** Sets the title of the window and of its history entry. */
export const useDocumentTitle = (title: string | null): void =>
  useLayoutEffect(() => {
    if (title !== null) document.title = `${title} · Basechart`;
  }, [title]);
