import { matchRoute } from '../../src/router/matchRoute.ts';
import type { PageName, PageParams } from '../../src/router/pages.ts';

/** Whether an address is one of the page: `page.waitForURL(isAt('newProject'))`. */
export const isAt =
  (...names: readonly PageName[]) =>
  ({ pathname }: URL): boolean =>
    names.some((name) => matchRoute(pathname)?.name === name);

/** The segments of the page's address. */
export function paramsAt<Name extends PageName>(name: Name, address: string): PageParams<Name> {
  const route = matchRoute(new URL(address).pathname);
  if (route?.name !== name) throw new Error(`${address} is no address of the page ${name}.`);
  return route.params as PageParams<Name>;
}
