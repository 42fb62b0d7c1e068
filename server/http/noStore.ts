import { createMiddleware } from 'hono/factory';
import type { HttpEnv } from './http.env.ts';

/** For personal responses: no cache may store them. A route that allows caching sets its own header. */
export const noStore = createMiddleware<HttpEnv>(async (c, next) => {
  c.header('Cache-Control', 'no-store');
  await next();
});
