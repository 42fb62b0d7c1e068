import { createMiddleware } from 'hono/factory';
import { ApiError } from '../http/errors.ts';
import { AuthError } from './auth.errors.ts';
import type { Authenticate } from './authenticate.ts';
import type { UserEnv } from './user.env.ts';

/** Lets only requests with a live session pass. Whatever is wrong with the credential, the platform API answers 401. */
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
