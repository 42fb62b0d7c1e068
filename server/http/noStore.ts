import { createMiddleware } from 'hono/factory';
import type { HttpEnv } from './http.env.ts';

/** For answers that are somebody's own: no cache keeps them. What may be kept after all says so itself. */
export const noStore = createMiddleware<HttpEnv>(async (c, next) => {
  c.header('Cache-Control', 'no-store');
  await next();
});
