import { createMiddleware } from 'hono/factory';
import { AuthError } from '../auth/auth.errors.ts';
import type { Authenticate } from '../auth/authenticate.ts';
import type { AppEnv } from './app.env.ts';
import { ApiError } from './errors.ts';

/** Lets only requests with a live session pass. Whatever is wrong with the credential, the platform API answers 401. */
export const bearer = (authenticate: Authenticate) =>
  createMiddleware<AppEnv>(async (c, next) => {
    try {
      c.set('user', await authenticate(c.req.header('Authorization')));
    } catch (error) {
      if (error instanceof AuthError) throw new ApiError(401, error.code, error.message, { cause: error });
      throw error;
    }
    await next();
  });
