/** Where the guides begin. The server renders them, so the app opens them as another page. */
// oxlint-disable-next-line house/no-typed-address -- the guides are no page of the app: the server renders them
export const guidesAddress = '/guides';
