import type { PageAccess, PageName } from './pages.ts';

/** Where the browser is, as plain data. */
export interface AppLocation {
  /** As `/project/abc/sql`, undecoded. */
  path: string;
  /** Query parameters, the last of each name. */
  query: Readonly<Record<string, string>>;
  /** The whole address below the origin, as it would be navigated to again. */
  href: string;
}

/** What the router says about a path. */
export interface RouteMatch {
  name: PageName;
  /** `guest` only without a session, `user` only with one, `public` anyone; `landing` and `exit` only lead elsewhere. */
  access: PageAccess;
  /** The slug or ref in the path must be one of the user's. */
  checked: boolean;
  params: Readonly<Record<string, string>>;
}

/** A fact for everyone who cares where the user is. */
export interface RouteChanged {
  type: 'route.changed';
  location: AppLocation;
  /** Null when no route has this path. */
  route: RouteMatch | null;
}

/** Another page is there: its path is another one. A query or an anchor is the page's own, as its filters and forms write them. */
export interface PageChanged {
  type: 'page.changed';
}
