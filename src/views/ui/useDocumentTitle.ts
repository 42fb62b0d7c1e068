import { createContext, use, useLayoutEffect } from 'react';

/** What the page is part of, as its project: windows of several projects are told apart by it. */
export const TitleContext = createContext<string | null>(null);

/** Sets the title of the window and of its history entry. */
export function useDocumentTitle(title: string | null): void {
  const within = use(TitleContext);
  useLayoutEffect(() => {
    if (title === null) return;
    document.title = [title, ...(within === null || within === title ? [] : [within]), 'Basechart'].join(' · ');
  }, [title, within]);
}
