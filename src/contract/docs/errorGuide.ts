import { guidesAddress } from './guidesAddress.ts';

/** Below it, the server looks a code up in its guides, so that no browser carries a table of them. */
export const errorGuidesPath = 'errors';

/**
 * Address of what the guides say about a code: a SQLSTATE, a code of the platform API, or one of the auth service,
 * where it may mean something else.
 */
export const errorGuide = (code: string, service?: 'auth'): string =>
  `${guidesAddress}/${errorGuidesPath}/${service === undefined ? '' : `${service}/`}${encodeURIComponent(code)}`;
