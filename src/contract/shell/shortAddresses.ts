/**
 * Short addresses that users type, each with the address of its page, to which the server redirects: the app does not
 * load code for that.
 */
const shortAddresses: Readonly<Record<string, string>> = {
  // oxlint-disable-next-line house/no-typed-address -- the server does not know the pages; a test compares the two
  '/account': '/account/profile',
  '/support': '/support/new',
};

/** Where a short path leads; undefined for every other path. */
export const fullPath = (path: string): string | undefined => shortAddresses[path.replace(/\/$/, '')];
