import { createMiddleware } from 'hono/factory';
import { ApiError } from './errors.ts';
import type { HttpEnv } from './http.env.ts';

/** Refuses requests for a host name that is not allowed; null allows any. */
export const checkHost = (allowed: ReadonlySet<string> | null) =>
  createMiddleware<HttpEnv>(async (c, next) => {
    const name = hostName(c.req.header('Host') ?? '');
    if (allowed !== null && !allowed.has(name) && !name.endsWith('.localhost')) {
      throw new ApiError(
        403,
        'host_not_allowed',
        `This server does not accept the host name "${name}". To allow it, start the server with BASECHART_ALLOWED_HOSTS=${name} (or GOTRUE_SITE_URL).`,
      );
    }
    await next();
  });

/** The name in a Host header, without its port. */
const hostName = (header: string): string => header.replace(/:\d*$/, '').toLowerCase();
