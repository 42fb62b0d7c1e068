import type { AuthenticatedUser } from '../auth/authenticate.ts';
import type { AuthService } from '../auth/routes/createAuthService.ts';
import type { ControlDatabase } from '../database/database.ts';
import { ApiError } from '../http/errors.ts';
import { findAccessToken } from './accessTokens.ts';
import { requiredScope } from './accessTokenScopes.ts';

/** The user behind an access token, if its scopes cover the request. */
export const createTokenCaller =
  ({ db, auth }: { db: ControlDatabase; auth: Pick<AuthService, 'findActiveUser'> }) =>
  async (token: string, { method, path }: { method: string; path: string }): Promise<AuthenticatedUser> => {
    const { userId, scopes } = await findAccessToken(db, token);
    const scope = requiredScope(method, path);
    if (scope === null)
      throw new ApiError(403, 'session_required', 'Access tokens cannot do this. Sign in to the dashboard instead.');
    if (!scopes.includes(scope))
      throw new ApiError(403, 'insufficient_scope', `This access token lacks the permission ${scope}.`);
    const user = await auth.findActiveUser(userId);
    if (user === null) throw new ApiError(401, 'user_not_found', 'The user of this access token cannot sign in.');
    return user;
  };
