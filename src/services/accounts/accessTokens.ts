import * as v from 'valibot';
import {
  accessTokenSchema,
  createdAccessTokenSchema,
  type AccessToken,
  type CreatedAccessToken,
  type NewAccessToken,
} from '../../contract/accounts/accessToken.ts';
import { get, nothing, post, remove } from '../http/http.ts';

const path = '/profile/tokens';

/** The access tokens of the signed-in user, the newest first. */
export const listTokens = (signal: AbortSignal): Promise<readonly AccessToken[]> =>
  get(path, v.array(accessTokenSchema), { signal });

/** Creates a token, whose text only this answer has. */
export const createToken = (request: NewAccessToken, signal: AbortSignal): Promise<CreatedAccessToken> =>
  post(path, request, createdAccessTokenSchema, { signal });

/** Revokes a token: programs that use it are refused from now on. */
export const revokeToken = ({ id }: Pick<AccessToken, 'id'>, signal: AbortSignal): Promise<void> =>
  remove(`${path}/${encodeURIComponent(id)}`, nothing, { signal });
