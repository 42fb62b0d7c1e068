/** Where the link of an email leads: a page of this site. The auth service checks it against those that it allows. */
export const linkedAddress = (path: string): string => new URL(path, location.origin).href;
