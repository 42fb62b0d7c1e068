import { createMiddleware } from 'hono/factory';
import { AuthError } from './auth.errors.ts';
import type { Authenticate, AuthenticatedUser } from './authenticate.ts';
import type { UserEnv } from './user.env.ts';

/** Sets the user if there is a live session, and continues without one: an invalid token counts as a visitor. */
export const knownBearer = (authenticate: Authenticate) =>
  createMiddleware<UserEnv>(async (c, next) => {
    const user = await userBehind(authenticate, c.req.header('Authorization'));
    if (user !== null) c.set('knownUser', user);
    await next();
  });

async function userBehind(
  authenticate: Authenticate,
  authorization: string | undefined,
): Promise<AuthenticatedUser | null> {
  if (authorization === undefined) return null;
  try {
    return await authenticate(authorization);
  } catch (error) {
    if (error instanceof AuthError) return null;
    throw error;
  }
}
