const octet = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const loopbackAddress = new RegExp(`^127(?:\\.${octet}){3}$`);

/** Whether a host name or address, as a URL or a socket writes it, stands for this machine. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || host === '[::1]' || loopbackAddress.test(host);
