import { isIPv6, type BlockList } from 'node:net';
import { createMiddleware } from 'hono/factory';
import { requestId } from 'hono/request-id';
import type { Logger } from 'pino';
import type { HttpEnv } from './http.env.ts';

/** Gives each request an id; an id from outside is kept if it is safe in a log line and in a header. */
const identify = requestId({ limitLength: 128 });

const isCall = /^\/(?:api|auth)\//;

/**
 * Gives each request its id, its caller's address and a logger, sends the id back, and logs the result of the request.
 */
export const requestContext = ({ log, trustedProxies }: { log: Logger; trustedProxies: BlockList }) =>
  createMiddleware<HttpEnv>(async (c, next) => {
    const begun = performance.now();
    const address = callerAddress(
      c.env.incoming?.socket.remoteAddress,
      c.req.header('X-Forwarded-For'),
      trustedProxies,
    );
    await identify(c, async () => {
      c.set('address', address);
      c.set('log', log.child({ requestId: c.var.requestId }));
      await next();
    });
    // Files and pages are frequent and uninformative.
    const level = c.res.status >= 500 ? 'error' : isCall.test(c.req.path) ? 'info' : 'debug';
    // The path without its query, because queries carry codes, tokens and redirect targets.
    c.var.log[level](
      {
        method: c.req.method,
        path: c.req.path,
        status: c.res.status,
        ms: Math.round(performance.now() - begun),
        address,
      },
      'request',
    );
  });

/**
 * The address for limits and sessions: the socket's, or, as long as the nearer one is a trusted proxy, the next one
 * from the right of X-Forwarded-For. What a client writes there itself is never used.
 */
export function callerAddress(
  socketAddress: string | undefined,
  forwarded: string | undefined,
  trusted: BlockList,
): string {
  let address = plainAddress(socketAddress ?? '127.0.0.1');
  const hops = (forwarded ?? '').split(',').map((hop) => plainAddress(hop.trim()));
  for (let hop = hops.pop(); hop !== undefined && hop !== '' && isTrusted(address, trusted); hop = hops.pop())
    address = hop;
  return address;
}

const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

function isTrusted(address: string, trusted: BlockList): boolean {
  try {
    return trusted.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
  } catch {
    return false;
  }
}

/** Limits count an IPv6 caller by its /64, because one customer usually holds that many addresses. */
export function limitKey(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const groups =
    tail === undefined
      ? left
      : [...left, ...Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0'), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
