/* oxlint-disable house/no-typed-address -- the guides are no pages of the app: the server renders them */

/** Where the guides begin. The server renders them, so the app opens them as another page. */
export const guidesAddress = '/guides';

/** Where integrations are described. */
export const integrationsAddress = '/integrations';
