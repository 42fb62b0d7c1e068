import { cloneElement, type ReactElement } from 'react';

type Handler = (event: never) => void;

/** The element with more properties; of a handler that it has already, both are called, its own first. */
export function withHandlers(element: ReactElement, added: Readonly<Record<string, unknown>>): ReactElement {
  const own = element.props as Readonly<Record<string, unknown>>;
  const merged = Object.entries(added).map(([name, value]) => {
    const first = own[name];
    if (typeof first !== 'function' || typeof value !== 'function') return [name, value];
    return [
      name,
      (event: never) => {
        (first as Handler)(event);
        (value as Handler)(event);
      },
    ];
  });
  return cloneElement(element, Object.fromEntries(merged) as object);
}
