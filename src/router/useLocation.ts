import { useMemo } from 'react';
import { usePathname, useSearch } from 'wouter/use-browser-location';
import { goTo, type NavigateOptions } from './location.ts';

/** The path, as `/project/abc/sql`. */
export const usePath = (): string => usePathname();

/** The query parameters; the same object until one of them changes. */
export function useQuery(): Readonly<Record<string, string>> {
  const search = useSearch();
  return useMemo(() => Object.fromEntries(new URLSearchParams(search)), [search]);
}

/** Sets query parameters of the current address (`undefined` removes one), for view state that the URL owns. */
export function setQuery(
  changes: Readonly<Record<string, string | undefined>>,
  { replace = true }: NavigateOptions = {},
): void {
  const query = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) query.delete(name);
    else query.set(name, value);
  }
  const text = query.toString();
  goTo(`${location.pathname}${text === '' ? '' : `?${text}`}${location.hash}`, { replace });
}
