import { use, useCallback, type ReactNode } from 'react';
import { Link as WouterLink } from 'wouter';
import { matchRoute } from './matchRoute.ts';
import { PreloadContext } from './preload.context.ts';

interface LinkProps {
  href: string;
  className?: string;
  replace?: boolean;
  /** Whether it leads to the likely next page, whose code then loads before the user approaches the link. */
  isLikely?: boolean;
  onClick?: (() => void) | undefined;
  children?: ReactNode;
  'aria-label'?: string;
  'aria-current'?: 'page' | undefined;
}

/** How far from the view the code of a likely page loads (specification, section 9). */
const prefetchMargin = '200px';

/** Calls back once the element is near the view; returns a function that stops it. */
function watchNearness(element: Element, near: () => void): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      near();
    },
    // The page scrolls in the window on some screens, and in a part of it on others.
    { rootMargin: prefetchMargin, scrollMargin: prefetchMargin },
  );
  observer.observe(element);
  return () => observer.disconnect();
}

/**
 * A link inside the application: a plain click navigates without loading a page. The code of the page that it leads to
 * loads when the user approaches it.
 */
export function Link({ isLikely = false, ...props }: LinkProps) {
  const preload = use(PreloadContext);
  const page = matchRoute(props.href.split(/[?#]/, 1)[0]!)?.name;
  const approach = () => page && preload(page, 'now');
  const watch = useCallback(
    (element: HTMLAnchorElement | null) =>
      element && page && isLikely ? watchNearness(element, () => preload(page, 'idle')) : undefined,
    [isLikely, page, preload],
  );
  return <WouterLink {...props} ref={watch} onPointerEnter={approach} onFocus={approach} />;
}
