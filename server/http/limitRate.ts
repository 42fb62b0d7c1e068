import { createMiddleware } from 'hono/factory';
import type { RateLimiter } from '../common/rateLimiter.ts';
import { ApiError } from './errors.ts';
import type { HttpEnv } from './http.env.ts';
import { limitKey } from './requestContext.ts';

/** Limits requests of a kind per caller's address and minute; 0 for no limit. */
export const limitRate = (rateLimiter: RateLimiter, kind: string, perMinute: number) =>
  createMiddleware<HttpEnv>(async (c, next) => {
    const retryAfter = await rateLimiter.take(`api:${kind}:${limitKey(c.var.address)}`, {
      limit: perMinute,
      windowMs: 60_000,
      burst: perMinute,
    });
    if (retryAfter > 0)
      throw new ApiError(429, 'over_request_rate_limit', 'Too many requests. Try again in a moment.', { retryAfter });
    await next();
  });
