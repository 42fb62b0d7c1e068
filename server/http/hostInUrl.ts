import { isIPv6 } from 'node:net';

/** A host in the form that a URL on this machine needs. */
export function hostInUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return isIPv6(host) ? `[${host}]` : host;
}
