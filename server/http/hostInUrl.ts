import { isIPv6 } from 'node:net';

/** A host as it stands in a URL that a person on this machine can open. */
export function hostInUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return isIPv6(host) ? `[${host}]` : host;
}
