import { lazy, type ComponentType, type LazyExoticComponent, type ReactNode } from 'react';

const Nothing = () => null;

/**
 * A part of a page that loads when it is first needed. Where its code cannot be loaded, the page is better with what
 * stands in for it than not at all.
 */
export const lazyPart = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Missing: (props: Props) => ReactNode = Nothing,
): LazyExoticComponent<ComponentType<Props>> =>
  lazy<ComponentType<Props>>(() =>
    load().then(
      (part) => ({ default: part }),
      () => ({ default: Missing }),
    ),
  );
