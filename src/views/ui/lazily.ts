import { createElement, type ReactNode } from 'react';
import { useFloating, type FloatingPart } from './floatingParts.ts';

/** Shows a part once its code has loaded. */
export const lazily = <Props extends object>(part: FloatingPart<Props>): ((props: Props) => ReactNode) =>
  function LazyPart(props) {
    const Loaded = useFloating(part, true);
    return Loaded && createElement(Loaded, props);
  };
