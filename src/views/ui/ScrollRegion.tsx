import type { ReactNode, Ref, UIEventHandler } from 'react';

interface ScrollRegionProps {
  /** Names the region for screen readers, because it takes focus. */
  label: string;
  /** Sets its size and overflow. */
  className: string;
  as?: 'div' | 'pre' | undefined;
  /** Only for a `div`. */
  ref?: Ref<HTMLDivElement> | undefined;
  onScroll?: UIEventHandler<HTMLElement> | undefined;
  children: ReactNode;
}

/** Content that scrolls inside the page. It is focusable, so that the keyboard can scroll it. */
export function ScrollRegion({ as = 'div', label, ref, ...rest }: ScrollRegionProps) {
  const region = { role: 'region', 'aria-label': label, tabIndex: 0, ...rest };
  return as === 'pre' ? <pre {...region} /> : <div ref={ref} {...region} />;
}
