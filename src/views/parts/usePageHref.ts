import { useCallback } from 'react';
import { hrefFrom } from '../../router/href.ts';
import type { PageName } from '../../router/pages.ts';
import { useAvailability } from './useAvailability.ts';

/** The address of a page from the segments that are known; null where the page is unavailable or needs another segment. */
export type PageHref = (
  name: PageName,
  known: Readonly<{ ref?: string | undefined; slug?: string | undefined }>,
) => string | null;

/** What the navigation rail, the palette and the shortcuts all ask: whether a page is available here, and at which address. */
export function usePageHref(): PageHref {
  const isAvailable = useAvailability();
  return useCallback((name, known) => (isAvailable(name, known.slug) ? hrefFrom(name, known) : null), [isAvailable]);
}
