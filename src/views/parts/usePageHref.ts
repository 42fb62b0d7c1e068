import { useCallback } from 'react';
import { hrefFrom } from '../../router/href.ts';
import type { PageName } from '../../router/pages.ts';
import { useAvailability } from './useAvailability.ts';

/**
 * The address of a page from the segments that are known; null where the page is unavailable or needs another segment.
 */
export type PageHref = (
  name: PageName,
  known: Readonly<{ ref?: string | undefined; slug?: string | undefined }>,
) => string | null;

/** Whether a page is available and at which address, for the navigation rail, the palette and the shortcuts. */
export function usePageHref(): PageHref {
  const isAvailable = useAvailability();
  return useCallback((name, known) => (isAvailable(name, known.slug) ? hrefFrom(name, known) : null), [isAvailable]);
}
