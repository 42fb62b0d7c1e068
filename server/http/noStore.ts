import { createMiddleware } from 'hono/factory';
import type { AppEnv } from './app.env.ts';

/** For answers that are somebody's own: no cache keeps them. What may be kept after all says so itself. */
export const noStore = createMiddleware<AppEnv>(async (c, next) => {
  c.header('Cache-Control', 'no-store');
  await next();
});
