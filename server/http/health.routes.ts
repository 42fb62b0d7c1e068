import { Hono } from 'hono';
import { timeout } from 'hono/timeout';
import { ApiError } from './errors.ts';
import type { HttpEnv } from './http.env.ts';

const timeLimitMs = 3_000;

const limitTime = timeout(timeLimitMs, () => new ApiError(503, 'storage_unavailable', 'The database does not answer.'));

/** `/healthz`: 200 while the database responds. */
export const healthRoutes = (queryDatabase: () => Promise<unknown>) =>
  new Hono<HttpEnv>().get('/healthz', limitTime, async (c) => {
    await queryDatabase();
    c.header('Cache-Control', 'no-store');
    return c.json({ status: 'ok' });
  });
