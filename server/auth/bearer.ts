import { createMiddleware } from 'hono/factory';
import { ApiError } from '../http/errors.ts';
import { AuthError } from './auth.errors.ts';
import type { Authenticate } from './authenticate.ts';
import type { UserEnv } from './user.env.ts';

/**
 * Requires a live session, verified with the second factor of a user who has one. The platform API responds with 401 to
 * every invalid credential.
 */
export const bearer = (authenticate: Authenticate) =>
  createMiddleware<UserEnv>(async (c, next) => {
    const requireSession = async () => {
      try {
        return await authenticate(c.req.header('Authorization'));
      } catch (error) {
        if (error instanceof AuthError) throw new ApiError(401, error.code, error.message, { cause: error });
        throw error;
      }
    };
    const user = await requireSession();
    if (user.awaitsFactor)
      throw new ApiError(403, 'insufficient_aal', 'Enter the code of your authenticator app to continue.');
    c.set('user', user);
    c.set('requireSession', requireSession);
    await next();
  });
