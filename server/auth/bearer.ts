import { createMiddleware } from 'hono/factory';
import { accessTokenPrefix } from '../../src/contract/accounts/accessToken.ts';
import { ApiError } from '../http/errors.ts';
import { AuthError } from './auth.errors.ts';
import type { Authenticate, AuthenticatedUser } from './authenticate.ts';
import type { UserEnv } from './user.env.ts';

/** The user behind an access token; throws an `ApiError` unless the token may do what is asked. */
type TokenCaller = (token: string, request: { method: string; path: string }) => Promise<AuthenticatedUser>;

/**
 * Requires a live session, verified with the second factor of a user who has one, or an access token that may do this.
 * The platform API responds with 401 to every invalid credential.
 */
export const bearer = (authenticate: Authenticate, callerOf: TokenCaller | null = null) =>
  createMiddleware<UserEnv>(async (c, next) => {
    const authorization = c.req.header('Authorization');
    const [, token] = /^bearer (\S+)$/i.exec(authorization ?? '') ?? [];
    const requireSession = async () => {
      if (callerOf !== null && token?.startsWith(accessTokenPrefix)) return await callerOf(token, c.req);
      try {
        return await authenticate(authorization);
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
