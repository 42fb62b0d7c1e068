/**
 * Addresses of pages that mails of the server contain, by the names of the pages: the server does not know them, and a
 * test compares the two.
 */
export const mailedAddresses = {
  // oxlint-disable-next-line house/no-typed-address -- the pages table, which has it, is not the server's to import
  accountSignInMethods: '/account/sign-in-methods',
} as const;
