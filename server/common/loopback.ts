import { isIPv4 } from 'node:net';

/** Whether a host name or address, as a URL or a socket writes it, stands for this machine. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || host === '[::1]' || (isIPv4(host) && host.startsWith('127.'));
