import type { PageAccess, PageName } from './pages.ts';

/** The browser's location, as plain data. */
export interface AppLocation {
  /** Undecoded, for example `/project/abc/sql`. */
  path: string;
  /** Query parameters, the last of each name. */
  query: Readonly<Record<string, string>>;
  /** The whole address below the origin. */
  href: string;
}

/** The router's match for a path. */
export interface RouteMatch {
  name: PageName;
  /** `guest` only without a session, `user` only with one, `public` everyone; `landing` and `exit` only redirect. */
  access: PageAccess;
  /** The slug or ref in the path must be one of the user's. */
  checked: boolean;
  params: Readonly<Record<string, string>>;
}

/** The location has changed. */
export interface RouteChanged {
  type: 'route.changed';
  location: AppLocation;
  /** Null when no route has this path. */
  route: RouteMatch | null;
}

/** The user may see what the address names. */
export interface ScreenOpened {
  type: 'screen.opened';
  target: { location: AppLocation; route: RouteMatch | null };
}

/**
 * The path has changed, so another page is shown. Changes of query or anchor belong to the same page, whose filters and
 * forms write them.
 */
export interface PageChanged {
  type: 'page.changed';
}
