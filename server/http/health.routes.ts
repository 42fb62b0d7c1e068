import { Hono } from 'hono';
import type { AppEnv } from './app.env.ts';
import { ApiError } from './errors.ts';

const timeLimitMs = 3_000;

/** `/healthz`: 200 while requests that need the database can be answered. */
export const healthRoutes = (queryDatabase: () => Promise<unknown>) =>
  new Hono<AppEnv>().get('/healthz', async (c) => {
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(
      () => late.reject(new ApiError(503, 'storage_unavailable', 'The database does not answer.')),
      timeLimitMs,
    );
    try {
      await Promise.race([queryDatabase(), late.promise]);
    } finally {
      clearTimeout(timer);
    }
    c.header('Cache-Control', 'no-store');
    return c.json({ status: 'ok' });
  });
