import { createMiddleware } from 'hono/factory';
import { isLoopback } from '../../src/contract/common/loopback.ts';
import { ApiError } from './errors.ts';
import type { HttpEnv } from './http.env.ts';

/** Headers that proxies add: behind one, every caller has the address of this machine. */
const proxyHeaders = ['Forwarded', 'X-Forwarded-For', 'X-Forwarded-Host', 'X-Real-IP', 'Via'];

/**
 * Answers only the user at this machine. A caller from elsewhere, a request through a proxy and a name that another
 * site has resolved to this machine are all refused.
 */
export const requireThisMachine = (code: string, message: string) =>
  createMiddleware<HttpEnv>(async (c, next) => {
    const host = new URL(c.req.url).hostname;
    const isHere =
      isLoopback(c.var.address) && isLoopback(host) && proxyHeaders.every((name) => c.req.header(name) === undefined);
    if (!isHere) throw new ApiError(403, code, message);
    await next();
  });
