import { createMiddleware } from 'hono/factory';
import type { HttpEnv } from './http.env.ts';

/** Addresses that users type, and the screens that they mean. */
export const shortAddresses: ReadonlyMap<string, string> = new Map([
  ['/account', '/account/profile'],
  ['/support', '/support/new'],
]);

/** Redirects short addresses to their screens, with their query. */
export const redirectShortAddresses = createMiddleware<HttpEnv>(async (c, next) => {
  const screen = c.req.method === 'GET' ? shortAddresses.get(c.req.path.replace(/\/$/, '')) : undefined;
  if (screen === undefined) return await next();
  return c.redirect(screen + new URL(c.req.url).search);
});
