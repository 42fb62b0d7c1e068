import { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { UserEnv } from '../auth/user.env.ts';
import { ApiError } from '../http/errors.ts';
import { requireThisMachine } from '../http/requireThisMachine.ts';
import { getOnly, jsonLines, sendLines } from '../http/sendLines.ts';
import type { ChartFeed } from './chartFeed.ts';

/** Refuses pages of other origins, also those that may use the rest of the API. */
const requireOwnPage = createMiddleware<UserEnv>(async (c, next) => {
  const origin = c.req.header('Origin');
  const site = c.req.header('Sec-Fetch-Site');
  const isOwn =
    (origin === undefined || origin === new URL(c.req.url).origin) && (site === undefined || site === 'same-origin');
  if (!isOwn) throw new ApiError(403, 'other_origin', 'Only a page of this server may read this.');
  await next();
});

/** `/api/operator`, behind a bearer token: what the user at this machine may see of the server itself. */
export const operatorRoutes = (charts: ChartFeed) =>
  new Hono<UserEnv>()
    .use(
      requireThisMachine('flows_are_local', 'The flows of the server are shown only on the machine that runs it.'),
      requireOwnPage,
    )
    .get('/flows', getOnly, (c) => {
      const left = new AbortController();
      const messages = charts.open({ requireSession: c.var.requireSession, signal: left.signal });
      return sendLines(c, jsonLines(messages), left, (error) => c.var.log.debug({ err: error }, 'stream ended'));
    });
