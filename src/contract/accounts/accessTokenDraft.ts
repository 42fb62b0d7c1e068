import * as v from 'valibot';
import { accessTokenNameMaxLength, accessTokenScopes } from './accessToken.ts';

/** The form for an access token as the user has filled it in. */
export const accessTokenDraftSchema = v.object({
  name: v.pipe(v.string(), v.maxLength(10 * accessTokenNameMaxLength)),
  scopes: v.array(v.picklist(accessTokenScopes)),
  /** Null for a token that never expires. */
  days: v.nullable(v.number()),
});
export type AccessTokenDraft = v.InferOutput<typeof accessTokenDraftSchema>;
