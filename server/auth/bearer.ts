import { createMiddleware } from 'hono/factory';
import { ApiError } from '../http/errors.ts';
import { AuthError } from './auth.errors.ts';
import type { Authenticate } from './authenticate.ts';
import type { UserEnv } from './user.env.ts';

/** Requires a live session. The platform API responds with 401 to every invalid credential. */
export const bearer = (authenticate: Authenticate) =>
  createMiddleware<UserEnv>(async (c, next) => {
    try {
      c.set('user', await authenticate(c.req.header('Authorization')));
    } catch (error) {
      if (error instanceof AuthError) throw new ApiError(401, error.code, error.message, { cause: error });
      throw error;
    }
    await next();
  });
